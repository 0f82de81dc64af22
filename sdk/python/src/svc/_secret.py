"""A secret that doesn't show itself."""


class Secret:
    """Holds a text that `repr`, `str` and traceback tools that print variables must not show."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        """The text. Use it where it is sent, and keep it in no variable."""
        return self._text

    def __repr__(self) -> str:
        return "<hidden>"

    def __reduce__(self) -> str:
        raise TypeError("A secret can't be pickled or copied.")
