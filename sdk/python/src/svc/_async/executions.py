"""Execution records: the result of each request."""

from __future__ import annotations

from typing import Optional

from .._action_id import split_action_id
from .._base_url import segment
from .._transport import Query
from ..models import Execution, ExecutionStatus, ResolutionOutcome
from .resource import AsyncPages, AsyncResource, given

#: Statuses of an execution that has no outcome.
_OPEN = frozenset({"accepted", "dispatched", "outcome_unknown"})

#: The pause after the first poll, which doubles up to the longest.
_FIRST_PAUSE_SECONDS = 0.5
_PAUSE_SECONDS_MAX = 10.0


class AsyncExecutions(AsyncResource):
    """The records of executed actions."""

    async def get(self, execution_id: str, *, timeout_seconds: Optional[float] = None) -> Execution:
        """Fetch an execution."""
        return await self._get(Execution, f"/{segment(execution_id, 'execution_id')}", timeout_seconds)

    async def settle(self, execution_id: str, *, timeout_seconds: Optional[float] = None) -> Execution:
        """Check at the provider, using only reads, whether the changing request of an unknown outcome took effect.

        Settles the execution if svc can prove that it did or didn't. Otherwise it stays `outcome_unknown`, with the
        result of the check in `evidence`. Nothing is sent again. Raises ConflictError: `EVIDENCE_NOT_AVAILABLE` if svc
        can't check, `EXECUTION_NOT_UNKNOWN` if it has an outcome.
        """
        path = f"/{segment(execution_id, 'execution_id')}:settle"
        return await self._change(Execution, "POST", path, timeout_seconds)

    async def wait_for_outcome(self, execution_id: str, *, timeout_seconds: float = 60) -> Execution:
        """Poll until the execution has an outcome: from the provider's response, svc's evidence or a person.

        This only reads the record, so an action whose evidence is `on_request` also needs `settle`.

        Raises WaitTimeoutError if it has no outcome after `timeout_seconds`.
        """
        return await self._poll(
            Execution,
            f"/{segment(execution_id, 'execution_id')}",
            what=f"Execution {execution_id}",
            is_done=lambda execution: execution.status not in _OPEN,
            pause_seconds=lambda polls: min(_FIRST_PAUSE_SECONDS * 2 ** (polls - 1), _PAUSE_SECONDS_MAX),
            limit_seconds=timeout_seconds,
        )

    async def resolve(
        self,
        execution_id: str,
        *,
        outcome: ResolutionOutcome,
        note: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Execution:
        """Resolve an unknown outcome, once."""
        body = given(outcome=outcome, note=note)
        path = f"/{segment(execution_id, 'execution_id')}:resolve"
        return await self._change(Execution, "POST", path, timeout_seconds, body=body)

    def list(
        self,
        *,
        connection_id: Optional[str] = None,
        status: Optional[ExecutionStatus] = None,
        action_id: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncPages[Execution]:
        """List executions, newest first.

        If `action_id` names a provider, each page keeps only that provider's executions.
        """
        provider, name = (None, None) if action_id is None else split_action_id(action_id)
        query: Query = {
            "connection_id": connection_id,
            "status": status,
            "action_id": name,
            "idempotencyKey": idempotency_key,
            "limit": limit,
            "cursor": cursor,
        }

        def is_meant(execution: Execution) -> bool:
            return provider is None or execution.provider == provider

        return self._pages(Execution, "", "executions", query, timeout_seconds, is_meant)
