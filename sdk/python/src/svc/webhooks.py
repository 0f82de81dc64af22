"""Verifies deliveries to a webhook endpoint, according to Standard Webhooks (https://www.standardwebhooks.com)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from dataclasses import dataclass
from typing import Any, Mapping, Optional, Union

from .errors import WebhookVerificationError

_TOLERANCE_SECONDS = 300
"""Maximum difference between a delivery's time and now: an older one may be a replayed recording."""


@dataclass(frozen=True)
class WebhookEvent:
    """An event as it is delivered. Look up what you need with the ids in `data`."""

    id: str
    """The event's id. A repeated delivery has the same one."""
    type: str
    """A newer server may send types that this version doesn't know."""
    timestamp: str
    """When it happened, in ISO 8601. Deliveries may arrive out of order."""
    data: Mapping[str, Union[str, int, None]]
    """The ids of its subjects, with `tenant_id` unless it concerns no tenant, and the new state."""


def verify_webhook(
    secret: str, *, headers: Mapping[str, str], body: Union[bytes, str], now: Optional[float] = None
) -> WebhookEvent:
    """Return the event of a delivery if its signature and time are valid.

    `secret` is the endpoint's signing secret, `whsec_…`; during a rotation the old one and the new one both work.
    `headers` may be written in any case. `body` is the body exactly as it arrived, byte for byte: parsing and
    serializing it again changes its signature. `now` is the present time in seconds since the epoch; for tests.

    Raises WebhookVerificationError if a header is missing, the time is more than five minutes off, or no signature
    matches.
    """
    given = {name.lower(): value for name, value in headers.items()}

    def header(name: str) -> str:
        value = given.get(name)
        if not value:
            raise WebhookVerificationError(f"The header {name} is missing.")
        return value

    event_id = header("webhook-id")
    sent = header("webhook-timestamp")
    signatures = header("webhook-signature").split(" ")
    present = time.time() if now is None else now
    if not re.fullmatch(r"[0-9]{1,12}", sent) or abs(present - int(sent)) > _TOLERANCE_SECONDS:
        raise WebhookVerificationError("The delivery's time is more than five minutes from now. Check your clock.")
    key = _decode(secret[len("whsec_") :] if secret.startswith("whsec_") else secret)
    if not key:
        raise WebhookVerificationError("The secret isn't a signing secret.")
    content = body.encode() if isinstance(body, str) else body
    expected = hmac.new(key, f"{event_id}.{sent}.".encode() + content, hashlib.sha256).digest()
    for signature in signatures:
        if not signature.startswith("v1,"):
            continue
        # Compared in constant time.
        if hmac.compare_digest(_decode(signature[len("v1,") :]) or b"", expected):
            event: Any = json.loads(content)
            return WebhookEvent(event_id, event["type"], event["timestamp"], event["data"])
    raise WebhookVerificationError(
        "No signature matches. Check that the secret is this endpoint's and the body is raw."
    )


def _decode(text: str) -> Optional[bytes]:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
