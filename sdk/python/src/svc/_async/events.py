"""The event log: what changed for the service client, oldest first."""

from __future__ import annotations

from typing import Optional

from .._base_url import segment
from .._transport import Query, Request
from ..models import Event, EventList, EventType
from .resource import AsyncPages, AsyncResource


class AsyncEvents(AsyncResource):
    """The calls for events."""

    def list(
        self,
        *,
        type: Optional[EventType] = None,
        tenant_id: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncPages[Event]:
        """List every event from the cursor to the end of the log."""
        query: Query = {"type": type, "tenant_id": tenant_id, "limit": limit, "cursor": cursor}
        return self._pages(Event, "", "events", query, timeout_seconds)

    async def read(
        self,
        *,
        type: Optional[EventType] = None,
        tenant_id: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> EventList:
        """Read one page. Store its `resume_cursor` and send it as `cursor` to read later events."""
        query: Query = {"type": type, "tenant_id": tenant_id, "limit": limit, "cursor": cursor}
        request = Request("GET", self._base, query=query, timeout_seconds=timeout_seconds)
        response = await self._transport.send(request)
        return EventList(response.body)

    async def get(self, event_id: str, *, timeout_seconds: Optional[float] = None) -> Event:
        """Fetch an event."""
        return await self._get(Event, f"/{segment(event_id, 'event_id')}", timeout_seconds)
