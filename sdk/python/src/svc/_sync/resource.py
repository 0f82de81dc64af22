"""The building blocks of every group of calls."""

from __future__ import annotations

import time
from typing import Any, Iterator, Callable, Generic, List, Mapping, Optional, Tuple, Type, TypeVar

from .._transport import Transport
from .._json import as_list, as_object
from .._model import Model
from .._transport import NO_QUERY, Query, Request
from ..errors import ApiTimeoutError, UnexpectedResponseError, WaitTimeoutError
from ..models import ConnectSession, Execution, Proposal

Item = TypeVar("Item", bound=Model)
Polled = TypeVar("Polled", ConnectSession, Execution, Proposal)

#: Time limit for one request of a wait.
REQUEST_TIMEOUT_SECONDS = 60.0


class Page(Generic[Item]):
    """One page of a list; `next_cursor` is None on the last."""

    def __init__(self, items: Tuple[Item, ...], next_cursor: Optional[str]) -> None:
        self.items = items
        self.next_cursor = next_cursor

    def __repr__(self) -> str:
        return f"Page(items={self.items!r}, next_cursor={self.next_cursor!r})"


class Pages(Generic[Item]):
    """A list: iterate over it for all items, or call `page` for one page. Nothing is sent before that."""

    def __init__(
        self,
        transport: Transport,
        kind: Type[Item],
        name: str,
        request: Callable[[Optional[str]], Request],
        is_meant: Callable[[Item], bool],
    ) -> None:
        self._transport = transport
        self._kind = kind
        self._name = name
        self._request = request
        self._is_meant = is_meant

    def page(self, cursor: Optional[str] = None) -> Page[Item]:
        """Fetch the first page, or the one at a cursor."""
        response = self._transport.send(self._request(cursor))
        next_cursor = response.body.get("nextCursor")
        items = tuple(item for item in models(self._kind, response.body, self._name) if self._is_meant(item))
        return Page(items, next_cursor if isinstance(next_cursor, str) else None)

    def __iter__(self) -> Iterator[Item]:
        page = self.page()
        while True:
            for item in page.items:
                yield item
            if page.next_cursor is None:
                return
            page = self.page(page.next_cursor)


class Resource:
    """Calls below one path of the API."""

    def __init__(self, transport: Transport, base: str) -> None:
        self._transport = transport
        self._base = base

    def _get(
        self, kind: Type[Item], path: str, timeout_seconds: Optional[float], query: Query = NO_QUERY
    ) -> Item:
        request = Request("GET", self._base + path, query=query, timeout_seconds=timeout_seconds)
        return kind((self._transport.send(request)).body)

    def _change(
        self,
        kind: Type[Item],
        method: str,
        path: str,
        timeout_seconds: Optional[float],
        *,
        body: Optional[Mapping[str, Any]] = None,
        key: Optional[str] = None,
    ) -> Item:
        request = Request(method, self._base + path, body=body, key=key, timeout_seconds=timeout_seconds)
        response = self._transport.send(request)
        return kind(response.body)

    def _delete(self, path: str, timeout_seconds: Optional[float], query: Query = NO_QUERY) -> None:
        self._transport.send(Request("DELETE", self._base + path, query=query, timeout_seconds=timeout_seconds))

    def _all(
        self, kind: Type[Item], path: str, name: str, query: Query, timeout_seconds: Optional[float]
    ) -> List[Item]:
        request = Request("GET", self._base + path, query=query, timeout_seconds=timeout_seconds)
        response = self._transport.send(request)
        return models(kind, response.body, name)

    def _poll(
        self,
        kind: Type[Polled],
        path: str,
        *,
        what: str,
        is_done: Callable[[Polled], bool],
        pause_seconds: Callable[[int], float],
        limit_seconds: float,
        request_timeout_seconds: float,
        on_poll: Optional[Callable[[Polled], None]],
    ) -> Polled:
        """Fetch until the resource is done. Raises WaitTimeoutError, which names `what`, if it isn't done in time.

        `pause_seconds` receives the number of polls so far.
        """
        until = time.monotonic() + limit_seconds
        status = "not known"
        polls = 0
        while True:
            left = until - time.monotonic()
            if left <= 0:
                raise WaitTimeoutError(f"{what} didn't end in time; its status is {status}.")
            try:
                resource = self._get(kind, path, min(left, request_timeout_seconds))
                if on_poll is not None:
                    on_poll(resource)
                if is_done(resource):
                    return resource
                status = resource.status
            except ApiTimeoutError:
                if time.monotonic() < until:
                    raise
            polls += 1
            self._transport.sleep(max(0.0, min(pause_seconds(polls), until - time.monotonic())))

    def _pages(
        self,
        kind: Type[Item],
        path: str,
        name: str,
        query: Query,
        timeout_seconds: Optional[float],
        is_meant: Callable[[Item], bool] = lambda _item: True,
    ) -> Pages[Item]:
        def request(cursor: Optional[str]) -> Request:
            at = query if cursor is None else {**query, "cursor": cursor}
            return Request("GET", self._base + path, query=at, timeout_seconds=timeout_seconds)

        return Pages(self._transport, kind, name, request, is_meant)


def given(**fields: Any) -> Mapping[str, Any]:
    """Return the fields that the caller passed, for a body. None means that a field was omitted."""
    return {name: value for name, value in fields.items() if value is not None}


def models(kind: Type[Item], body: Mapping[str, Any], name: str) -> List[Item]:
    """Parse the items of a list, `{<name>: […]}`. Raises UnexpectedResponseError for anything else."""
    found = as_list(body.get(name))
    items = [as_object(item) for item in found or ()]
    if found is None or None in items:
        raise UnexpectedResponseError(200, None)
    return [kind(item) for item in items if item is not None]
