"""Webhook endpoints, and the log of deliveries to them."""

from __future__ import annotations

from typing import Optional, Sequence

from .._base_url import segment
from .._transport import Query
from ..models import (
    CreatedWebhookEndpoint,
    Event,
    EventTypePattern,
    WebhookDelivery,
    WebhookDeliveryStatus,
    WebhookEndpoint,
    WebhookEndpointStatus,
)
from .resource import AsyncPages, AsyncResource, given


class AsyncWebhookEndpoints(AsyncResource):
    """The addresses that events are delivered to."""

    async def create(
        self,
        *,
        url: str,
        event_types: Sequence[EventTypePattern],
        description: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> CreatedWebhookEndpoint:
        """Create an endpoint. Its signing secret is returned only this once."""
        body = given(url=url, eventTypes=list(event_types), description=description)
        return await self._change(CreatedWebhookEndpoint, "POST", "", timeout_seconds, body=body)

    async def get(self, endpoint_id: str, *, timeout_seconds: Optional[float] = None) -> WebhookEndpoint:
        """Fetch an endpoint, without its secret."""
        return await self._get(WebhookEndpoint, f"/{segment(endpoint_id, 'endpoint_id')}", timeout_seconds)

    async def update(
        self,
        endpoint_id: str,
        *,
        url: Optional[str] = None,
        event_types: Optional[Sequence[EventTypePattern]] = None,
        description: Optional[str] = None,
        status: Optional[WebhookEndpointStatus] = None,
        timeout_seconds: Optional[float] = None,
    ) -> WebhookEndpoint:
        """Change the given fields; `status` disables and enables the endpoint."""
        types = None if event_types is None else list(event_types)
        body = given(url=url, eventTypes=types, description=description, status=status)
        path = f"/{segment(endpoint_id, 'endpoint_id')}"
        return await self._change(WebhookEndpoint, "PATCH", path, timeout_seconds, body=body)

    async def delete(self, endpoint_id: str, *, timeout_seconds: Optional[float] = None) -> None:
        """Delete an endpoint and the log of its deliveries."""
        await self._delete(f"/{segment(endpoint_id, 'endpoint_id')}", timeout_seconds)

    async def rotate_secret(
        self, endpoint_id: str, *, timeout_seconds: Optional[float] = None
    ) -> CreatedWebhookEndpoint:
        """Create a new secret; for 24 hours, deliveries are signed with both."""
        path = f"/{segment(endpoint_id, 'endpoint_id')}:rotate"
        return await self._change(CreatedWebhookEndpoint, "POST", path, timeout_seconds)

    async def test(self, endpoint_id: str, *, timeout_seconds: Optional[float] = None) -> Event:
        """Send an event of type `webhook_endpoint.test` to this endpoint."""
        return await self._change(Event, "POST", f"/{segment(endpoint_id, 'endpoint_id')}:test", timeout_seconds)

    async def redeliver(
        self, endpoint_id: str, event_id: str, *, timeout_seconds: Optional[float] = None
    ) -> WebhookDelivery:
        """Send an event again now, with the same `webhook-id`."""
        path = f"/{segment(endpoint_id, 'endpoint_id')}/deliveries/{segment(event_id)}:redeliver"
        return await self._change(WebhookDelivery, "POST", path, timeout_seconds)

    def deliveries(
        self,
        endpoint_id: str,
        *,
        status: Optional[WebhookDeliveryStatus] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncPages[WebhookDelivery]:
        """List sent and pending deliveries to an endpoint, newest event first."""
        path = f"/{segment(endpoint_id, 'endpoint_id')}/deliveries"
        query: Query = {"status": status, "limit": limit, "cursor": cursor}
        return self._pages(WebhookDelivery, path, "deliveries", query, timeout_seconds)

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncPages[WebhookEndpoint]:
        """List endpoints, newest first, without their secrets."""
        query: Query = {"limit": limit, "cursor": cursor}
        return self._pages(WebhookEndpoint, "", "webhookEndpoints", query, timeout_seconds)
