"""The time limit of one call."""

import socket
import threading
import time
from typing import Optional

from .errors import ArgumentError

#: The longest limit: what the TypeScript SDK's timers can hold, in seconds.
LIMIT_SECONDS_MAX = (2**31 - 1) / 1000


class Limit:
    """Counts a call's time down, over all of its retries, and can end it early from another thread."""

    def __init__(self, seconds: float) -> None:
        if not 0 < seconds <= LIMIT_SECONDS_MAX:
            raise ArgumentError("INVALID_REQUEST", f"timeout_seconds must be above 0 and at most {LIMIT_SECONDS_MAX}.")
        self._ends = time.monotonic() + seconds
        self._cancelled = threading.Event()
        self._socket: Optional[socket.socket] = None

    def seconds_left(self) -> float:
        """What is left; 0 after the end."""
        return 0.0 if self._cancelled.is_set() else max(0.0, self._ends - time.monotonic())

    def socket_timeout(self) -> float:
        """The timeout for the next operation on a socket. Raises OSError after the end."""
        left = self.seconds_left()
        if left <= 0:
            raise socket.timeout("The time limit passed.")
        return left

    def watch(self, connected: Optional[socket.socket]) -> None:
        """Name the socket that `cancel` has to interrupt."""
        self._socket = connected
        if self._cancelled.is_set():
            self.cancel()

    def cancel(self) -> None:
        """End the call now. A request that was already sent may still take effect."""
        self._cancelled.set()
        connected = self._socket
        if connected is not None:
            try:
                connected.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # It is closed already.

    def sleep(self, seconds: float) -> None:
        """Sleep, but not past the end."""
        self._cancelled.wait(min(seconds, self.seconds_left()))
