"""Requests about your app's own signed-in user: sign-ins of agent hosts, and who decides about a proposal."""

from __future__ import annotations

from typing import Optional, Sequence

from .._base_url import segment
from ..models import AgentAuthorization, DecidedAgentAuthorization, Effect
from .resource import Resource, given


class AgentAuthorizations(Resource):
    """The agent authorizations of the service client."""

    def get(self, authorization_id: str, *, timeout_seconds: Optional[float] = None) -> AgentAuthorization:
        """Fetch the request for which the user arrived with this id."""
        path = f"/{segment(authorization_id, 'authorization_id')}"
        return self._get(AgentAuthorization, path, timeout_seconds)

    def approve(
        self,
        authorization_id: str,
        *,
        tenant_id: str,
        subject: str,
        actions: Optional[Sequence[str]] = None,
        connections: Optional[Sequence[str]] = None,
        max_effect: Optional[Effect] = None,
        max_executions: Optional[int] = None,
        require_approval: Optional[bool] = None,
        timeout_seconds: Optional[float] = None,
    ) -> DecidedAgentAuthorization:
        """Grant the access in the arguments. Redirect the same user's browser to `continue_url`.

        A `sign_in` needs `actions`; an `approval` accepts only `tenant_id` and `subject`.
        """
        body = given(
            tenant_id=tenant_id,
            subject=subject,
            actions=None if actions is None else list(actions),
            connections=None if connections is None else list(connections),
            maxEffect=max_effect,
            maxExecutions=max_executions,
            requireApproval=require_approval,
        )
        path = f"/{segment(authorization_id, 'authorization_id')}:approve"
        return self._change(DecidedAgentAuthorization, "POST", path, timeout_seconds, body=body)

    def deny(
        self, authorization_id: str, *, timeout_seconds: Optional[float] = None
    ) -> DecidedAgentAuthorization:
        """Deny it. Redirect the user's browser to `continue_url` here too: this informs the host, or the user."""
        path = f"/{segment(authorization_id, 'authorization_id')}:deny"
        return self._change(DecidedAgentAuthorization, "POST", path, timeout_seconds)
