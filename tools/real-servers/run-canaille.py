"""Runs Canaille with one person, one group and one client, in memory; GET /leave-group takes the person out."""

import datetime
import sys
from wsgiref.simple_server import WSGIRequestHandler, make_server

from canaille import create_app
from canaille.app import models
from canaille.backends import Backend

port, client_id, client_secret, redirect_uri, post_logout_uri = sys.argv[1:6]
url = f"http://127.0.0.1:{port}"
app = create_app(
    config={
        "SECRET_KEY": "test",
        "SERVER_NAME": f"127.0.0.1:{port}",
        "PREFERRED_URL_SCHEME": "http",
        "CANAILLE": {"JAVASCRIPT": False, "TRUSTED_DOMAINS": ["127.0.0.1"]},
        "CANAILLE_OIDC": {},
    }
)


def save(item):
    Backend.instance.save(item)
    return item


with app.app_context():
    people = [
        save(
            models.User(
                user_name=name,
                family_name=name,
                formatted_name=shown,
                emails=[f"{name}@acme.example"],
                password="correct horse",
            )
        )
        for name, shown in [("grace", "Grace Hopper"), ("other", "Other")]
    ]
    save(models.Group(display_name="platform", members=people))
    client = save(
        models.Client(
            client_id=client_id,
            client_id_issued_at=datetime.datetime.now(datetime.timezone.utc),
            client_secret=client_secret,
            client_name="svc",
            client_uri=url,
            redirect_uris=[redirect_uri],
            post_logout_redirect_uris=[post_logout_uri],
            grant_types=["authorization_code", "refresh_token"],
            response_types=["code"],
            scope=["openid", "profile", "email", "groups"],
            token_endpoint_auth_method="client_secret_basic",
        )
    )
    client.audience = [client]
    save(client)


def serve(environ, start_response):
    if environ["PATH_INFO"] != "/leave-group":
        return app(environ, start_response)
    with app.app_context():
        group = Backend.instance.get(models.Group, display_name="platform")
        group.members = [member for member in group.members if member.user_name != "grace"]
        save(group)
    start_response("204 No Content", [])
    return []


class Quiet(WSGIRequestHandler):
    def log_message(self, *args):
        pass


make_server("127.0.0.1", int(port), serve, handler_class=Quiet).serve_forever()
