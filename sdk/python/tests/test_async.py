"""Features of only the asyncio client: cancellation, and a limited number of concurrent calls."""

import asyncio
import threading
import time
import unittest
from unittest.mock import patch

import svc
from svc._limit import Limit
from local_server import LocalServer

TOKEN = "svc_live_canary"


class Async(unittest.IsolatedAsyncioTestCase):
    async def test_makes_calls_at_the_same_time_without_blocking_the_loop(self) -> None:
        with LocalServer() as server:
            async with svc.AsyncSvc(base_url=server.url, access_token=TOKEN) as client:
                profiles = await asyncio.gather(*(client.profile() for _ in range(8)))
                self.assertEqual([profile.id for profile in profiles], ["scl_1"] * 8)

    async def test_hangs_up_when_its_task_is_cancelled_and_does_not_retry(self) -> None:
        with LocalServer(is_silent=True) as server:
            async with svc.AsyncSvc(base_url=server.url, access_token=TOKEN) as client:
                task = asyncio.ensure_future(client.profile())
                await asyncio.get_running_loop().run_in_executor(None, server.has_request.wait, 10)
                task.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await task
                hung_up = await asyncio.get_running_loop().run_in_executor(None, server.has_hung_up.wait, 10)
                self.assertTrue(hung_up)
            self.assertEqual(len(server.paths), 1)

    async def test_sends_nothing_again_if_its_task_is_cancelled_while_it_waits_for_retry_after(self) -> None:
        waits = threading.Event()

        def sleep(limit: Limit, seconds: float) -> None:
            waits.set()
            real_sleep(limit, seconds)

        real_sleep = Limit.sleep
        loop = asyncio.get_running_loop()
        with LocalServer(is_unavailable=True) as server, patch.object(Limit, "sleep", sleep):
            async with svc.AsyncSvc(base_url=server.url, access_token=TOKEN) as client:
                task = asyncio.ensure_future(client.profile())
                self.assertTrue(await loop.run_in_executor(None, waits.wait, 10))
                task.cancel()
                started = time.monotonic()
                with self.assertRaises(asyncio.CancelledError):
                    await task
                # Until the call's thread has ended, it could still send something.
                await loop.run_in_executor(None, client._transport._threads.shutdown)
                self.assertLess(time.monotonic() - started, 4)
            self.assertEqual(len(server.paths), 1)

    async def test_counts_the_wait_for_a_free_thread_and_then_sends_nothing(self) -> None:
        with LocalServer(is_silent=True) as server:
            async with svc.AsyncSvc(base_url=server.url, access_token=TOKEN, concurrency=1) as client:
                first = asyncio.ensure_future(client.profile())
                await asyncio.get_running_loop().run_in_executor(None, server.has_request.wait, 10)
                started = time.monotonic()
                with self.assertRaises(svc.ApiTimeoutError):
                    await client.profile(timeout_seconds=0.1)
                self.assertLess(time.monotonic() - started, 30)
                first.cancel()
            self.assertEqual(len(server.paths), 1)

    async def test_fetches_one_page_or_all_items(self) -> None:
        with LocalServer() as server:
            async with svc.AsyncSvc(base_url=server.url, access_token=TOKEN) as client:
                with self.assertRaises(svc.UnexpectedResponseError):
                    await client.tenants.list().page()


if __name__ == "__main__":
    unittest.main()
