"""A server of FastMCP that counts. Arguments: the port."""

import sys
from typing import Annotated

from fastmcp import FastMCP
from fastmcp.exceptions import ToolError
from pydantic import BaseModel, Field

server = FastMCP("fastmcp")
texts: list[str] = []


class Counted(BaseModel):
    count: int
    last: str | None


def counted() -> Counted:
    return Counted(count=len(texts), last=texts[-1] if texts else None)


@server.tool(annotations={"readOnlyHint": True})
def count() -> Counted:
    """How often something was added."""
    return counted()


@server.tool
def add(text: Annotated[str, Field(description="What to add.")], note: str | None = None) -> Counted:
    """Adds a text."""
    texts.append(text if note is None else f"{text} ({note})")
    return counted()


@server.tool(annotations={"destructiveHint": True})
def fail(text: str) -> str:
    """Fails without adding anything."""
    raise ToolError(f"canary: {text}")


server.run(transport="http", host="127.0.0.1", port=int(sys.argv[1]), show_banner=False)
