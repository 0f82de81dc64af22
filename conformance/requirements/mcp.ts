/** Promises about tools for agents. */
import type { Requirement } from "../harness/requirements.ts";

const of = (id: string, text: string, source = "contract §10.2"): Requirement => ({ id, source, text });

/** Promises about the MCP endpoint. */
export const requirements: readonly Requirement[] = [
  of(
    "mcp.access",
    "The same key, rate limit and isolation as REST; another client's tenant answers like a missing one.",
    "contract §10",
  ),
  of("mcp.origin", "A Host or Origin other than the service's or the client's own is refused.", "contract §10.3"),
  of(
    "mcp.protocol",
    "Streamable HTTP without sessions, in strict JSON, in the revisions of the official SDK.",
    "contract §10",
  ),
  of(
    "mcp.tools",
    "The tools are exactly the granted, effective actions that agents may call; if there are many, a search over them.",
    "contract §10.1",
  ),
  of("mcp.secrets-provider", "The secrets provider's actions never appear and can't be called.", "contract §10.1"),
  of(
    "mcp.streams",
    "A stream closes within a second of its key's revocation, and when the server stops.",
    "contract §10.3",
  ),
  of("mcp.calls", "A call works as in REST: it is recorded, and a refusal is an error result with its code."),
  of("mcp.keys", "A write's key is taken from the call or generated, and means the same as in REST."),
  of(
    "mcp.unknown",
    "An unknown outcome names its execution and says not to repeat it; the same call isn't sent again.",
  ),
  of("mcp.evidence", "An unknown outcome says whether svc checks for the effect, and get_execution shows the result."),
  of("mcp.get-execution", "get_execution shows executions made through MCP with the same key, and no others."),
  of("mcp.connections", "With several connections to one provider, an argument chooses; it is never guessed."),
  of("mcp.list-changed", "A listening client is notified when its tools change.", "contract §10.1"),
];
