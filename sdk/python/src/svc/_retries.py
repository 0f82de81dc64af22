"""Which requests are sent again, and how long the SDK waits before that."""

from __future__ import annotations

from typing import Optional

from .errors import ApiError, SvcError

#: How often a request is sent again at most, if the client's settings don't say.
MAX_RETRIES = 2
MAX_RETRIES_MAX = 10
#: The least wait before the first retry, which doubles.
FIRST_WAIT_SECONDS = 0.2
#: How long a call waits for 503s in all. The caller learns of a longer one at once: a person may be waiting.
UNAVAILABLE_WAIT_SECONDS_MAX = 5.0


def checked_max_retries(max_retries: int) -> int:
    """Return the setting. Raises SvcError if it isn't an integer from 0 to 10."""
    if max_retries in range(MAX_RETRIES_MAX + 1):
        return max_retries
    raise SvcError(f"max_retries must be an integer from 0 to {MAX_RETRIES_MAX}.")


class Retries:
    """The retries of one request that can't act twice. Each method returns the seconds to wait, or None for no retry."""

    def __init__(self, left: int) -> None:
        self._left = left
        self._least_seconds = FIRST_WAIT_SECONDS
        self._is_lost = False
        self._unavailable_seconds = 0.0

    def after_loss(self) -> Optional[float]:
        """Decide what follows an attempt without a response."""
        self._is_lost = True
        return self._retry(self._least_seconds) if self._left > 0 else None

    def after_error(self, error: ApiError) -> Optional[float]:
        """Decide what follows an error."""
        asked = error.retry_after_seconds
        # The lost attempt may still be running, so wait for its response with the same key.
        if self._is_lost and error.code == "IDEMPOTENCY_KEY_IN_PROGRESS":
            return max(1 if asked is None else asked, FIRST_WAIT_SECONDS)
        # svc says so only if nothing took effect.
        if error.status != 503 or not error.retryable or asked is None or self._left <= 0:
            return None
        seconds = max(asked, self._least_seconds)
        if self._unavailable_seconds + seconds > UNAVAILABLE_WAIT_SECONDS_MAX:
            return None
        self._unavailable_seconds += seconds
        return self._retry(seconds)

    def is_blind(self, error: ApiError) -> bool:
        """Whether a refusal says nothing about an earlier attempt without a response.

        svc can answer 429 and 503 before it looks up the key. One with an execution's id does say what happened.
        """
        return self._is_lost and error.status in (429, 503) and error.execution_id is None

    def _retry(self, seconds: float) -> float:
        self._left -= 1
        self._least_seconds *= 2
        return seconds
