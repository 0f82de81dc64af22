"""The calls for one tenant."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional

from .._async_transport import AsyncTransport
from .._base_url import segment
from .._transport import Request
from ..models import PolicyVerdict
from .calls.actions import AsyncActionsCalls
from .calls.connections import AsyncConnectionsCalls
from .calls.providers import AsyncProvidersCalls
from .connect_sessions import AsyncConnectSessions
from .connection import AsyncConnectionScope
from .executions import AsyncExecutions
from .proposals import AsyncProposals
from .resource import given


class AsyncTenantScope:
    """The calls for one tenant. Every path is below it, so no call can reach another tenant by mistake."""

    def __init__(self, transport: AsyncTransport, tenant_id: str, providers: Dict[str, str]) -> None:
        base = f"/v1/tenants/{segment(tenant_id, 'tenant_id')}"
        self._transport = transport
        self._base = base
        self._connection_providers = providers
        self.id = tenant_id
        self.providers = AsyncProvidersCalls(transport, f"{base}/providers")
        self.actions = AsyncActionsCalls(transport, base)
        self.connect_sessions = AsyncConnectSessions(transport, f"{base}/connect-sessions")
        self.connections = AsyncConnectionsCalls(transport, f"{base}/connections")
        self.executions = AsyncExecutions(transport, f"{base}/action-executions")
        self.proposals = AsyncProposals(transport, f"{base}/proposals")

    def connection(self, connection_id: str) -> AsyncConnectionScope:
        """The calls for one connection. Sends nothing. Raises ArgumentError if the id is empty or a dot segment."""
        path = f"{self._base}/connections/{segment(connection_id, 'connection_id')}"
        return AsyncConnectionScope(self._transport, path, connection_id, self._connection_providers)

    async def test_policy(
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
        bare = await self.connection(connection_id).bare_action_id(action_id, timeout_seconds)
        body = given(connection_id=connection_id, action_id=bare, input=input)
        request = Request("POST", f"{self._base}/policy:test", body=body, timeout_seconds=timeout_seconds)
        return PolicyVerdict((await self._transport.send(request)).body)
