"""The pages, rendered from templates; whatever is put into one is escaped."""

import base64
import hashlib
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from plyometric import __version__, studies
from plyometric.errors import InputError
from plyometric.report.page import TEMPLATE, page_text
from plyometric.web.running import card, compare, progress, state_of

if TYPE_CHECKING:
    from plyometric.web.app import Office

TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
LONGEST = 2000
Render = Callable[["Office", Request], Response]


def routes(office: "Office") -> list[Route]:
    """Return the addresses of all pages."""
    return [Route(path, _shown(office, render)) for path, render in PAGES.items()]


def _shown(office: "Office", render: Render) -> Callable:
    async def endpoint(request: Request) -> Response:
        return await run_in_threadpool(render, office, request)

    return endpoint


def page(name: str, **facts: Any) -> HTMLResponse:
    """Return a page."""
    return HTMLResponse(
        TEMPLATES.get_template(f"{name}.html").render(version=__version__, here=name, **facts)
    )


def trouble(request: Request, code: int, sentence: str) -> Response:
    """Return a refusal: as a page to whoever asked for one, else as JSON."""
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": sentence}, code)
    answer = page("trouble", sentence=sentence)
    answer.status_code = code
    return answer


def asked_for(request: Request, key: str, default: str | None = None) -> str:
    """Return a word of the address."""
    text = request.query_params.get(key, default)
    if text is None or len(text) > LONGEST or not text.isprintable():
        raise InputError(f"the address must name {key}.")
    return text


# The pages


def home(office: "Office", request: Request) -> Response:
    """Show what there is to play, and what was run last."""
    shelf = office.shelf
    runs = [card(path, office.journals) for path in list(shelf.runs().values())[:5]]
    about = {name: studies.title(name) for name in studies.names()}
    playable = [name for name in shelf.installed if name != "dilemma"]
    return page("home", games=playable, files=list(shelf.files), runs=runs, studies=about)


def play(office: "Office", request: Request) -> Response:
    """Show a board to play at."""
    name = asked_for(request, "game", "checkers")
    game = office.shelf.game(name)
    return page(
        "play",
        game=name,
        title=game.name,
        start=asked_for(request, "position", ""),
        sides=game.records.sides,
        players=players_for(office, name),
        has_goal=game.goal is not None,
    )


def players_for(office: "Office", name: str) -> list[str]:
    """Return some players to choose from: shallow and deep, with a strategy, and with an opinion."""
    from plyometric.games.shipped import shipped

    shelf, game = office.shelf, office.shelf.game(name)
    plain = ["nodes=200000", "depth=4", "depth=8", "seconds=1", "seconds=5"]
    selective = ["depth=5,breadth=10"] if game.placements else []
    grown = [f"policy=trqss,expansions=300,opinion={one}" for one in shipped(game, "opinion")]
    return [*plain, *selective, *shelf.allocators_of(name).values(), *grown]


def picture(office: "Office", request: Request) -> Response:
    """Show the first position of a game as an image."""
    game = office.shelf.game(asked_for(request, "game"))
    drawn = (
        game.svg(game.start()) if game.svg else _as_text(game.draw(game.start()) if game.draw else game.name)
    )
    policy = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox"}
    return Response(drawn, media_type="image/svg+xml", headers=policy | {"Cache-Control": "max-age=600"})


def _as_text(text: str) -> str:
    """Return a board that is text as an image."""
    from html import escape

    lines = text.splitlines()[:24]
    rows = "".join(
        f"<text x='20' y='{34 + 24 * i}' xml:space='preserve'>{escape(line[:40])}</text>"
        for i, line in enumerate(lines)
    )
    width, height = 40 + 13 * max(map(len, lines), default=1), 40 + 24 * len(lines)
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' "
        f"viewBox='0 0 {width} {height}' font-family='DejaVu Sans Mono, monospace' font-size='20' "
        f"fill='#453f38'><rect width='100%' height='100%' fill='#f3ead7'/>{rows}</svg>"
    )


def runs(office: "Office", request: Request) -> Response:
    """List the runs."""
    cards = [card(path, office.journals) for path in office.shelf.runs().values()]
    return page("runs", runs=cards, studies=studies.names())


def run(office: "Office", request: Request) -> Response:
    """Show one run: its progress, or its verdicts."""
    folder = office.shelf.run(asked_for(request, "name"))
    others = [name for name in office.shelf.runs() if name != folder.name]
    facts = progress(folder, office.journals)
    return page("run", run=card(folder, office.journals), progress=facts, others=others)


def report(office: "Office", request: Request) -> Response:
    """Show the report of a finished run, in which nothing can run."""
    folder = office.shelf.run(asked_for(request, "name"))
    if state_of(folder) != "finished":
        raise InputError(f"{folder.name} is {state_of(folder)}: there is no report yet.")
    text = page_text([folder], f"Run: {folder.name}")
    policy = f"default-src 'none'; img-src data:; style-src 'sha256-{_style_of_report()}'; sandbox"
    return HTMLResponse(text, headers={"Content-Security-Policy": policy})


@cache
def _style_of_report() -> str:
    """Return the digest of the report's own style, the only one that is let through."""
    style = re.search("<style>(.*?)</style>", TEMPLATE.read_text(), re.DOTALL)
    assert style
    return base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()


def side_by_side(office: "Office", request: Request) -> Response:
    """Show two runs side by side."""
    one, other = (office.shelf.run(asked_for(request, key)) for key in ("a", "b"))
    return page("compare", **compare(one, other))


def dilemma(office: "Office", request: Request) -> Response:
    """Show the basin of cooperation under sliders."""
    return page("dilemma")


def tree(office: "Office", request: Request) -> Response:
    """Show a learned tree to walk through."""
    from plyometric.web.lessons import tree_of

    game = asked_for(request, "game", "checkers")
    offered = office.shelf.allocators_of(game)
    strategy = asked_for(request, "strategy", next(iter(offered), ""))
    if strategy not in offered:
        raise InputError(f"{game} has no such strategy: there are {', '.join(offered) or 'none'}.")
    player = office.shelf.player(game, offered[strategy])
    assert player.plan
    return page(
        "tree",
        game=game,
        strategy=strategy,
        offered=list(offered),
        player=offered[strategy],
        terms=player.plan.terms,
        root=tree_of(player.game, player.plan),
    )


PAGES: dict[str, Render] = {
    "/": home,
    "/play": play,
    "/picture": picture,
    "/runs": runs,
    "/run": run,
    "/report": report,
    "/compare": side_by_side,
    "/dilemma": dilemma,
    "/tree": tree,
}
