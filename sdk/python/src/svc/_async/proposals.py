"""Proposals: calls that need a person's approval."""

from __future__ import annotations

from typing import Literal, Optional

from .._base_url import segment
from .._proposal_statuses import WAITING
from .._transport import Query
from ..models import Proposal, ProposalStatus
from .resource import AsyncPages, AsyncResource, given

#: The pause after the first poll, which doubles up to the longest.
_FIRST_PAUSE_SECONDS = 1.0
_PAUSE_SECONDS_MAX = 15.0


class AsyncProposals(AsyncResource):
    """The tenant's calls that wait, or waited, for a person's approval."""

    async def get(self, proposal_id: str, *, timeout_seconds: Optional[float] = None) -> Proposal:
        """Fetch a proposal."""
        return await self._get(Proposal, f"/{segment(proposal_id, 'proposal_id')}", timeout_seconds)

    async def decide(
        self,
        proposal_id: str,
        *,
        decision: Literal["approve", "deny"],
        digest: str,
        decided_by: str,
        reason: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Proposal:
        """Record a person's decision. Send the `digest` of the proposal that the person saw.

        The key must be allowed to decide, and must not be the one that made the proposal. Raises
        PermissionDeniedError: `DECISION_NOT_ALLOWED`; ConflictError: `DIGEST_MISMATCH`, `PROPOSAL_NOT_PENDING`.
        """
        body = given(decision=decision, digest=digest, decidedBy=decided_by, reason=reason)
        path = f"/{segment(proposal_id, 'proposal_id')}:decide"
        return await self._change(Proposal, "POST", path, timeout_seconds, body=body)

    async def wait_for_decision(self, proposal_id: str, *, timeout_seconds: float = 600) -> Proposal:
        """Poll until the proposal is denied, expired or withdrawn, or svc has executed it.

        The `execution_id` of an `accepted` one then names the execution, whose outcome `executions.wait_for_outcome`
        waits for. A person can decide until `expires_at`.

        Raises WaitTimeoutError if it is still pending after `timeout_seconds`.
        """
        return await self._poll(
            Proposal,
            f"/{segment(proposal_id, 'proposal_id')}",
            what=f"Proposal {proposal_id}",
            is_done=lambda proposal: proposal.status not in WAITING,
            pause_seconds=lambda polls: min(_FIRST_PAUSE_SECONDS * 2 ** (polls - 1), _PAUSE_SECONDS_MAX),
            limit_seconds=timeout_seconds,
        )

    def list(
        self,
        *,
        connection_id: Optional[str] = None,
        status: Optional[ProposalStatus] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncPages[Proposal]:
        """List proposals, newest first."""
        query: Query = {"connection_id": connection_id, "status": status, "limit": limit, "cursor": cursor}
        return self._pages(Proposal, "", "proposals", query, timeout_seconds)
