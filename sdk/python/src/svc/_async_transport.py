"""The transport for asyncio: the blocking one, in a limited number of threads.

The standard library has no HTTP client for asyncio. With threads, both clients share one tested transport and all its
rules about retries; a second HTTP implementation could differ exactly where a write is lost.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from ._transport import Response, Request, Transport


class AsyncTransport:
    """Sends requests without blocking the event loop."""

    def __init__(self, transport: Transport, concurrency: int) -> None:
        self._transport = transport
        self._threads = ThreadPoolExecutor(max_workers=concurrency, thread_name_prefix="svc-sdk")

    async def send(self, request: Request) -> Response:
        """Send a request within its time limit, which includes the wait for a thread.

        If the task is cancelled, the connection is closed; a request that was already sent may still take effect.
        """
        limit = self._transport.limit(request)
        future = asyncio.wrap_future(self._threads.submit(self._transport.send_within, request, limit))
        try:
            await asyncio.wait({future}, timeout=limit.seconds_left())
            if future.done():
                return future.result()
        finally:
            if not future.done():
                limit.cancel()
                future.cancel()
        raise self._transport.timeout_error(request)

    async def sleep(self, seconds: float) -> None:
        """Sleep."""
        await asyncio.sleep(seconds)

    async def close(self) -> None:
        """Close the connections that aren't in use. Calls in progress complete as usual."""
        self._threads.shutdown(wait=False)
        self._transport.close()
