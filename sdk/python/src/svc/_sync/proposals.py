"""Proposals: calls that need a person's approval."""

from __future__ import annotations

from typing import Callable, Optional

from .._base_url import segment
from .._proposal_statuses import WAITING
from ..models import Proposal
from .calls.proposals import ProposalsCalls
from .resource import REQUEST_TIMEOUT_SECONDS

#: The pause after the first poll, which doubles up to the longest.
_FIRST_PAUSE_SECONDS = 1.0
_PAUSE_SECONDS_MAX = 15.0


class Proposals(ProposalsCalls):
    """The generated calls, and waiting."""

    def wait(
        self,
        proposal_id: str,
        *,
        timeout_seconds: float = 600,
        request_timeout_seconds: float = REQUEST_TIMEOUT_SECONDS,
        on_poll: Optional[Callable[[Proposal], None]] = None,
    ) -> Proposal:
        """Poll until the proposal is denied, expired or withdrawn, or svc has executed it.

        The `execution_id` of an `accepted` one then names the execution, whose outcome `executions.wait` waits for. A
        person can decide until `expires_at`.

        `on_poll` is called with each response, to show what is going on.

        Raises WaitTimeoutError if it is still pending after `timeout_seconds`.
        """
        return self._poll(
            Proposal,
            f"/{segment(proposal_id, 'proposal_id')}",
            what=f"Proposal {proposal_id}",
            is_done=lambda proposal: proposal.status not in WAITING,
            pause_seconds=lambda polls: min(_FIRST_PAUSE_SECONDS * 2 ** (polls - 1), _PAUSE_SECONDS_MAX),
            limit_seconds=timeout_seconds,
            request_timeout_seconds=request_timeout_seconds,
            on_poll=on_poll,
        )
