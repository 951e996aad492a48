"""The line before the searches: nobody is passed over, and nobody has two places."""

import asyncio

import pytest

from plyometric.web.line import LONGEST, Crowded, Line


def in_loop(test):
    return lambda: asyncio.run(test())


@in_loop
async def called_in_the_order_of_coming():
    line = Line(2)
    tickets = [line.join(f"tab {i}") for i in range(5)]
    order = []
    while len(order) < 5:
        at_work = [ticket for ticket in tickets if ticket in line.at_work]
        assert len(at_work) <= 2
        order.append(tickets.index(at_work[0]))
        line.leave(at_work[0])
    return order


@in_loop
async def a_second_place_of_one_tab():
    line = Line(1)
    first, other, second = line.join("a"), line.join("b"), line.join("a")
    return first.is_replaced, other.is_replaced, second.is_replaced, line.ahead_of(second)


@in_loop
async def one_too_many():
    line = Line(1)
    for i in range(LONGEST + 1):
        line.join(str(i))
    with pytest.raises(Crowded):
        line.join("late")
    return len(line.waiting)


@in_loop
async def one_who_leaves_the_line():
    line = Line(1)
    first, second, third = (line.join(name) for name in "abc")
    line.leave(second)
    line.leave(first)
    return third.is_called, await second.wait(0.001)


def test_the_first_to_come_is_the_first_to_be_called():
    assert called_in_the_order_of_coming() == [0, 1, 2, 3, 4]


def test_a_tab_that_asks_again_gives_its_place_up():
    assert a_second_place_of_one_tab() == (True, False, False, 1)


def test_a_line_has_an_end():
    assert one_too_many() == LONGEST


def test_who_has_left_is_not_called():
    assert one_who_leaves_the_line() == (True, False)


def test_waiting_ends_when_nobody_listens_any_more():
    @in_loop
    async def told():
        line = Line(1)
        line.join("first")
        second = line.join("second")
        asked = iter([False, False, True])

        async def is_gone():
            return next(asked)

        return [ahead async for ahead in line.queue(second, is_gone)], second.is_called

    assert told() == ([0, 0], False)
