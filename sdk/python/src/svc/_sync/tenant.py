"""The calls for one tenant."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Sequence

from .._transport import Transport
from .._action_id import bare_action_id
from .._base_url import segment
from .._keys import new_idempotency_key
from .._transport import Query, Request
from ..models import (
    Action,
    ActionMatch,
    AuthKind,
    Connection,
    ConnectionStatus,
    ConnectionTest,
    ImportedConnection,
    PolicyVerdict,
    TenantProvider,
    TenantProviderPage,
)
from .connect_sessions import ConnectSessions
from .connection import ConnectionScope
from .executions import Executions
from .proposals import Proposals
from .resource import Pages, Resource, given


class Providers(Resource):
    """The providers that the tenant can use."""

    def list(self, *, timeout_seconds: Optional[float] = None) -> List[TenantProvider]:
        """List the providers."""
        return self._all(TenantProvider, "", "providers", {}, timeout_seconds)

    def get(self, slug: str, *, timeout_seconds: Optional[float] = None) -> TenantProviderPage:
        """Fetch a provider with the actions that the tenant can use."""
        return self._get(TenantProviderPage, f"/{segment(slug)}", timeout_seconds)


class Actions(Resource):
    """The actions that the tenant can use. An action's id may include its provider, as in `doppler/secrets.get`."""

    def list(self, provider: str, *, timeout_seconds: Optional[float] = None) -> List[Action]:
        """List the actions of a provider, with their schemas."""
        return self._all(Action, f"/providers/{segment(provider)}/actions", "actions", {}, timeout_seconds)

    def get(self, provider: str, action_id: str, *, timeout_seconds: Optional[float] = None) -> Action:
        """Fetch an action with its schemas."""
        path = f"/providers/{segment(provider)}/actions/{segment(bare_action_id(provider, action_id))}"
        return self._get(Action, path, timeout_seconds)

    def search(
        self,
        query: str,
        *,
        provider: Optional[str] = None,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> List[ActionMatch]:
        """Search all actions, best match first. Accepts words in any order, such as `create issue`."""
        words: Query = {"query": query, "provider": provider, "limit": limit}
        return self._all(ActionMatch, "/actions", "actions", words, timeout_seconds)


class Connections(Resource):
    """The tenant's links to accounts at providers."""

    def get(self, connection_id: str, *, timeout_seconds: Optional[float] = None) -> Connection:
        """Fetch a connection."""
        return self._get(Connection, f"/{segment(connection_id, 'connection_id')}", timeout_seconds)

    def disconnect(self, connection_id: str, *, timeout_seconds: Optional[float] = None) -> Connection:
        """Destroy the stored credential; nothing is revoked at the provider."""
        return self._change(Connection, "DELETE", f"/{segment(connection_id, 'connection_id')}", timeout_seconds)

    def import_(
        self,
        *,
        provider: str,
        auth_kind: AuthKind,
        requested_actions: Sequence[str],
        credential: Mapping[str, object],
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> ImportedConnection:
        """Create a connection from a credential that you already have, after the provider has confirmed it.

        Only for service clients that an operator has allowed to import. `dry_run` verifies, and stores nothing.
        """
        body = given(
            provider=provider,
            authKind=auth_kind,
            requestedActions=[bare_action_id(provider, each) for each in requested_actions],
            credential=credential,
            dryRun=dry_run,
        )
        key = new_idempotency_key() if idempotency_key is None else idempotency_key
        return self._change(ImportedConnection, "POST", ":import", timeout_seconds, body=body, key=key)

    def test(
        self,
        connection_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> ConnectionTest:
        """Ask the provider whether it accepts the credential. A rejected credential is a result, not an error."""
        key = new_idempotency_key() if idempotency_key is None else idempotency_key
        path = f"/{segment(connection_id, 'connection_id')}:test"
        return self._change(ConnectionTest, "POST", path, timeout_seconds, key=key)

    def list(
        self,
        *,
        provider: Optional[str] = None,
        status: Optional[ConnectionStatus] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Pages[Connection]:
        """List connections, newest first."""
        query: Query = {"provider": provider, "status": status, "limit": limit, "cursor": cursor}
        return self._pages(Connection, "", "connections", query, timeout_seconds)


class TenantScope:
    """The calls for one tenant. Every path is below it, so no call can reach another tenant by mistake."""

    def __init__(self, transport: Transport, tenant_id: str, providers: Dict[str, str]) -> None:
        base = f"/v1/tenants/{segment(tenant_id, 'tenant_id')}"
        self._transport = transport
        self._base = base
        self._connection_providers = providers
        self.id = tenant_id
        self.providers = Providers(transport, f"{base}/providers")
        self.actions = Actions(transport, base)
        self.connect_sessions = ConnectSessions(transport, f"{base}/connect-sessions")
        self.connections = Connections(transport, f"{base}/connections")
        self.executions = Executions(transport, f"{base}/action-executions")
        self.proposals = Proposals(transport, f"{base}/proposals")

    def connection(self, connection_id: str) -> ConnectionScope:
        """The calls for one connection. Sends nothing. Raises ArgumentError if the id is empty or a dot segment."""
        path = f"{self._base}/connections/{segment(connection_id, 'connection_id')}"
        return ConnectionScope(self._transport, path, connection_id, self._connection_providers)

    def test_policy(
        self,
        *,
        connection_id: str,
        action_id: str,
        input: Optional[Mapping[str, Any]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> PolicyVerdict:
        """Return what the policy would decide about a call with this key or token, and why.

        Nothing is executed or proposed.
        """
        bare = self.connection(connection_id).bare_action_id(action_id, timeout_seconds)
        body = given(connection_id=connection_id, action_id=bare, input=input)
        request = Request("POST", f"{self._base}/policy:test", body=body, timeout_seconds=timeout_seconds)
        return PolicyVerdict((self._transport.send(request)).body)
