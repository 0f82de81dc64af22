"""One request, one response. This is the only file in the SDK that opens sockets.

`http.client` follows no redirect and sends nothing twice.
"""

from __future__ import annotations

import http.client
import io
import os
import selectors
import socket
import ssl
import threading
import time
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Tuple

from ._base_url import BaseUrl
from ._limit import Limit
from ._proxy import Proxy, find_proxy, read_answer

#: How long an unused connection is kept, in seconds; less than servers and load balancers usually wait.
_IDLE_SECONDS = 5.0
_IDLE_CONNECTIONS_MAX = 32


@dataclass(frozen=True)
class Outgoing:
    """A request to send. `headers` contain the service key, so they are not in `repr`."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: Optional[bytes]

    def __repr__(self) -> str:
        return f"Outgoing(method={self.method!r})"


@dataclass(frozen=True)
class Incoming:
    """A complete response. The body may hold secrets, so `repr` doesn't show it."""

    status: int
    text: str
    headers: Mapping[str, str]
    """Names in lower case."""

    def __repr__(self) -> str:
        return f"Incoming(status={self.status})"


class _Reader(io.RawIOBase):
    """Reads from a socket within a call's time limit."""

    def __init__(self, timed: _TimedSocket) -> None:
        self._timed = timed

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._timed.raw.settimeout(self._timed.limit.socket_timeout())
        return self._timed.raw.recv_into(buffer)


class _TimedSocket:
    """The socket for `http.client`. A socket's own timeout would restart with every byte."""

    def __init__(self, raw: socket.socket, limit: Limit) -> None:
        self.raw = raw
        self.limit = limit

    def sendall(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            self.raw.settimeout(self.limit.socket_timeout())
            rest = rest[self.raw.send(rest) :]

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(_Reader(self))

    def close(self) -> None:
        self.raw.close()


class _Connection(NamedTuple):
    client: http.client.HTTPConnection
    timed: _TimedSocket


class Exchange:
    """Sends requests to one server, over connections that are kept open and reused."""

    def __init__(self, base_url: BaseUrl, tls: Optional[ssl.SSLContext]) -> None:
        self._idle: List[Tuple[float, _Connection]] = []
        self._lock = threading.Lock()
        self._process = os.getpid()
        self._base_url = base_url
        self._proxy = find_proxy(base_url)
        self._tls = (tls or ssl.create_default_context()) if base_url.is_https else None

    def __del__(self) -> None:
        """Close the connections, so a client that lives as long as its program needs no `close`."""
        self.close()

    def send(self, outgoing: Outgoing, limit: Limit) -> Optional[Incoming]:
        """Send once. Returns None if no complete response arrived.

        It doesn't raise, because an error's traceback would lead to the headers.
        """
        connection: Optional[_Connection] = None
        incoming: Optional[Incoming] = None
        is_reusable = False
        try:
            connection = self._take(limit) or self._open(limit)
            limit.watch(connection.timed.raw)
            client = connection.client
            client.request(outgoing.method, outgoing.path, outgoing.body, dict(outgoing.headers))
            response = client.getresponse()
            text = response.read().decode("utf-8", "replace")
            incoming = Incoming(response.status, text, _lower(response))
            is_reusable = not response.will_close
        except (OSError, http.client.HTTPException):
            pass
        finally:
            limit.watch(None)
            if connection is not None:
                self._release(connection, is_reusable)
        return incoming

    def close(self) -> None:
        """Close the connections that aren't in use."""
        with self._lock:
            idle, self._idle = self._idle, []
        for _, connection in idle:
            connection.client.close()

    def _open(self, limit: Limit) -> _Connection:
        base_url = self._base_url
        raw = _connect_through(self._proxy, base_url, limit)
        if self._tls is not None:
            raw.settimeout(limit.socket_timeout())
            try:
                raw = self._tls.wrap_socket(raw, server_hostname=base_url.host)
            except BaseException:
                raw.close()
                raise
        timed = _TimedSocket(raw, limit)
        # `http.client` must not reopen a closed connection, because it would ignore the time limit.
        client = http.client.HTTPConnection(base_url.host, base_url.port)
        client.auto_open = 0
        client.sock = timed
        return _Connection(client, timed)

    def _take(self, limit: Limit) -> Optional[_Connection]:
        """Return an idle connection. One that is readable was closed by the server, so it's dropped."""
        self._forget_after_fork()
        while True:
            with self._lock:
                if not self._idle:
                    return None
                since, connection = self._idle.pop()
            if time.monotonic() - since < _IDLE_SECONDS and not _is_readable(connection.timed.raw):
                connection.timed.limit = limit
                return connection
            connection.client.close()

    def _release(self, connection: _Connection, is_reusable: bool) -> None:
        with self._lock:
            if is_reusable and len(self._idle) < _IDLE_CONNECTIONS_MAX:
                self._idle.append((time.monotonic(), connection))
                return
        connection.client.close()

    def _forget_after_fork(self) -> None:
        """Two processes on one connection would read each other's responses."""
        if self._process != os.getpid():
            # The lock may have been held when the process was forked. Closing ends the connection only for this process.
            self._process, self._lock = os.getpid(), threading.Lock()
            self.close()


def _connect_through(proxy: Optional[Proxy], base_url: BaseUrl, limit: Limit) -> socket.socket:
    """Connect to the server, or ask the proxy for a tunnel to it."""
    if proxy is None:
        return _connect(base_url.host, base_url.port, limit)
    raw = _connect(proxy.host, proxy.port, limit)
    try:
        _TimedSocket(raw, limit).sendall(proxy.request_for(base_url))

        def receive() -> bytes:
            raw.settimeout(limit.socket_timeout())
            return raw.recv(1)

        read_answer(receive)
    except BaseException:
        raw.close()
        raise
    return raw


def _connect(host: str, port: int, limit: Limit) -> socket.socket:
    """Try each address of the host. The operating system looks up the name, with its own time limit."""
    failure: OSError = OSError("The host has no address.")
    for family, kind, protocol, _, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        raw = socket.socket(family, kind, protocol)
        try:
            raw.settimeout(limit.socket_timeout())
            raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            raw.connect(address)
            return raw
        except OSError as error:
            raw.close()
            failure = error
    raise failure


def _is_readable(raw: socket.socket) -> bool:
    with selectors.DefaultSelector() as selector:
        selector.register(raw, selectors.EVENT_READ)
        return len(selector.select(0)) > 0


def _lower(response: http.client.HTTPResponse) -> Dict[str, str]:
    headers: Dict[str, str] = {}
    for name, value in response.getheaders():
        known = headers.get(name.lower())
        headers[name.lower()] = value if known is None else f"{known}, {value}"
    return headers
