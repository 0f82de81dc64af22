"""The typed client for an svc server, for backends. Start with `Svc`, or with `AsyncSvc` under asyncio."""

from . import models
from ._async.client import AsyncPublicCatalog, AsyncSvc
from ._async.connection import AsyncConnectionScope
from ._async.resource import AsyncPages
from ._async.tenant import AsyncTenantScope
from ._error_codes import ErrorCode
from ._keys import new_idempotency_key
from ._results import ExecuteResult
from ._sync.client import PublicCatalog, Svc
from ._sync.connection import ConnectionScope
from ._sync.resource import Page, Pages
from ._sync.tenant import TenantScope
from ._version import VERSION as __version__
from .errors import (
    ActionNotAppliedError,
    ActionOutcomeUnknownError,
    ApiConnectionError,
    ApiError,
    ApiTimeoutError,
    ApprovalRequiredError,
    ArgumentError,
    AuthenticationError,
    ConflictError,
    InputError,
    InvalidRequestError,
    NotFoundError,
    PermissionDeniedError,
    Problem,
    RateLimitError,
    SvcError,
    UnavailableError,
    UnexpectedResponseError,
    WaitTimeoutError,
    WebhookVerificationError,
)
from .webhooks import WebhookEvent, verify_webhook

__all__ = [
    "ActionNotAppliedError",
    "ActionOutcomeUnknownError",
    "ApiConnectionError",
    "ApiError",
    "ApiTimeoutError",
    "ApprovalRequiredError",
    "ArgumentError",
    "AsyncConnectionScope",
    "AsyncPages",
    "AsyncPublicCatalog",
    "AsyncSvc",
    "AsyncTenantScope",
    "AuthenticationError",
    "ConflictError",
    "ConnectionScope",
    "ErrorCode",
    "ExecuteResult",
    "InputError",
    "InvalidRequestError",
    "NotFoundError",
    "Page",
    "Pages",
    "PermissionDeniedError",
    "Problem",
    "PublicCatalog",
    "RateLimitError",
    "Svc",
    "SvcError",
    "TenantScope",
    "UnavailableError",
    "UnexpectedResponseError",
    "WaitTimeoutError",
    "WebhookEvent",
    "WebhookVerificationError",
    "__version__",
    "models",
    "new_idempotency_key",
    "verify_webhook",
]
