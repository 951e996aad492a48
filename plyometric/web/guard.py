"""The guard at the door: who may ask, from where, and what a browser may do with the answer.

On loopback the name in the address must be a loopback name, so that no foreign page can have its own name
lead here. Elsewhere a random token is asked for once, and kept as a cookie. Whatever changes or computes
something is asked for by POST with JSON, from this very site; another may but lead to a page here.
"""

import secrets
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = ("127.0.0.1", "localhost", "::1")
COOKIE = "plyo_token"
LOOKING = ("GET", "HEAD")

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
HEADERS = {
    "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in POLICY.items()),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cache-Control": "no-store",
}


class Guard:
    """Lets good requests through to an app, and puts the rules for browsers on every answer."""

    def __init__(self, app: ASGIApp, token: str = "") -> None:
        self.app, self.token = app, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        elif scope["type"] != "http":
            await self.app(scope, receive, send)
        else:
            answer = self._refusal(scope) or self.app
            await answer(scope, receive, _with_headers(send))

    def _refusal(self, scope: Scope) -> Response | None:
        """Return the answer to a request that is not let through."""
        headers, method = Headers(scope=scope), scope["method"]
        if not self.token and _host_in(headers.get("host", "")) not in LOOPBACK:
            return PlainTextResponse("This page is for this machine alone.", 403)
        if self.token and not self._knows_token(headers):
            return self._asked_for_token(scope)
        if method in LOOKING:
            return None if _may_look(headers) else PlainTextResponse("Another site asked for that.", 403)
        if method != "POST":
            return PlainTextResponse("Only GET and POST are known here.", 405)
        if not _is_same_site(headers):
            return PlainTextResponse("That was asked for by another site.", 403)
        if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return PlainTextResponse("What is asked for must be JSON.", 415)
        return None

    def _knows_token(self, headers: Headers) -> bool:
        """Return whether the cookie of a request holds the token."""
        words = (word.strip().partition("=") for word in headers.get("cookie", "").split(";"))
        found = next((value for name, _, value in words if name == COOKIE), "")
        return secrets.compare_digest(found.encode(), self.token.encode())

    def _asked_for_token(self, scope: Scope) -> Response:
        """Return a cookie to whoever names the token in the address, and a refusal to all others."""
        query = parse_qsl(scope["query_string"].decode(errors="replace"), max_num_fields=None)
        given = dict(query).get("token", "")
        if scope["method"] != "GET" or not secrets.compare_digest(given.encode(), self.token.encode()):
            return PlainTextResponse("Open the address that plyo serve printed: it holds a token.", 403)
        rest = urlencode([(name, value) for name, value in query if name != "token"])
        path = "/" + scope["path"].lstrip("/\\")
        answer = RedirectResponse(f"{path}?{rest}" if rest else path, 303)
        answer.set_cookie(COOKIE, self.token, httponly=True, samesite="strict")
        return answer


def _host_in(text: str) -> str:
    """Return the name in a Host header, without its port."""
    try:
        return urlsplit(f"//{text}").hostname or ""
    except ValueError:
        return ""


def _is_same_site(headers: Headers) -> bool:
    """Return whether a browser says that this site itself asks; programs that are none say nothing."""
    if headers.get("sec-fetch-site", "same-origin") != "same-origin":
        return False
    origin = headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == headers.get("host")
    except ValueError:
        return False


def _may_look(headers: Headers) -> bool:
    """Return whether this site asks to see something, or somebody follows a link to it."""
    whence, how = headers.get("sec-fetch-site", "none"), headers.get("sec-fetch-mode")
    return whence in ("same-origin", "none") or how == "navigate"


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sent
