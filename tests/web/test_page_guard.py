"""The guard at the door: foreign sites, foreign names and strangers are turned away."""

import json
import re

import pytest
from web.served import open_site

LOOK = json.dumps({"game": "noughts.py", "moves": []})
JSON = {"Content-Type": "application/json"}


def status(site, method="POST", path="/api/look", body=LOOK, **headers):
    return site.ask(method, path, body, {**JSON, **{key.replace("_", "-"): v for key, v in headers.items()}})[
        0
    ]


def test_this_very_site_may_ask(site):
    own = f"127.0.0.1:{site.port}"
    assert status(site) == 200
    assert status(site, Origin=f"http://{own}", Sec_Fetch_Site="same-origin") == 200
    assert status(site, Host=f"localhost:{site.port}") == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
        {"Host": "evil.example"},
        {"Host": "127.0.0.1.evil.example:80"},
    ],
)
def test_other_sites_may_not(site, headers):
    assert status(site, **headers) == 403


@pytest.mark.parametrize("whence", ["cross-site", "same-site"])
def test_other_sites_may_lead_here_and_fetch_nothing(site, whence):
    """A picture of a game would load the game, and take one of the places there are for games."""
    picture = "/picture?game=noughts.py"
    for how in ("no-cors", "cors"):
        assert site.get(picture, **{"Sec-Fetch-Site": whence, "Sec-Fetch-Mode": how})[0] == 403
    assert site.get("/", **{"Sec-Fetch-Site": whence, "Sec-Fetch-Mode": "navigate"})[0] == 200
    assert site.get(picture, **{"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "no-cors"})[0] == 200


def test_what_a_form_of_another_site_could_send_is_refused(site):
    assert status(site, Content_Type="text/plain") == 415
    assert status(site, Content_Type="application/x-www-form-urlencoded") == 415


def test_other_verbs_are_not_known(site):
    assert {status(site, verb) for verb in ("PUT", "DELETE", "PATCH", "OPTIONS")} == {405}
    assert status(site, "GET") == 405


def test_a_body_without_end_is_cut_off(site):
    assert status(site, body=json.dumps({"game": "x" * 1_000_000})) == 413


def test_pages_run_no_script_but_their_own(site):
    for path in ("/", "/play?game=noughts.py", "/runs", "/dilemma", "/run?name=one", "/compare?a=one&b=two"):
        code, headers, text = site.get(path)
        assert code == 200
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "script-src 'self'" in policy and "unsafe" not in policy
        assert not re.search(r"<script(?![^>]*src=)|\son\w+=|\sstyle=|<style|javascript:", text)
        assert "//" not in re.sub(r"<!.*?>", "", text).replace("://127.0.0.1", "")


def test_a_report_can_run_nothing(site):
    code, headers, text = site.get("/report?name=one")
    assert code == 200
    assert "sandbox" in headers["content-security-policy"]
    assert "script-src" not in headers["content-security-policy"]
    assert "&lt;b&gt;share" in text and "<b>share" not in text


def test_elsewhere_a_token_is_asked_for(tmp_path):
    with open_site(tmp_path, token="secret") as site:
        assert site.get("/")[0] == 403
        assert site.get("/?token=wrong")[0] == 403
        assert site.get("/", Cookie="plyo_token=wrong")[0] == 403
        assert status(site) == 403
        code, headers, _ = site.get("/play?game=noughts.py&token=secret")
        assert (code, headers["location"]) == (303, "/play?game=noughts.py")
        cookie = headers["set-cookie"]
        assert "HttpOnly" in cookie and "SameSite=strict" in cookie
        assert site.get("/runs", Cookie=cookie.partition(";")[0])[0] == 200


def test_a_token_leads_to_no_other_site(tmp_path):
    with open_site(tmp_path, token="secret") as site:
        _, headers, _ = site.get("//evil.example/x?token=secret")
        assert headers["location"].startswith("/evil.example")
