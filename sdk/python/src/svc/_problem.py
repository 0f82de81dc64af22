"""Turns a response that isn't a success into an error."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Callable, Iterator, Mapping, Optional, Tuple, Type

from ._json import as_list, as_object
from .errors import (
    ActionNotAppliedError,
    ActionOutcomeUnknownError,
    ApiError,
    AuthenticationError,
    ConflictError,
    EvidenceProspect,
    InputError,
    InvalidRequestError,
    NotFoundError,
    PermissionDeniedError,
    Problem,
    RateLimitError,
    UnavailableError,
)

_OUR_CODE = re.compile(r"[A-Z][A-Z_]{0,63}")
_SECONDS = re.compile(r"[0-9]{1,6}")
_FOREIGN = "svc didn't write this response; a proxy or another server may have."
_REDIRECT = "A redirect. It isn't followed, because that would send the service key along. Check the base URL."
_GATEWAY_TIMEOUT = (
    "A gateway stopped waiting, so the write may or may not have taken effect. Do not retry with a new key: "
    "look up the execution by its idempotency key."
)

_PROSPECTS: Tuple[EvidenceProspect, ...] = ("automatic", "on_request", "none")

_BY_STATUS: Mapping[int, Type[ApiError]] = {
    400: InvalidRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    410: NotFoundError,
    413: InvalidRequestError,
    422: InvalidRequestError,
    429: RateLimitError,
}


def create_api_error(problem: Problem, write_key: Optional[str]) -> ApiError:
    """Create the error for a response that isn't a success. `write_key` is None if the request wasn't a write."""
    if problem.code == "ACTION_OUTCOME_UNKNOWN":
        return ActionOutcomeUnknownError(problem, write_key)
    if problem.code == "ACTION_NOT_APPLIED":
        return ActionNotAppliedError(problem)
    if problem.status == 504 and problem.code is None and write_key is not None:
        return ActionOutcomeUnknownError(replace(problem, detail=_GATEWAY_TIMEOUT), write_key)
    fallback = UnavailableError if problem.status >= 500 else ApiError
    return _BY_STATUS.get(problem.status, fallback)(problem)


def parse_problem(status: int, body: object, header: Callable[[str], Optional[str]]) -> Problem:
    """Parse a problem document leniently. If the body isn't one, keep only the status, and none of the body's text."""
    sent = as_object(body) or {}
    code = sent.get("code")
    is_ours = isinstance(code, str) and _OUR_CODE.fullmatch(code) is not None and sent.get("status") == status
    fields: Mapping[str, Any] = sent if is_ours else {}

    def text(name: str) -> Optional[str]:
        value = fields.get(name)
        return value if isinstance(value, str) else None

    retry_after = header("retry-after")
    return Problem(
        status=status,
        type=text("type"),
        code=text("code"),
        title=text("title") or f"HTTP {status}",
        detail=text("detail") or (_REDIRECT if 300 <= status < 400 else _FOREIGN),
        request_id=text("requestId") or header("x-request-id"),
        retryable=fields.get("retryable") is True,
        retry_after_seconds=int(retry_after) if retry_after and _SECONDS.fullmatch(retry_after) else None,
        execution_id=text("execution_id"),
        connection_id=text("connection_id"),
        tenant_id=text("tenant_id"),
        webhook_endpoint_id=text("webhook_endpoint_id"),
        evidence=next((known for known in _PROSPECTS if known == text("evidence")), None),
        errors=tuple(_input_errors(fields.get("errors"))),
    )


def _input_errors(value: object) -> Iterator[InputError]:
    for place in as_list(value) or []:
        fields = as_object(place) or {}
        named = [fields.get(name) for name in ("pointer", "keyword", "message")]
        texts = [text for text in named if isinstance(text, str)]
        if len(texts) == len(named):
            yield InputError(*texts)
