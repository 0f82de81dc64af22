"""A server of the official Python SDK that counts. Arguments: the port."""

import sys
from typing import Annotated

from mcp.server.mcpserver import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

server = MCPServer("python-sdk")
texts: list[str] = []


class Counted(BaseModel):
    count: int
    last: str | None


def counted() -> Counted:
    return Counted(count=len(texts), last=texts[-1] if texts else None)


@server.tool(annotations=ToolAnnotations(read_only_hint=True))
def count() -> Counted:
    """How often something was added."""
    return counted()


@server.tool()
def add(text: Annotated[str, Field(description="What to add.")], note: str | None = None) -> Counted:
    """Adds a text."""
    texts.append(text if note is None else f"{text} ({note})")
    return counted()


@server.tool(annotations=ToolAnnotations(destructive_hint=True))
def fail(text: str) -> str:
    """Fails without adding anything."""
    raise ValueError(f"canary: {text}")


server.run(transport="streamable-http", host="127.0.0.1", port=int(sys.argv[1]))
