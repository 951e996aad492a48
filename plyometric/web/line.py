"""The line before the searches: few at once, the rest wait, first come first served.

A tab has one place: who asks again leaves the place before. All of it happens in the server's one loop.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable

from plyometric.errors import InputError

LONGEST = 200
"""How many may wait."""


TELLS = 0.12
"""Seconds between two reports: more than five a second."""

IsGone = Callable[[], Awaitable[bool]]
"""Says whether nobody listens any more."""


class Crowded(InputError):
    """The line is full."""


class Ticket:
    """A place in the line, and then at work."""

    def __init__(self, tab: str) -> None:
        self.tab = tab
        self.is_replaced = False
        self._called = asyncio.Event()

    @property
    def is_called(self) -> bool:
        """Whether it is this one's turn."""
        return self._called.is_set()

    def call(self) -> None:
        """Say that it is this one's turn."""
        self._called.set()

    async def wait(self, seconds: float) -> bool:
        """Wait so long at most to be called; return whether that has happened."""
        try:
            await asyncio.wait_for(self._called.wait(), seconds)
        except TimeoutError:
            return False
        return True


class Line:
    """At most so many at work at once."""

    def __init__(self, places: int) -> None:
        self.places = places
        self.waiting: deque[Ticket] = deque()
        self.at_work: set[Ticket] = set()

    def join(self, tab: str) -> Ticket:
        """Stand at the end of the line; an earlier place of the same tab is given up."""
        for other in (*self.waiting, *self.at_work):
            other.is_replaced |= other.tab == tab
        self.check_room()
        ticket = Ticket(tab)
        self.waiting.append(ticket)
        self._call()
        return ticket

    def check_room(self) -> None:
        """Refuse whoever comes when the line is full."""
        if len(self.waiting) >= LONGEST:
            raise Crowded(f"{LONGEST} searches are waiting already: try again later.")

    async def queue(self, ticket: Ticket, is_gone: IsGone) -> AsyncIterator[int]:
        """Yield how many are ahead until a ticket is called, or nobody waits for it any more."""
        while not await ticket.wait(TELLS):
            if ticket.is_replaced or await is_gone():
                return
            yield self.ahead_of(ticket)

    def ahead_of(self, ticket: Ticket) -> int:
        """Return how many wait before this one."""
        return self.waiting.index(ticket) if ticket in self.waiting else 0

    def leave(self, ticket: Ticket) -> None:
        """Give a place up, wherever it is."""
        if ticket in self.waiting:
            self.waiting.remove(ticket)
        self.at_work.discard(ticket)
        self._call()

    def _call(self) -> None:
        while self.waiting and len(self.at_work) < self.places:
            ticket = self.waiting.popleft()
            self.at_work.add(ticket)
            ticket.call()
