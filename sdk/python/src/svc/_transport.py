"""Sends requests. Retries only GETs and requests with a key, with the same key and body."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from typing import Any, Dict, Mapping, NamedTuple, Optional, Union
from urllib.parse import urlencode

from ._base_url import BaseUrl
from ._exchange import Exchange, Incoming, Outgoing
from ._json import as_object, parse_json
from ._keys import checked_key
from ._limit import Limit
from ._problem import create_api_error, parse_problem
from ._retries import Retries
from ._secret import Secret
from .errors import ApiConnectionError, ApiError, ApiTimeoutError, ArgumentError, UnexpectedResponseError

Query = Mapping[str, Union[str, int, bool, None]]
NO_QUERY: Query = {}


@dataclass(frozen=True)
class Request:
    """One request."""

    method: str
    path: str
    query: Query = field(default_factory=lambda: NO_QUERY)
    body: Optional[Mapping[str, Any]] = field(default=None, repr=False)
    key: Optional[str] = None
    timeout_seconds: Optional[float] = None


class Response(NamedTuple):
    """A response from svc; `body` is empty for a 204."""

    body: Dict[str, Any]
    replayed: bool
    status: int

    def __repr__(self) -> str:
        return f"Response(replayed={self.replayed})"


@dataclass(frozen=True)
class Settings:
    """Settings of a transport. `token` is sent as the bearer token and never appears in an error."""

    base_url: BaseUrl
    token: Optional[Secret]
    timeout_seconds: float
    max_retries: int
    user_agent: str


class Transport:
    """The transport of one client."""

    def __init__(self, settings: Settings, exchange: Exchange) -> None:
        self._settings = settings
        self._exchange = exchange

    def limit(self, request: Request) -> Limit:
        """Start the call's time. Raises ArgumentError if the limit is out of range."""
        return Limit(self._seconds(request))

    def timeout_error(self, request: Request) -> ApiTimeoutError:
        """Create the error for a request whose time limit passed."""
        return ApiTimeoutError(request.key, self._settings.base_url.origin, self._seconds(request))

    def send(self, request: Request) -> Response:
        """Send a request within its time limit."""
        return self.send_within(request, self.limit(request))

    def send_within(self, request: Request, limit: Limit) -> Response:
        """Send a request. Every retry sends the same bytes.

        Raises ArgumentError, ApiConnectionError, ApiTimeoutError, UnexpectedResponseError or an ApiError.
        """
        key = None if request.key is None else checked_key(request.key)
        outgoing = self._outgoing(request)
        retries = Retries(self._settings.max_retries if request.method == "GET" or key is not None else 0)
        while True:
            incoming = self._exchange.send(outgoing, limit) if limit.seconds_left() > 0 else None
            if incoming is None:
                if limit.seconds_left() <= 0:
                    raise self.timeout_error(request)
                seconds = retries.after_loss()
                if seconds is None:
                    raise ApiConnectionError(key, self._settings.base_url.origin)
                limit.sleep(seconds)
                continue
            if 200 <= incoming.status < 300:
                return _response(incoming, key, self._settings.base_url.origin)
            error = _error(incoming, request)
            seconds = retries.after_error(error)
            # A response is better than a wait that can't end in time.
            if seconds is None or seconds >= limit.seconds_left():
                if key is not None and retries.is_blind(error):
                    raise ApiConnectionError(key, self._settings.base_url.origin, error) from error
                raise error
            limit.sleep(seconds)

    def sleep(self, seconds: float) -> None:
        """Sleep."""
        time.sleep(seconds)

    def close(self) -> None:
        """Close the connections that aren't in use."""
        self._exchange.close()

    def _seconds(self, request: Request) -> float:
        return self._settings.timeout_seconds if request.timeout_seconds is None else request.timeout_seconds

    def _outgoing(self, request: Request) -> Outgoing:
        settings = self._settings
        headers = {
            "Host": settings.base_url.authority,
            "Accept": "application/json",
            "User-Agent": settings.user_agent,
        }
        if settings.token is not None:
            headers["Authorization"] = f"Bearer {settings.token.reveal()}"
        if request.body is not None:
            headers["Content-Type"] = "application/json"
        if request.key is not None:
            headers["Idempotency-Key"] = request.key
        path = settings.base_url.path + request.path + _search(request.query)
        return Outgoing(request.method, path, headers, _encode(request.body))


def _response(incoming: Incoming, key: Optional[str], origin: str) -> Response:
    body = as_object(parse_json(incoming.text))
    # svc sends only objects, so no other kind of body can be trusted.
    if body is not None:
        return Response(body, incoming.headers.get("idempotent-replayed") == "true", incoming.status)
    if incoming.status == 204 and incoming.text == "":
        return Response({}, False, incoming.status)
    raise UnexpectedResponseError(incoming.status, key, origin)


def _error(incoming: Incoming, request: Request) -> ApiError:
    write_key = request.key if request.path.endswith(":execute") else None
    return create_api_error(parse_problem(incoming.status, parse_json(incoming.text), incoming.headers.get), write_key)


def _search(query: Query) -> str:
    given = {name: _query_value(value) for name, value in query.items() if value is not None}
    return f"?{urlencode(given)}" if given else ""


def _query_value(value: Union[str, int, bool, None]) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _encode(body: Optional[Mapping[str, Any]]) -> Optional[bytes]:
    if body is None:
        return None
    try:
        return json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    except (TypeError, ValueError, RecursionError):
        pass
    # Outside the block, because the caught error may quote the input.
    raise ArgumentError("INVALID_REQUEST", "The input can't be sent as JSON; nothing was sent.")
