"""Idempotency keys that contain their creation time."""

import os
import re
import time

from .errors import ArgumentError

_VALID = re.compile(r"[\x21-\x7e]{1,255}")


def new_idempotency_key() -> str:
    """Create an idempotency key, a UUIDv7.

    Its timestamp lets a server that was restored from a backup see that the key is new. Store it with its work before
    the first call.
    """
    time_ms = time.time_ns() // 1_000_000
    value = (time_ms & (2**48 - 1)) << 80 | int.from_bytes(os.urandom(10), "big")
    # RFC 9562 fixes the version (7) and the variant (binary 10).
    value = value & ~(0xF << 76) | 7 << 76
    value = value & ~(0x3 << 62) | 2 << 62
    digits = f"{value:032x}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def checked_key(key: str) -> str:
    """Return the key if it reaches the server unchanged. Headers lose spaces around their value, so refuse them.

    Raises ArgumentError.
    """
    if not isinstance(key, str) or _VALID.fullmatch(key) is None:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ArgumentError(
            "IDEMPOTENCY_KEY_INVALID",
            "An idempotency key must be 1 to 255 visible ASCII characters without spaces. Nothing was sent.",
        )
    return key
