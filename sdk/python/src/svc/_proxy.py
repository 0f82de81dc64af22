"""The HTTP proxy that `HTTPS_PROXY` names, and tunnels through it.

It is used for tunnels only, so it sees the server's name and no request. The server and the TypeScript SDK read the
variables alike, and all three pass one table of cases (conformance/sdk/no-proxy.json).
"""

from __future__ import annotations

import base64
import os
import re
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Callable, Optional, Union
from urllib.parse import unquote, urlsplit

from ._base_url import BaseUrl
from .errors import SvcError

_HEAD_BYTES_MAX = 16 * 1024
#: This machine.
_HERE = ["localhost", "127.0.0.0/8", "::1"]


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
    """Return the proxy for this server; None without one, for http, for this
    machine, or if `NO_PROXY` names the server.

    Raises SvcError, which doesn't quote it, for a URL that isn't an HTTP proxy's.
    """
    text = _first_of("HTTPS_PROXY", "https_proxy")
    if text == "" or not base_url.is_https or _goes_directly(base_url):
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


def _first_of(*names: str) -> str:
    """The first of these variables that isn't empty."""
    return next((text for text in (os.environ.get(name, "").strip() for name in names) if text != ""), "")


def _goes_directly(base_url: BaseUrl) -> bool:
    """Whether a server is this machine, or `NO_PROXY` names it."""
    entries = _first_of("NO_PROXY", "no_proxy").lower().replace(",", " ").split()
    host = base_url.host.lower()
    return any(_is_named(host[:-1] if host.endswith(".") else host, base_url.port, entry) for entry in _HERE + entries)


def _is_named(host: str, port: int, entry: str) -> bool:
    """Whether an entry is for a host: `*`, a network, an address, or a name with its subdomains; with or without a port."""
    if entry == "*":
        return True
    with_port = re.fullmatch(r"(\[.*\]|[^:]*):([0-9]+)", entry)
    if with_port is not None and int(with_port[2]) != port:
        return False
    place = entry if with_port is None else with_port[1]
    network = _network(re.sub(r"^\[([^\]]*)\]", r"\1", place))
    address = _address(host)
    if network is not None:
        return address is not None and address in network
    name = re.sub(r"^\*?\.", "", place)
    name = name[:-1] if name.endswith(".") else name
    # No domain has an address in it.
    return address is None and name != "" and (host == name or host.endswith(f".{name}"))


def _network(text: str) -> Union[IPv4Network, IPv6Network, None]:
    if re.fullmatch(r"[0-9a-f:.]+(/[0-9]{1,3})?", text) is None:
        return None
    try:
        return ip_network(text, strict=False)
    except ValueError:
        return None


def _address(host: str) -> Union[IPv4Address, IPv6Address, None]:
    """An address, as IPv4 if it is an IPv4 address in IPv6."""
    try:
        address = ip_address(host)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return address if mapped is None else mapped


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
