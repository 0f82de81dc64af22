"""The clients' settings, from arguments and the environment."""

from __future__ import annotations

import os
import re
import ssl
from typing import Optional

from ._async_transport import AsyncTransport
from ._base_url import parse_base_url
from ._exchange import Exchange
from ._retries import checked_max_retries
from ._secret import Secret
from ._transport import Settings, Transport
from ._version import VERSION
from .errors import SvcError

TIMEOUT_SECONDS = 60.0
#: Maximum number of concurrent calls of an asynchronous client.
CONCURRENCY = 32

_OWN_AGENT = f"svc-sdk-python/{VERSION}"


def required(name: str, value: Optional[str], variable: str) -> str:
    """Return a setting, or its environment variable. Raises SvcError if both are missing or empty."""
    found = os.environ.get(variable) if value is None else value
    if not isinstance(found, str) or not found.strip():
        raise SvcError(f"{name} is missing or empty: pass it, or set {variable}.")
    return found


def service_key(token: Optional[str]) -> Secret:
    """Return the service key. Raises SvcError if it's missing or can't be one."""
    text = required("access_token", token, "SVC_TOKEN")
    if text[:1] in ("'", '"'):
        raise SvcError("The token is in quotes, which some tools keep as part of a variable's value. Remove them.")
    if re.fullmatch(r"[\x21-\x7e]+", text) is None:
        raise SvcError("The token contains a character that no service key has, such as a space or a line break.")
    return Secret(text)


def transport(
    base_url: str,
    token: Optional[Secret],
    timeout_seconds: float,
    max_retries: int,
    user_agent: Optional[str],
    tls: Optional[ssl.SSLContext],
) -> Transport:
    """Create a blocking transport."""
    if user_agent is not None and re.fullmatch(r"[\x20-\x7e]+", user_agent) is None:
        raise SvcError("user_agent must be printable ASCII.")
    address = parse_base_url(base_url)
    agent = _OWN_AGENT if user_agent is None else f"{user_agent} {_OWN_AGENT}"
    settings = Settings(address, token, timeout_seconds, checked_max_retries(max_retries), agent)
    return Transport(settings, Exchange(address, tls))


def async_transport(
    base_url: str,
    token: Optional[Secret],
    timeout_seconds: float,
    max_retries: int,
    user_agent: Optional[str],
    tls: Optional[ssl.SSLContext],
    concurrency: int,
) -> AsyncTransport:
    """Create a transport for asyncio."""
    if concurrency < 1:
        raise SvcError("concurrency must be at least 1.")
    return AsyncTransport(transport(base_url, token, timeout_seconds, max_retries, user_agent, tls), concurrency)
