"""Connect sessions: a one-time invitation to connect an account for a tenant."""

from __future__ import annotations

from typing import Callable, Optional

from .._base_url import segment
from ..models import ConnectSession
from .calls.connect_sessions import ConnectSessionsCalls
from .resource import REQUEST_TIMEOUT_SECONDS

_FINAL = frozenset({"completed", "failed", "cancelled", "expired"})


class ConnectSessions(ConnectSessionsCalls):
    """The generated calls, and waiting."""

    def wait(
        self,
        session_id: str,
        *,
        timeout_seconds: float = 30 * 60,
        request_timeout_seconds: float = REQUEST_TIMEOUT_SECONDS,
        on_poll: Optional[Callable[[ConnectSession], None]] = None,
        poll_every_seconds: float = 2,
        stop_at_confirmation: bool = False,
    ) -> ConnectSession:
        """Poll until the session has ended, for 30 minutes by default, a session's lifetime.

        `stop_at_confirmation` also returns a session that is `awaiting_confirmation`, which only continues after
        `complete` is called. Without it, something else must call `complete`.

        `on_poll` is called with each response, to show what is going on.

        Raises WaitTimeoutError if it hasn't ended after `timeout_seconds`, and ApiTimeoutError if one request takes
        longer than `request_timeout_seconds`.
        """

        def is_done(session: ConnectSession) -> bool:
            return session.status in _FINAL or (stop_at_confirmation and session.status == "awaiting_confirmation")

        return self._poll(
            ConnectSession,
            f"/{segment(session_id, 'session_id')}",
            what="The Connect session",
            is_done=is_done,
            pause_seconds=lambda _polls: poll_every_seconds,
            limit_seconds=timeout_seconds,
            request_timeout_seconds=request_timeout_seconds,
            on_poll=on_poll,
        )
