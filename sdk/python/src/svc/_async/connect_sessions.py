"""Connect sessions: a one-time invitation to connect an account for a tenant."""

from __future__ import annotations

from typing import Optional, Sequence

from .._action_id import bare_action_id
from .._base_url import segment
from .._keys import new_idempotency_key
from .._transport import Query
from ..models import AuthKind, ConnectSession, ConnectSessionCompletion, ConnectSessionStatus, CreatedConnectSession
from .resource import AsyncPages, AsyncResource, given

_FINAL = frozenset({"completed", "failed", "cancelled", "expired"})


class AsyncConnectSessions(AsyncResource):
    """The calls for a tenant's Connect sessions."""

    async def create(
        self,
        *,
        provider: str,
        auth_kind: AuthKind,
        allowed_origin: str,
        return_url: str,
        requested_actions: Optional[Sequence[str]] = None,
        connection_id: Optional[str] = None,
        completion: Optional[ConnectSessionCompletion] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> CreatedConnectSession:
        """Create a session. `token` is for the frontend only, works once, and is returned only here.

        Pass `connection_id` to reconnect that connection. Raises ArgumentError if an action names another provider.
        """
        actions = None if requested_actions is None else [bare_action_id(provider, each) for each in requested_actions]
        body = given(
            provider=provider,
            authKind=auth_kind,
            allowedOrigin=allowed_origin,
            returnUrl=return_url,
            requestedActions=actions,
            connection_id=connection_id,
            completion=completion,
        )
        key = new_idempotency_key() if idempotency_key is None else idempotency_key
        return await self._change(CreatedConnectSession, "POST", "", timeout_seconds, body=body, key=key)

    async def get(self, session_id: str, *, timeout_seconds: Optional[float] = None) -> ConnectSession:
        """Fetch a session."""
        return await self._get(ConnectSession, f"/{segment(session_id, 'session_id')}", timeout_seconds)

    async def cancel(self, session_id: str, *, timeout_seconds: Optional[float] = None) -> ConnectSession:
        """Cancel a session that hasn't ended."""
        path = f"/{segment(session_id, 'session_id')}:cancel"
        return await self._change(ConnectSession, "POST", path, timeout_seconds)

    async def complete(
        self, session_id: str, completion_code: str, *, timeout_seconds: Optional[float] = None
    ) -> ConnectSession:
        """Confirm a session with the completion code from the user's browser."""
        path = f"/{segment(session_id, 'session_id')}:complete"
        body = {"completionCode": completion_code}
        return await self._change(ConnectSession, "POST", path, timeout_seconds, body=body)

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

    def list(
        self,
        *,
        status: Optional[ConnectSessionStatus] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncPages[ConnectSession]:
        """List sessions, newest first."""
        query: Query = {"status": status, "limit": limit, "cursor": cursor}
        return self._pages(ConnectSession, "", "connectSessions", query, timeout_seconds)
