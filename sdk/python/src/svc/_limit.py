"""The time limit of one call."""

import socket
import threading
import time
from typing import Optional

from .errors import ArgumentError

#: The longest limit, in seconds: the one that the TypeScript SDK's timers support.
LIMIT_SECONDS_MAX = (2**31 - 1) / 1000


class Limit:
    """Counts down a call's time, across its retries, and can cancel it from another thread."""

    def __init__(self, seconds: float) -> None:
        if not 0 < seconds <= LIMIT_SECONDS_MAX:
            raise ArgumentError("INVALID_REQUEST", f"timeout_seconds must be above 0 and at most {LIMIT_SECONDS_MAX}.")
        self._ends = time.monotonic() + seconds
        self._cancelled = threading.Event()
        self._socket: Optional[socket.socket] = None

    def seconds_left(self) -> float:
        """Return the remaining time; 0 after the end."""
        return 0.0 if self._cancelled.is_set() else max(0.0, self._ends - time.monotonic())

    def socket_timeout(self) -> float:
        """The timeout for the next operation on a socket. Raises OSError after the end."""
        left = self.seconds_left()
        if left <= 0:
            raise socket.timeout("The time limit passed.")
        return left

    def watch(self, connected: Optional[socket.socket]) -> None:
        """Set the socket that `cancel` has to interrupt."""
        self._socket = connected
        if self._cancelled.is_set():
            self.cancel()

    def cancel(self) -> None:
        """Cancel the call now. A request that was already sent may still take effect."""
        self._cancelled.set()
        connected = self._socket
        if connected is not None:
            try:
                connected.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # It is already closed.

    def sleep(self, seconds: float) -> None:
        """Sleep, but not past the end."""
        self._cancelled.wait(min(seconds, self.seconds_left()))
