"""The calls for one tenant."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional

from .._transport import Transport
from .._base_url import segment
from .._transport import Request
from ..models import PolicyVerdict
from .calls.actions import ActionsCalls
from .calls.connections import ConnectionsCalls
from .calls.providers import ProvidersCalls
from .connect_sessions import ConnectSessions
from .connection import ConnectionScope
from .executions import Executions
from .proposals import Proposals
from .resource import given


class TenantScope:
    """The calls for one tenant. Every path is below it, so no call can reach another tenant by mistake."""

    def __init__(self, transport: Transport, tenant_id: str, providers: Dict[str, str]) -> None:
        base = f"/v1/tenants/{segment(tenant_id, 'tenant_id')}"
        self._transport = transport
        self._base = base
        self._connection_providers = providers
        self.id = tenant_id
        self.providers = ProvidersCalls(transport, f"{base}/providers")
        self.actions = ActionsCalls(transport, base)
        self.connect_sessions = ConnectSessions(transport, f"{base}/connect-sessions")
        self.connections = ConnectionsCalls(transport, f"{base}/connections")
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
