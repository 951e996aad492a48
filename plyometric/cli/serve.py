"""The command that shows it all in a browser: serve."""

import secrets
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from cyclopts.validators import Number

from plyometric.cli.shared import app
from plyometric.errors import InputError


@app.command
def serve(
    *,
    host: str = "127.0.0.1",
    port: Annotated[int, Parameter(validator=Number(gte=0, lte=65535))] = 8765,
    searches: Annotated[int, Parameter(validator=Number(gte=0, lte=256))] = 0,
) -> None:
    """Show a page on which to play, watch it think and follow the runs of this folder.

    Parameters
    ----------
    host
        Where to listen. Anywhere but on this machine itself, the page asks for the token that is printed.
    port
        Where to listen; 0 takes any that is free.
    searches
        How many may think at once, the others wait; 0 means one for each core.
    """
    try:
        import uvicorn

        from plyometric.web.app import create
        from plyometric.web.guard import LOOPBACK
    except ImportError as error:
        raise InputError(f"{error.name} is missing: pip install 'plyometric[web]'.") from None
    token = "" if host in LOOPBACK else secrets.token_urlsafe(24)
    quiet: dict[str, Any] = {"log_level": "warning", "server_header": False}
    shown = create(Path.cwd(), token, searches)
    config = uvicorn.Config(shown, host=host, port=port, timeout_graceful_shutdown=2, **quiet)
    with listening(config) as door:
        name = f"[{host}]" if ":" in host else host
        ending = f"/?token={token}" if token else "/"
        print(f"http://{name}:{door.getsockname()[1]}{ending}  (Ctrl-C ends it)", flush=True)
        try:
            uvicorn.Server(config).run(sockets=[door])
        except KeyboardInterrupt as stop:
            stop.add_note("what runs have finished is kept")
            raise


def listening(config: Any) -> Any:
    """Return the socket that a server listens at, or say why there is none."""
    import socket

    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    door = socket.socket(family)
    try:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind((config.host, config.port))
        door.listen(config.backlog)
    except OSError as error:
        door.close()
        raise InputError(f"--host {config.host} --port {config.port}: {error.strerror or error}.") from None
    return door
