"""plyo serve: where it listens, what it prints, and how it ends."""

import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request

import pytest

pytest.importorskip("uvicorn", reason="the extra [web] is not installed")


def test_a_port_that_is_taken_is_named(sentence_for):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert f"--port {port}: Address already in use" in sentence_for("serve", "--port", port)


def test_a_host_that_is_not_here_is_named(sentence_for):
    assert "--host 192.0.2.1 --port 0: " in sentence_for("serve", "--host", "192.0.2.1", "--port", "0")


@pytest.mark.parametrize(("host", "has_token"), [("127.0.0.1", False), ("0.0.0.0", True)])
def test_it_prints_where_it_is_and_ends_by_ctrl_c(tmp_path, host, has_token):
    command = [sys.executable, "-m", "plyometric", "serve", "--host", host, "--port", "0"]
    server = subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        address = server.stdout.readline().split()[0]
        assert bool(re.search(r"/\?token=[\w-]{32}$", address)) == has_token
        bare = address.partition("?")[0]
        assert code_of(bare) == (403 if has_token else 200)
    finally:
        server.send_signal(signal.SIGINT)
        _, said = server.communicate(timeout=30)
    assert server.returncode == 130
    assert said == "plyo: stopped; what runs have finished is kept.\n"


def code_of(address):
    try:
        return urllib.request.urlopen(address, timeout=30).status
    except urllib.error.HTTPError as error:
        return error.code
