"""An application by Authlib: its client, its checks of tokens, and sessions by cookie."""

import os
import secrets
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlencode, urlsplit

import requests
from authlib.common.security import generate_token
from authlib.integrations.base_client import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import JsonWebKey, jwt
from authlib.oidc.core import CodeIDToken

PORTAL, PORT = os.environ["PORTAL"], int(os.environ["PORT"])
ID, SECRET = os.environ["APPLICATION_ID"], os.environ["APPLICATION_SECRET"]
ORIGIN = f"http://localhost:{PORT}"
METADATA = requests.get(f"{PORTAL}/.well-known/openid-configuration", timeout=5).json()
KEYS = JsonWebKey.import_key_set(requests.get(METADATA["jwks_uri"], timeout=5).json())
OURS = {"iss": {"essential": True, "value": METADATA["issuer"]}, "aud": {"essential": True, "value": ID}}

SESSIONS = {}


def client(**more):
    return OAuth2Session(
        ID,
        SECRET,
        scope="openid profile email",
        redirect_uri=f"{ORIGIN}/callback",
        code_challenge_method="S256",
        token_endpoint=METADATA["token_endpoint"],
        **more,
    )


class App(BaseHTTPRequestHandler):
    def do_GET(self):
        self.url = urlsplit(self.path)
        cookie = SimpleCookie(self.headers.get("cookie", "")).get("authlib-app")
        self.session = SESSIONS.get(cookie.value if cookie else "", {})
        route = {"/": self.home, "/login": self.login, "/callback": self.callback, "/renew": self.renew}
        route["/logout"] = self.logout
        route.get(self.url.path, lambda: self.say("Not found", 404))()

    def home(self):
        name = self.session.get("name")
        self.say(f"Signed in as {name}" if name else "Not signed in")

    def login(self):
        verifier, nonce = generate_token(48), generate_token()
        endpoint = METADATA["authorization_endpoint"]
        address, state = client().create_authorization_url(endpoint, code_verifier=verifier, nonce=nonce)
        self.begin({"verifier": verifier, "nonce": nonce, "state": state}, address)

    def callback(self):
        session = client(state=self.session["state"])
        token = session.fetch_token(
            authorization_response=ORIGIN + self.path, code_verifier=self.session["verifier"]
        )
        expected = {"nonce": self.session["nonce"], "client_id": ID, "access_token": token["access_token"]}
        claims = jwt.decode(token["id_token"], KEYS, CodeIDToken, OURS, expected)
        claims.validate()
        person = session.get(METADATA["userinfo_endpoint"]).json()
        assert person["sub"] == claims["sub"]
        self.begin({"name": person["name"], "sid": claims["sid"], "token": token}, "/")

    def renew(self):
        session = client(token=self.session["token"])
        try:
            self.session["token"] = session.refresh_token(METADATA["token_endpoint"])
        except OAuthError:
            return self.say("Not renewed")
        self.say(f"Renewed for {session.get(METADATA['userinfo_endpoint']).json()['name']}")

    def logout(self):
        parameters = {"post_logout_redirect_uri": f"{ORIGIN}/", "id_token_hint": self.session["token"]["id_token"]}
        self.begin({}, f"{METADATA['end_session_endpoint']}?{urlencode(parameters)}")

    def do_POST(self):
        """The portal says that a session has ended."""
        form = parse_qs(self.rfile.read(int(self.headers["content-length"])).decode())
        claims = jwt.decode(form["logout_token"][0], KEYS, claims_options=OURS)
        claims.validate()
        assert claims.header["typ"] == "logout+jwt"
        for key in [key for key, session in SESSIONS.items() if session.get("sid") == claims["sid"]]:
            del SESSIONS[key]
        self.say("")

    def begin(self, session, location):
        key = secrets.token_urlsafe()
        SESSIONS[key] = session
        self.send_response(303)
        self.send_header("location", location)
        self.send_header("set-cookie", f"authlib-app={key}; Path=/; HttpOnly; SameSite=Lax")
        self.send_header("content-length", "0")
        self.end_headers()

    def say(self, text, status=200):
        self.send_response(status)
        self.send_header("content-type", "text/plain; charset=utf-8")
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        """Only what goes wrong is told."""


ThreadingHTTPServer(("127.0.0.1", PORT), App).serve_forever()
