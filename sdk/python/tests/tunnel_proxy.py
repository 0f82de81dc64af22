"""An HTTP proxy on loopback for CONNECT, whose tunnels all lead to one port."""

from __future__ import annotations

import socket
import threading
from typing import List


class TunnelProxy:
    """Use it in a `with` statement. `heads` are the requests that it received."""

    def __init__(self, port: int, *, answer: bytes = b"HTTP/1.1 200 OK\r\n\r\n") -> None:
        self.heads: List[bytes] = []
        self._port = port
        self._answer = answer
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.host = f"127.0.0.1:{self._listener.getsockname()[1]}"

    def __enter__(self) -> TunnelProxy:
        threading.Thread(target=self._serve, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.close()

    def _serve(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            head = b""
            while not head.endswith(b"\r\n\r\n"):
                head += client.recv(1)
            self.heads.append(head)
            client.sendall(self._answer)
            if not self._answer.startswith(b"HTTP/1.1 200"):
                client.close()
                continue
            server = socket.create_connection(("127.0.0.1", self._port))
            for source, sink in ((client, server), (server, client)):
                threading.Thread(target=_pass_on, args=(source, sink), daemon=True).start()


def _pass_on(source: socket.socket, sink: socket.socket) -> None:
    """Each direction closes the socket that it reads once that one has ended."""
    try:
        while data := source.recv(65_536):
            sink.sendall(data)
        sink.shutdown(socket.SHUT_WR)
    except OSError:
        pass
    source.close()
