"""The token endpoint on the standard library. A WSGI application: Flask and Django can mount it."""

import http.client
import json
import os
import re
import secrets
import sys
import urllib.request
from wsgiref.simple_server import make_server

# Your own sessions: random ids, and the users behind them.
sessions = {}


def application(environ, start_response):
    route = environ["REQUEST_METHOD"] + " " + environ["PATH_INFO"]
    status, headers, body = routes.get(route, not_found)(environ)
    start_response(status, [("Cache-Control", "no-store"), *headers])
    return [body]


def sign_in(environ):
    """Your own sign-in, which checks a password first."""
    session = secrets.token_urlsafe()
    sessions[session] = "anna"
    return "204 No Content", [("Set-Cookie", f"session={session}; Path=/; HttpOnly; SameSite=Lax")], b""


def chat_token(environ):
    # From the session only: a name in the request would let a visitor chat as another user.
    cookie = re.search(r"(?:^|;\s*)session=([\w-]+)", environ.get("HTTP_COOKIE", ""))
    user_id = sessions.get(cookie[1]) if cookie else None
    if user_id is None:
        return "401 Unauthorized", [], b""
    try:
        minted = mint_token(user_id)
    except (OSError, ValueError, http.client.HTTPException) as error:
        print("No chat token:", error, file=sys.stderr)
        return "502 Bad Gateway", [], b""
    body = json.dumps({"token": minted["token"], "expires_at": minted["expires_at"]}).encode()
    return "200 OK", [("Content-Type", "application/json")], body


def mint_token(user_id):
    """Raises OSError when the service cannot be reached or refuses."""
    request = urllib.request.Request(
        os.environ["PARLEY_URL"] + "/hosted-session",
        json.dumps({"external_user_id": user_id, "ttl_seconds": 3600}).encode(),
        {"Authorization": "Bearer " + os.environ["PARLEY_KEY"], "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=10) as response:
        return json.load(response)


def not_found(environ):
    return "404 Not Found", [], b""


routes = {"POST /sign-in": sign_in, "POST /api/chat-token": chat_token}

if __name__ == "__main__":
    port = int(os.environ.get("PORT", "4001"))
    with make_server("127.0.0.1", port, application) as server:
        print("The token endpoint listens on", port, flush=True)
        server.serve_forever()
