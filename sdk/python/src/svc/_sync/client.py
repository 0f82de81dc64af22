"""The client for an svc server."""

from __future__ import annotations

import ssl
from types import TracebackType
from typing import Dict, List, Optional, Type

from .._transport import Transport
from .._base_url import segment
from .._construction import TIMEOUT_SECONDS, transport, required, service_key
from .._retries import MAX_RETRIES
from .._transport import Query
from ..models import ActionMatch, Provider, ProviderPage, ServiceClient
from .calls.agent_authorizations import AgentAuthorizationsCalls
from .calls.audit_events import AuditEventsCalls
from .calls.delegated_tokens import DelegatedTokensCalls
from .calls.events import EventsCalls
from .calls.tenants import TenantsCalls
from .calls.webhook_endpoints import WebhookEndpointsCalls
from .resource import Resource
from .tenant import TenantScope


class Svc:
    """A client for one server with one service key.

    `base_url` and `access_token` are read from `SVC_API_URL` and `SVC_TOKEN` if omitted. Keep the token in your backend.
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
        access_token: Optional[str] = None,
        timeout_seconds: float = TIMEOUT_SECONDS,
        max_retries: int = MAX_RETRIES,
        user_agent: Optional[str] = None,
        tls: Optional[ssl.SSLContext] = None,
    ) -> None:
        key = service_key(access_token)
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
        self.tenants = TenantsCalls(self._transport, "/v1/tenants")
        self.audit_events = AuditEventsCalls(self._transport, "/v1/audit-events")
        self.events = EventsCalls(self._transport, "/v1/events")
        self.agent_authorizations = AgentAuthorizationsCalls(self._transport, "/v1/agent-authorizations")
        self.delegated_tokens = DelegatedTokensCalls(self._transport, "/v1/delegated-tokens")
        self.webhook_endpoints = WebhookEndpointsCalls(self._transport, "/v1/webhook-endpoints")

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
