"""Connect sessions: a one-time invitation to connect an account for a tenant."""

from __future__ import annotations

from .._base_url import segment
from ..models import ConnectSession
from .calls.connect_sessions import AsyncConnectSessionsCalls

_FINAL = frozenset({"completed", "failed", "cancelled", "expired"})


class AsyncConnectSessions(AsyncConnectSessionsCalls):
    """The generated calls, and waiting."""

    async def wait(
        self,
        session_id: str,
        *,
        wait_seconds: float = 30 * 60,
        poll_every_seconds: float = 2,
        stop_at_confirmation: bool = False,
    ) -> ConnectSession:
        """Poll until the session has ended, for 30 minutes by default, a session's lifetime.

        `stop_at_confirmation` also returns a session that is `awaiting_confirmation`, which only continues after
        `complete` is called. Without it, something else must call `complete`.

        Raises WaitTimeoutError if it hasn't ended by then.
        """

        def is_done(session: ConnectSession) -> bool:
            return session.status in _FINAL or (stop_at_confirmation and session.status == "awaiting_confirmation")

        return await self._poll(
            ConnectSession,
            f"/{segment(session_id, 'session_id')}",
            what="The Connect session",
            is_done=is_done,
            pause_seconds=lambda _polls: poll_every_seconds,
            limit_seconds=wait_seconds,
        )
