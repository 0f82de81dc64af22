"""The client for an svc server."""

from __future__ import annotations

import ssl
from types import TracebackType
from typing import Dict, List, Optional, Type

from .._transport import Transport
from .._base_url import segment
from .._construction import TIMEOUT_SECONDS, transport, required, service_key
from .._keys import new_idempotency_key
from .._retries import MAX_RETRIES
from .._transport import Query
from ..models import ActionMatch, AuditEvent, Provider, ProviderPage, ServiceClient, Tenant
from .events import Events
from .resource import Pages, Resource, given
from .tenant import TenantScope
from .agent_authorizations import AgentAuthorizations
from .delegated_tokens import DelegatedTokens
from .webhook_endpoints import WebhookEndpoints


class Tenants(Resource):
    """Tenants of the service client."""

    def create(
        self,
        *,
        external_id: str,
        display_name: str,
        label: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Tenant:
        """Create a tenant. `external_id` is your own id for it, unique within the service client."""
        body = given(externalId=external_id, displayName=display_name, label=label)
        key = new_idempotency_key() if idempotency_key is None else idempotency_key
        return self._change(Tenant, "POST", "", timeout_seconds, body=body, key=key)

    def get(self, tenant_id: str, *, timeout_seconds: Optional[float] = None) -> Tenant:
        """Fetch a tenant."""
        return self._get(Tenant, f"/{segment(tenant_id, 'tenant_id')}", timeout_seconds)

    def update(
        self,
        tenant_id: str,
        *,
        display_name: Optional[str] = None,
        label: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Tenant:
        """Rename a tenant, or change its label. An empty label removes it."""
        body = {**given(displayName=display_name)}
        if label is not None:
            body["label"] = label or None
        return self._change(Tenant, "PATCH", f"/{segment(tenant_id, 'tenant_id')}", timeout_seconds, body=body)

    def delete(
        self, tenant_id: str, *, force: Optional[bool] = None, timeout_seconds: Optional[float] = None
    ) -> None:
        """Delete a tenant. Disconnects its connections and destroys their credentials.

        `force` deletes it even if outcomes are unknown.
        """
        self._delete(f"/{segment(tenant_id, 'tenant_id')}", timeout_seconds, query={"force": force})

    def list(
        self,
        *,
        external_id: Optional[str] = None,
        label: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Pages[Tenant]:
        """List tenants, newest first. `limit` is per page."""
        query: Query = {"externalId": external_id, "label": label, "limit": limit, "cursor": cursor}
        return self._pages(Tenant, "", "tenants", query, timeout_seconds)


class AuditEvents(Resource):
    """The audit trail of the service client: changes, and every use of a credential."""

    def list(
        self,
        *,
        type: Optional[str] = None,
        tenant_id: Optional[str] = None,
        subject: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Pages[AuditEvent]:
        """List audit events, newest first."""
        query: Query = {"type": type, "tenant_id": tenant_id, "subject": subject, "limit": limit, "cursor": cursor}
        return self._pages(AuditEvent, "", "auditEvents", query, timeout_seconds)


class Svc:
    """A client for one server with one service key.

    `base_url` and `token` are read from `SVC_API_URL` and `SVC_TOKEN` if omitted. Keep the token in your backend.
    `timeout_seconds` limits each call, including retries. `max_retries`, from 0 to 10, is how often a request is sent
    again at most, if it can't act twice: after a transport failure, and after a 503 that svc says may be retried, if it
    asks for a wait of at most 5 seconds in all. `user_agent` is prepended to the SDK's own. `tls` replaces the default
    context, for example to trust a private authority.

    Raises SvcError if the token is missing or a setting is invalid.
    """

    def __init__(
        self,
        *,
        base_url: Optional[str] = None,
        token: Optional[str] = None,
        timeout_seconds: float = TIMEOUT_SECONDS,
        max_retries: int = MAX_RETRIES,
        user_agent: Optional[str] = None,
        tls: Optional[ssl.SSLContext] = None,
    ) -> None:
        key = service_key(token)
        address = required("base_url", base_url, "SVC_API_URL")
        self._transport: Transport = transport(
            address,
            key,
            timeout_seconds,
            max_retries,
            user_agent,
            tls,
        )
        self._base_url = address
        self._connection_providers: Dict[str, str] = {}
        self._v1 = Resource(self._transport, "/v1")
        self.tenants = Tenants(self._transport, "/v1/tenants")
        self.audit_events = AuditEvents(self._transport, "/v1/audit-events")
        self.events = Events(self._transport, "/v1/events")
        self.agent_authorizations = AgentAuthorizations(self._transport, "/v1/agent-authorizations")
        self.delegated_tokens = DelegatedTokens(self._transport, "/v1/delegated-tokens")
        self.webhook_endpoints = WebhookEndpoints(self._transport, "/v1/webhook-endpoints")

    def tenant(self, tenant_id: str) -> TenantScope:
        """The calls for one tenant. Sends nothing. Raises ArgumentError if the id is empty or a dot segment."""
        return TenantScope(self._transport, tenant_id, self._connection_providers)

    def profile(self, *, timeout_seconds: Optional[float] = None) -> ServiceClient:
        """The masked profile of the service client that this key belongs to."""
        return self._v1._get(ServiceClient, "/service-client", timeout_seconds)

    def __repr__(self) -> str:
        return f"Svc(base_url={self._base_url!r})"

    def close(self) -> None:
        """Close the client's connections."""
        self._transport.close()

    def __enter__(self) -> Svc:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.close()


class PublicCatalog:
    """The public catalog, which needs no key. The settings are those of `Svc`."""

    def __init__(
        self,
        *,
        base_url: Optional[str] = None,
        timeout_seconds: float = TIMEOUT_SECONDS,
        max_retries: int = MAX_RETRIES,
        user_agent: Optional[str] = None,
        tls: Optional[ssl.SSLContext] = None,
    ) -> None:
        address = required("base_url", base_url, "SVC_API_URL")
        self._transport: Transport = transport(
            address,
            None,
            timeout_seconds,
            max_retries,
            user_agent,
            tls,
        )
        self._catalog = Resource(self._transport, "/api/catalog/v1")

    def providers(self, *, timeout_seconds: Optional[float] = None) -> List[Provider]:
        """Every provider that the server's code contains."""
        return self._catalog._all(Provider, "/providers", "providers", {}, timeout_seconds)

    def provider(self, slug: str, *, timeout_seconds: Optional[float] = None) -> ProviderPage:
        """A provider with every action and its schemas."""
        return self._catalog._get(ProviderPage, f"/providers/{segment(slug)}", timeout_seconds)

    def search_actions(
        self,
        query: str,
        *,
        provider: Optional[str] = None,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> List[ActionMatch]:
        """Search all actions, best match first. Accepts words in any order, such as `create issue`."""
        words: Query = {"query": query, "provider": provider, "limit": limit}
        return self._catalog._all(ActionMatch, "/actions", "actions", words, timeout_seconds)

    def close(self) -> None:
        """Close the catalog's connections."""
        self._transport.close()
