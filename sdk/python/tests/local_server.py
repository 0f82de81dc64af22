"""A server on loopback that answers every request with one object, with one 503, or not at all."""

from __future__ import annotations

import http.server
import ssl
import threading
from pathlib import Path
from typing import List, Optional

PROJECT = Path(__file__).parents[3]
#: For this machine.
CERTIFICATES = PROJECT / "packages/server/test/adapters/egress"
#: For svc.internal.
NAMED_CERTIFICATES = PROJECT / "packages/cli/test/fixture"
#: Sent with `Retry-After: 5`.
UNAVAILABLE = b'{"status":503,"code":"OVERLOADED","retryable":true}'


class LocalServer:
    """Use it in a `with` statement. `connections` counts opened connections; `paths` are those of the requests."""

    def __init__(
        self,
        *,
        is_silent: bool = False,
        is_unavailable: bool = False,
        closes_afterwards: bool = False,
        has_tls: bool = False,
        certificates: Path = CERTIFICATES,
    ) -> None:
        self.connections = 0
        self.paths: List[str] = []
        self.has_request = threading.Event()
        self.has_hung_up = threading.Event()
        self.has_closed = threading.Event()
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            timeout = 10

            def setup(self) -> None:
                super().setup()
                outer.connections += 1

            def do_GET(self) -> None:
                outer.paths.append(self.path)
                outer.has_request.set()
                if is_silent:
                    if self.rfile.read(1) == b"":
                        outer.has_hung_up.set()
                    self.close_connection = True
                    return
                body = UNAVAILABLE if is_unavailable else b'{"id":"scl_1"}'
                self.send_response(503 if is_unavailable else 200)
                self.send_header("Content-Length", str(len(body)))
                if is_unavailable:
                    self.send_header("Retry-After", "5")
                self.end_headers()
                self.wfile.write(body)
                self.close_connection = closes_afterwards

            do_PATCH = do_GET

            def finish(self) -> None:
                super().finish()
                self.request.close()
                outer.has_closed.set()

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._server.block_on_close = False
        if has_tls:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificates / "test-only-certificate.pem", certificates / "test-only-key.pem")
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
            # A client that doesn't trust the certificate isn't a server fault.
            self._server.handle_error = lambda request, client_address: None  # type: ignore[method-assign]
        self.url = f"{'https' if has_tls else 'http'}://127.0.0.1:{self._server.server_port}"
        self._thread: Optional[threading.Thread] = None

    def __enter__(self) -> LocalServer:
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
