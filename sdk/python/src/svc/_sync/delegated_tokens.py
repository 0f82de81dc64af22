"""Delegated tokens: narrow, short-lived tokens for agents."""

from __future__ import annotations

from typing import Optional, Sequence

from .._base_url import segment
from .._transport import Query
from ..models import (
    CreatedDelegatedToken,
    DelegatedToken,
    DelegatedTokenStatus,
    Effect,
    RevokedDelegatedTokens,
    TokenAudience,
)
from .resource import Pages, Resource, given


class DelegatedTokens(Resource):
    """The delegated tokens of the service client."""

    def create(
        self,
        *,
        tenant_id: str,
        connections: Optional[Sequence[str]] = None,
        actions: Optional[Sequence[str]] = None,
        max_effect: Optional[Effect] = None,
        max_executions: Optional[int] = None,
        require_approval: Optional[bool] = None,
        expires_in: Optional[int] = None,
        audience: Optional[Sequence[TokenAudience]] = None,
        subject: Optional[str] = None,
        agent: Optional[str] = None,
        label: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> CreatedDelegatedToken:
        """Create a token. It is returned only this once."""
        body = given(
            tenant_id=tenant_id,
            connections=None if connections is None else list(connections),
            actions=None if actions is None else list(actions),
            maxEffect=max_effect,
            maxExecutions=max_executions,
            requireApproval=require_approval,
            expiresIn=expires_in,
            audience=None if audience is None else list(audience),
            subject=subject,
            agent=agent,
            label=label,
        )
        return self._change(CreatedDelegatedToken, "POST", "", timeout_seconds, body=body)

    def get(self, token_id: str, *, timeout_seconds: Optional[float] = None) -> DelegatedToken:
        """Fetch a token, without its secret."""
        return self._get(DelegatedToken, f"/{segment(token_id, 'token_id')}", timeout_seconds)

    def revoke(self, token_id: str, *, timeout_seconds: Optional[float] = None) -> DelegatedToken:
        """Revoke a token and every token created from it."""
        return self._change(DelegatedToken, "POST", f"/{segment(token_id, 'token_id')}:revoke", timeout_seconds)

    def revoke_all(
        self,
        *,
        tenant_id: Optional[str] = None,
        label: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> RevokedDelegatedTokens:
        """Revoke a tenant's active tokens, those with a label, or those that match both."""
        body = given(tenant_id=tenant_id, label=label)
        return self._change(RevokedDelegatedTokens, "POST", ":revoke", timeout_seconds, body=body)

    def list(
        self,
        *,
        tenant_id: Optional[str] = None,
        label: Optional[str] = None,
        status: Optional[DelegatedTokenStatus] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Pages[DelegatedToken]:
        """List tokens, newest first, without their secrets."""
        query: Query = {"tenant_id": tenant_id, "label": label, "status": status, "limit": limit, "cursor": cursor}
        return self._pages(DelegatedToken, "", "delegatedTokens", query, timeout_seconds)
