/** Digests of tools, which show whether a server has changed one. Pure. */
import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import type { ToolFacts } from "./facts.ts";

/**
 * Returns the SHA-256 digest of everything that a server says about a tool and that a review relies on: its name, title,
 * description, schemas and annotations. The order of members doesn't matter (RFC 8785).
 */
export function toolDigest(tool: ToolFacts): string {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  const said = { name, title, description, inputSchema, outputSchema, annotations };
  return `sha256:${createHash("sha256")
    .update(canonicalize(said) ?? "")
    .digest("hex")}`;
}
