"""Execution records: the result of each request."""

from __future__ import annotations

from typing import Callable, Optional

from .._base_url import segment
from ..models import Execution
from .calls.executions import ExecutionsCalls
from .resource import REQUEST_TIMEOUT_SECONDS

#: Statuses of an execution that has no outcome.
_OPEN = frozenset({"accepted", "dispatched", "outcome_unknown"})

#: The pause after the first poll, which doubles up to the longest.
_FIRST_PAUSE_SECONDS = 0.5
_PAUSE_SECONDS_MAX = 10.0


class Executions(ExecutionsCalls):
    """The generated calls, and waiting."""

    def wait(
        self,
        execution_id: str,
        *,
        timeout_seconds: float = 60,
        request_timeout_seconds: float = REQUEST_TIMEOUT_SECONDS,
        on_poll: Optional[Callable[[Execution], None]] = None,
    ) -> Execution:
        """Poll until the execution has an outcome: from the provider's response, svc's evidence or a person.

        This only reads the record, so an action whose evidence is `on_request` also needs `settle`.

        `on_poll` is called with each response, to show what is going on.

        Raises WaitTimeoutError if it has no outcome after `timeout_seconds`.
        """
        return self._poll(
            Execution,
            f"/{segment(execution_id, 'execution_id')}",
            what=f"Execution {execution_id}",
            is_done=lambda execution: execution.status not in _OPEN,
            pause_seconds=lambda polls: min(_FIRST_PAUSE_SECONDS * 2 ** (polls - 1), _PAUSE_SECONDS_MAX),
            limit_seconds=timeout_seconds,
            request_timeout_seconds=request_timeout_seconds,
            on_poll=on_poll,
        )
