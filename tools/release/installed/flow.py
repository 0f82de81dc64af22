"""A backend's main flow with the installed SDK: tenant, Connect session, connection, a read and a write. Prints the write."""

import json
import os
from typing import Any, Dict, Optional
from urllib.request import Request, urlopen

from svc import Svc, new_idempotency_key

client = Svc()  # reads SVC_API_URL and SVC_TOKEN
api_url = os.environ["SVC_API_URL"]
origin = os.environ["ORIGIN"]

tenant_id = client.tenants.create(external_id="python", display_name="Python Ltd.").id
tenant = client.tenant(tenant_id)
session = tenant.connect_sessions.create(
    provider="doppler",
    auth_kind="static_credential",
    allowed_origin=origin,
    return_url=f"{origin}/connected",
    requested_actions=["secrets.get", "secrets.set"],
)


def browse(path: str, body: Dict[str, Any], secret: Optional[str] = None) -> Dict[str, Any]:
    """Send one request of the end user's browser."""
    headers = {"Content-Type": "application/json", "Origin": origin}
    if secret is not None:
        headers["Authorization"] = f"Bearer {secret}"
    with urlopen(Request(api_url + path, json.dumps(body).encode(), headers)) as response:
        answer: Dict[str, Any] = json.load(response)
        return answer


session_secret = str(browse("/connect/v1/exchange", {"token": session.token})["sessionSecret"])
browse("/connect/v1/credential", {"access_token": os.environ["CREDENTIAL"]}, session_secret)

connection_id = tenant.connect_sessions.wait(session.id, poll_every_seconds=0.1).connection_id
assert connection_id is not None
connection = tenant.connection(connection_id)

place = {"project": "harbor-api", "config": "dev"}
secret = connection.execute("doppler/secrets.get", {**place, "name": "STRIPE_KEY"}).output
assert secret is not None and secret["computed"]

greeting = {**place, "name": "GREETING", "value": "hello"}
result = connection.execute("doppler/secrets.set", greeting, idempotency_key=new_idempotency_key())
print(result.execution.id, result.execution.status)
