"""The server's address."""

from dataclasses import dataclass
from urllib.parse import quote, urlsplit

from .errors import ArgumentError, SvcError


@dataclass(frozen=True)
class BaseUrl:
    """A base URL in its parts."""

    is_https: bool
    host: str
    """Without the brackets of an IPv6 address."""
    port: int
    authority: str
    """Host and port, as in the `Host` header."""
    path: str
    """The prefix of every API path; empty or with a leading slash."""

    @property
    def origin(self) -> str:
        """Scheme, host and port, for messages."""
        return f"{'https' if self.is_https else 'http'}://{self.authority}"


def parse_base_url(text: str) -> BaseUrl:
    """Parse a base URL. Raises SvcError, which doesn't quote it."""
    wrong = SvcError("The base URL must be an http(s) URL without credentials, query or fragment.")
    if not text.isascii() or any(character <= " " or character == "\x7f" for character in text):
        raise wrong
    try:
        url = urlsplit(text)
        host, port = url.hostname, url.port
    except ValueError:
        raise wrong from None
    if url.scheme not in ("http", "https") or not host or "@" in url.netloc or "?" in text or "#" in text:
        raise wrong
    is_https = url.scheme == "https"
    usual_port = 443 if is_https else 80
    name = f"[{host}]" if ":" in host else host
    authority = name if port in (None, usual_port) else f"{name}:{port}"
    return BaseUrl(is_https, host, port or usual_port, authority, url.path.rstrip("/"))


def segment(text: str, name: str = "An id or name") -> str:
    """Encode one path segment.

    A proxy may remove `..` together with the segment before it, and so turn a call for a connection into one for its
    tenant. So this raises ArgumentError if the text is empty or a dot segment.
    """
    if text in ("", ".", ".."):
        raise ArgumentError("INVALID_REQUEST", f"{name} is empty or a dot segment; nothing was sent.")
    try:
        return quote(text, safe="!'()*")
    except UnicodeEncodeError:
        raise ArgumentError("INVALID_REQUEST", f"{name} isn't valid text; nothing was sent.") from None
