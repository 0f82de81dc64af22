"""The calls for one connection: executing its provider's actions."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional

from .._action_id import bare_action_id, split_action_id
from .._async_transport import AsyncTransport
from .._base_url import segment
from .._results import ExecuteResult
from .._transport import Request
from ..models import Connection
from .resource import AsyncResource

#: The most connections whose provider is remembered.
_PROVIDERS_MAX = 10_000


class AsyncConnectionScope(AsyncResource):
    """The calls for one connection."""

    def __init__(
        self, transport: AsyncTransport, path: str, connection_id: str, known_providers: Dict[str, str]
    ) -> None:
        super().__init__(transport, path)
        self.id = connection_id
        self._known_providers = known_providers

    async def execute(
        self,
        action_id: str,
        input: Mapping[str, Any],
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> ExecuteResult:
        """Execute an action. A write needs an `idempotency_key`: create and store it before the first call.

        With its provider (`doppler/secrets.get`), an id is only sent to a connection to this provider. The SDK asks once
        per connection which provider that is.

        Raises ActionOutcomeUnknownError if the write may or may not have taken effect, and ArgumentError if the id names
        another provider than the connection's; then nothing was sent.
        """
        if split_action_id(action_id).provider is not None:
            action_id = bare_action_id(await self._provider(timeout_seconds), action_id)
        path = f"{self._base}/actions/{segment(action_id)}:execute"
        request = Request("POST", path, body={"input": input}, key=idempotency_key, timeout_seconds=timeout_seconds)
        answer = await self._transport.send(request)
        return ExecuteResult(answer.body, answer.replayed)

    async def _provider(self, timeout_seconds: Optional[float]) -> str:
        """The connection's provider, which never changes."""
        known = self._known_providers.get(self._base)
        if known is None:
            known = (await self._get(Connection, "", timeout_seconds)).provider
            if len(self._known_providers) >= _PROVIDERS_MAX:
                self._known_providers.clear()
            self._known_providers[self._base] = known
        return known
