"""The calls for one connection: executing its provider's actions, and proposing them."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional

from .._action_id import bare_action_id, split_action_id
from .._async_transport import AsyncTransport
from .._base_url import segment
from .._json import as_object
from .._results import ExecuteResult
from .._transport import Response, Request
from ..errors import ApprovalRequiredError, ArgumentError, UnexpectedResponseError
from ..models import Connection, ExecutedAction, Proposal
from .resource import AsyncResource

#: Maximum number of connections whose provider is remembered.
_PROVIDERS_MAX = 10_000

_EXECUTED = "This key's call was executed without a proposal. Look up the execution, or propose with a new key."


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

        An id that names its provider (`doppler/secrets.get`) is sent only to a connection to that provider. The SDK
        requests the connection's provider once per connection.

        Raises ActionOutcomeUnknownError if the write may or may not have taken effect, ApprovalRequiredError with the
        `proposal` if the policy requires a person's approval, and ArgumentError if the id names a provider other than
        the connection's; then nothing was sent.
        """
        response = await self._post("execute", action_id, input, idempotency_key, timeout_seconds)
        if response.status == 202:
            raise ApprovalRequiredError(_proposal_in(response, idempotency_key))
        return ExecuteResult(response.body, response.replayed)

    async def propose(
        self,
        action_id: str,
        input: Mapping[str, Any],
        *,
        idempotency_key: str,
        timeout_seconds: Optional[float] = None,
    ) -> Proposal:
        """Request a person's approval for a changing call, whatever the policy says. Nothing but reads is sent.

        Once it's approved, svc executes it, once, under the same `idempotency_key`. For a key that was already used to
        propose, this returns that proposal in its current state.

        Raises an ApiError for a key whose execution failed, and ArgumentError if it was executed without a proposal.
        """
        response = await self._post("propose", action_id, input, idempotency_key, timeout_seconds)
        if response.status == 202:
            return _proposal_in(response, idempotency_key)
        # The key's call has already been executed.
        proposal_id = ExecutedAction(response.body).execution.proposal_id
        if proposal_id is None:
            raise ArgumentError("IDEMPOTENCY_KEY_REUSED", _EXECUTED)
        tenant = self._base.rsplit("/connections/", 1)[0]
        path = f"{tenant}/proposals/{segment(proposal_id, 'proposal_id')}"
        return Proposal((await self._transport.send(Request("GET", path, timeout_seconds=timeout_seconds))).body)

    async def bare_action_id(self, action_id: str, timeout_seconds: Optional[float] = None) -> str:
        """Return the id without its provider.

        Raises ArgumentError if it names a provider other than the connection's.
        """
        if split_action_id(action_id).provider is None:
            return action_id
        return bare_action_id(await self._provider(timeout_seconds), action_id)

    async def _post(
        self,
        verb: str,
        action_id: str,
        input: Mapping[str, Any],
        key: Optional[str],
        timeout_seconds: Optional[float],
    ) -> Response:
        path = f"{self._base}/actions/{segment(await self.bare_action_id(action_id, timeout_seconds))}:{verb}"
        request = Request("POST", path, body={"input": input}, key=key, timeout_seconds=timeout_seconds)
        return await self._transport.send(request)

    async def _provider(self, timeout_seconds: Optional[float]) -> str:
        """The connection's provider, which never changes."""
        known = self._known_providers.get(self._base)
        if known is None:
            known = (await self._get(Connection, "", timeout_seconds)).provider
            if len(self._known_providers) >= _PROVIDERS_MAX:
                self._known_providers.clear()
            self._known_providers[self._base] = known
        return known


def _proposal_in(response: Response, key: Optional[str]) -> Proposal:
    """Raises UnexpectedResponseError if the response has no proposal."""
    proposal = as_object(response.body.get("proposal"))
    if proposal is None:
        raise UnexpectedResponseError(response.status, key)
    return Proposal(proposal)
