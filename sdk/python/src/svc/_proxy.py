"""The HTTP proxy that `HTTPS_PROXY` names, and tunnels through it.

It is used for tunnels only, so it sees the server's name and no request.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass, field
from typing import Callable, Optional
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies_environment

from ._base_url import BaseUrl
from .errors import SvcError

_HEAD_BYTES_MAX = 16 * 1024


@dataclass(frozen=True)
class Proxy:
    """A proxy. Its credentials are not in `repr`."""

    host: str
    port: int
    authorization: str = field(repr=False)
    """A header line, or nothing."""

    def request_for(self, base_url: BaseUrl) -> bytes:
        """The request that asks for a tunnel to the server."""
        host = f"[{base_url.host}]" if ":" in base_url.host else base_url.host
        authority = f"{host}:{base_url.port}"
        return f"CONNECT {authority} HTTP/1.1\r\nhost: {authority}\r\n{self.authorization}\r\n".encode("ascii")


def find_proxy(base_url: BaseUrl) -> Optional[Proxy]:
    """Return the proxy for this server; None without one, for http, or if `NO_PROXY` names the server.

    Raises SvcError, which doesn't quote it, for a URL that isn't an HTTP proxy's.
    """
    if not base_url.is_https:
        return None
    proxies = getproxies_environment()
    text = proxies.get("https", "")
    if text == "" or _is_named(base_url, proxies.get("no", "")):
        return None
    wrong = SvcError("HTTPS_PROXY must be the URL of an HTTP proxy, such as http://proxy.internal:3128.")
    try:
        parts = urlsplit(text if "://" in text else f"http://{text}")
        host, port = parts.hostname, parts.port or 80
    except ValueError:
        raise wrong from None
    if parts.scheme != "http" or not host or parts.path not in ("", "/") or parts.query or parts.fragment:
        raise wrong
    authorization = ""
    if parts.username is not None:
        credentials = f"{unquote(parts.username)}:{unquote(parts.password or '')}".encode()
        authorization = f"proxy-authorization: Basic {base64.b64encode(credentials).decode()}\r\n"
    return Proxy(host, port, authorization)


def _is_named(base_url: BaseUrl, no_proxy: str) -> bool:
    """Whether `NO_PROXY` names a host, by itself, with a domain above it, or with its port."""
    places = (base_url.host.lower(), f"{base_url.host}:{base_url.port}".lower())
    for name in no_proxy.lower().replace(",", " ").split():
        bare = name[2:] if name.startswith("*.") else name.lstrip(".")
        if name == "*" or (bare != "" and any(place == bare or place.endswith(f".{bare}") for place in places)):
            return True
    return False


def read_answer(receive: Callable[[], bytes]) -> None:
    """Read the proxy's response, byte by byte because the tunnel begins after it. Raises OSError if it refuses."""
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        byte = receive()
        if byte == b"" or len(head) > _HEAD_BYTES_MAX:
            raise OSError("The proxy closed the connection.")
        head += byte
    status = head.split(b" ", 2)[1:2]
    if not head.startswith(b"HTTP/1.") or status != [b"200"]:
        raise OSError("The proxy refused to open a tunnel.")
