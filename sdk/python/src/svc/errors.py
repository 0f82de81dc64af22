"""Errors of the SDK: one class per way in which a program may need to react, and a code for the details."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Optional, Tuple

from ._error_codes import ErrorCode
from ._proposal_statuses import OTHER_TEXT, TEXTS
from .models import Proposal

EvidenceProspect = Literal["automatic", "on_request", "none"]
"""Whether svc will look for the effect of an unknown outcome: automatically, only on request, or not at all."""


class SvcError(Exception):
    """Base class of all errors that this package raises on purpose."""


@dataclass(frozen=True)
class InputError:
    """One invalid place in the input."""

    pointer: str
    """RFC 6901 pointer into the body, the query or the input."""
    keyword: str
    """The JSON Schema keyword that failed."""
    message: str
    """What is expected there. Never quotes the input."""


@dataclass(frozen=True)
class Problem:
    """The contents of a problem document (RFC 9457)."""

    status: int
    type: Optional[str]
    """URL of the page about the code; None if svc didn't write the response."""
    code: Optional[str]
    """Compare it with an `ErrorCode`. None if svc didn't write the response (a proxy's 502, for example)."""
    title: str
    detail: str
    request_id: Optional[str]
    retryable: bool
    """Whether you may send the same request with the same key again. It can't act twice."""
    retry_after_seconds: Optional[int]
    execution_id: Optional[str]
    connection_id: Optional[str]
    tenant_id: Optional[str]
    webhook_endpoint_id: Optional[str]
    evidence: Optional[EvidenceProspect]
    """Whether svc will look for the effect of an unknown outcome. None if the response doesn't say."""
    errors: Tuple[InputError, ...]
    """Where the input is invalid."""


class ApiError(SvcError):
    """svc refused the request. Branch on `code`."""

    def __init__(self, problem: Problem) -> None:
        places = "".join(f" {place.pointer or '(body)'}: {place.message}" for place in problem.errors)
        super().__init__(f"{problem.code or problem.status}: {problem.detail}{places}")
        self.problem = problem
        self.status = problem.status
        self.type = problem.type
        self.code = problem.code
        self.title = problem.title
        self.detail = problem.detail
        self.request_id = problem.request_id
        self.retryable = problem.retryable
        self.retry_after_seconds = problem.retry_after_seconds
        self.execution_id = problem.execution_id
        self.connection_id = problem.connection_id
        self.tenant_id = problem.tenant_id
        self.webhook_endpoint_id = problem.webhook_endpoint_id
        self.errors = problem.errors


class AuthenticationError(ApiError):
    """401: the service key is missing, wrong or revoked."""


class PermissionDeniedError(ApiError):
    """403: the permission is missing, or the origin isn't allowed."""


class NotFoundError(ApiError):
    """404 and 410: it doesn't exist, or no longer exists."""


class ConflictError(ApiError):
    """409: the current state doesn't allow it."""


class InvalidRequestError(ApiError):
    """400, 413 and 422: the request is invalid; `errors` says where."""


class RateLimitError(ApiError):
    """429: wait for `retry_after_seconds`."""


class UnavailableError(ApiError):
    """500, 502 and 503, and 504 for a read."""


class ActionOutcomeUnknownError(ApiError):
    """The write may or may not have taken effect. Don't retry it with a new key.

    If `evidence_may_come`, wait with `executions.wait` or call `executions.settle`. Otherwise look up the
    execution up by `execution_id` or by the key, check at the provider, and resolve it. A gateway's 504 in response to a
    write raises this error too, without an `execution_id`.
    """

    def __init__(self, problem: Problem, idempotency_key: Optional[str]) -> None:
        super().__init__(problem)
        self.idempotency_key = idempotency_key
        self.evidence = problem.evidence
        """Whether svc will look for the effect: automatically (`automatic`), if you call `executions.settle`
        (`on_request`), or not at all (`none`). None if the response doesn't say, such as a gateway's."""
        self.evidence_may_come = problem.evidence in ("automatic", "on_request")
        """Whether svc can still find out: `evidence` is `automatic` or `on_request`."""


class ActionNotAppliedError(ApiError):
    """409 `ACTION_NOT_APPLIED`: the write's response was lost, and svc has proved that it took no effect.

    The key is used up; you may do the work again with a new one.
    """


class ApprovalRequiredError(SvcError):
    """The call needs a person's approval, so nothing but reads was sent.

    Store `proposal.id`, and don't repeat the call with a new key: once it's approved, svc makes it. Wait with
    `proposals.wait`. For a key whose proposal was denied, expired or withdrawn, `proposal.status` says so.
    """

    def __init__(self, proposal: Proposal) -> None:
        text = TEXTS.get(proposal.status, OTHER_TEXT)
        super().__init__(text.format(id=proposal.id, status=proposal.status))
        self.proposal = proposal
        """What would be done, without secrets, and the decision, if any."""


class ArgumentError(SvcError, ValueError):
    """An argument can't be sent: an empty id, or a key that isn't a valid header value. Nothing was sent."""

    def __init__(self, code: ErrorCode, message: str) -> None:
        super().__init__(message)
        self.code: ErrorCode = code
        """The code that svc would have answered with."""


class UnexpectedResponseError(SvcError):
    """A success that svc didn't write, for example from a proxy. Whether svc acted is unknown."""

    def __init__(self, status: int, idempotency_key: Optional[str], origin: str = "the server") -> None:
        super().__init__(
            f"HTTP {status} from {origin} with a body that svc didn't write. Check that the base URL is the server's."
        )
        self.status = status
        self.idempotency_key = idempotency_key


class ApiConnectionError(SvcError):
    """The server couldn't be reached, or the connection broke. Whether the request took effect is unknown.

    Retry with `idempotency_key`, if there is one. If a retry was refused with 429 or 503, that refusal is the cause.
    """

    def __init__(self, idempotency_key: Optional[str], origin: str, refusal: Optional[ApiError] = None) -> None:
        lost = f"{origin} couldn't be reached, or the connection broke before the response was complete."
        if refusal is not None:
            code = refusal.code or f"HTTP {refusal.status}"
            lost += f" It is unknown whether that attempt took effect, because the retry was refused ({code})."
        super().__init__(lost)
        self.idempotency_key = idempotency_key


class ApiTimeoutError(SvcError):
    """The SDK's own time limit passed. For a write, look up the execution by `idempotency_key`."""

    def __init__(self, idempotency_key: Optional[str], origin: str, timeout_seconds: float) -> None:
        super().__init__(f"{origin} didn't answer within {timeout_seconds:g} s.")
        self.idempotency_key = idempotency_key


class WaitTimeoutError(SvcError):
    """A Connect session, an execution or a proposal didn't reach the expected status in time."""


class WebhookVerificationError(SvcError):
    """The delivery isn't svc's, was changed, or is too old. Answer with 400, and do nothing else."""
