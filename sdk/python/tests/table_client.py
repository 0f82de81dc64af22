"""Reads calls as lines of JSON, makes them with this SDK, and writes each result with the API's names.

Run it as `python3 table_client.py sync` or `async`. The rows, with their expected results, are in `conformance/sdk`.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import traceback
from typing import Any, Dict, List

import svc
from svc._async_transport import AsyncTransport
from svc._limit import Limit
from svc._model import Model
from svc._transport import Transport


#: Classes named differently than in TypeScript, because Python has built-in errors with those names.
CLASSES = {
    "ApiConnectionError": "ConnectionError",
    "ApiTimeoutError": "TimeoutError",
    "PermissionDeniedError": "PermissionError",
}

FACTS = (
    "code status detail requestId retryable retryAfterSeconds executionId connectionId tenantId idempotencyKey "
    "evidence evidenceMayCome proposal"
).split()

waits_ms: List[int] = []


def main(mode: str) -> None:
    stop_sleeping()
    for line in sys.stdin:
        call = json.loads(line)
        waits_ms.clear()
        shown: List[str] = []
        try:
            value = asyncio.run(call_async(call, shown)) if mode == "async" else call_sync(call, shown)
            outcome: Dict[str, Any] = {"result": plain(value)}
            shown += [repr(value), str(value), f"{value}"]
        except svc.SvcError as error:
            outcome = {"error": facts(error)}
            shown += shown_of(error)
        print(json.dumps({**outcome, "waitsMs": waits_ms, "shown": "\n".join(shown)}), flush=True)


def stop_sleeping() -> None:
    """Real waits are 200 ms and more. Here they return immediately and are recorded."""

    def sleep(_self: Any, seconds: float) -> None:
        waits_ms.append(round(seconds * 1000))

    async def async_sleep(_self: Any, seconds: float) -> None:
        waits_ms.append(round(seconds * 1000))

    Limit.sleep = Transport.sleep = sleep
    AsyncTransport.sleep = async_sleep


def settings(call: Dict[str, Any]) -> Dict[str, Any]:
    given = {"base_url": call["baseUrl"]}
    return {**given, "max_retries": call["maxRetries"]} if "maxRetries" in call else given


def call_sync(call: Dict[str, Any], shown: List[str]) -> Any:
    if call["method"]["path"].startswith("catalog."):
        client: Any = svc.PublicCatalog(**settings(call))
    else:
        client = svc.Svc(**settings(call), access_token=call["token"])
    try:
        shown += [repr(client), str(client)]
        returned = invoke(client, call)
        return list(returned) if isinstance(returned, svc.Pages) else returned
    finally:
        client.close()


async def call_async(call: Dict[str, Any], shown: List[str]) -> Any:
    if call["method"]["path"].startswith("catalog."):
        client: Any = svc.AsyncPublicCatalog(**settings(call))
    else:
        client = svc.AsyncSvc(**settings(call), access_token=call["token"])
    try:
        shown += [repr(client), str(client)]
        returned = invoke(client, call)
        if isinstance(returned, svc.AsyncPages):
            return [item async for item in returned]
        return await returned
    finally:
        await client.aclose()


def invoke(client: Any, call: Dict[str, Any]) -> Any:
    path, in_order = call["method"]["path"], call["method"]["inOrder"]
    given = dict(call["arguments"])
    first, *steps = path.split(".")
    if first == "tenant":
        target = client.tenant(given.pop("tenant_id"))
    elif first == "connection":
        target = client.tenant(given.pop("tenant_id")).connection(given.pop("connection_id"))
    else:
        target = client if first == "catalog" else getattr(client, python_name(first))
    for step in steps:
        target = getattr(target, python_name(step))
    ordered = [given.pop(name) for name in in_order]
    named = {}
    for name, value in given.items():
        if re.search("(timeout|wait|pollEvery)Ms", name):
            name, value = f"{name[:-2]}Seconds", value / 1000
        named[python_name(name)] = value
    return target(*ordered, **named)


def python_name(name: str) -> str:
    """Return a name of the API or of TypeScript in snake case; `import` is a word of the language."""
    return "import_" if name == "import" else re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", name)


def plain(value: Any) -> Any:
    """Return a result as data, after reading every attribute."""
    if isinstance(value, list):
        return [plain(item) for item in value]
    if not isinstance(value, Model):
        return value
    data = value.to_dict()
    for name, wire in value._wire.items():
        if wire in data:
            assert as_data(getattr(value, name)) == data[wire], f"{type(value).__name__}.{name}"
    return {**data, "replayed": value.replayed} if isinstance(value, svc.ExecuteResult) else data


def as_data(value: Any) -> Any:
    return plain(value) if isinstance(value, (Model, list)) else value


def facts(error: svc.SvcError) -> Dict[str, Any]:
    name = type(error).__name__
    found: Dict[str, Any] = {"class": CLASSES.get(name, name)}
    for fact in FACTS:
        attribute = re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", fact)
        if hasattr(error, attribute):
            found[fact] = plain(getattr(error, attribute))
    if isinstance(error, svc.ApiError):
        found["errors"] = [vars(place) for place in error.errors]
    if isinstance(error.__cause__, svc.ApiError):
        found["refusal"] = error.__cause__.code
    return found


def shown_of(error: BaseException) -> List[str]:
    """Return what a log may show of an error: its texts, its causes, and the variables in the SDK's frames."""
    shown = [str(error), repr(error), repr(vars(error)), *traceback.format_exception(type(error), error, error.__traceback__)]
    for cause in (error.__cause__, error.__context__):
        if cause is not None:
            shown += shown_of(cause)
    for frame, _ in traceback.walk_tb(error.__traceback__):
        # Error reporting tools show variables too. In other frames they are the caller's arguments.
        if "transport" in frame.f_globals["__name__"] or "exchange" in frame.f_globals["__name__"]:
            shown.append(repr(frame.f_locals))
    return shown


if __name__ == "__main__":
    main(sys.argv[1])
