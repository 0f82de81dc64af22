/** The first version of a review: what a server says about itself, and careful guesses that an operator has to confirm. */
import { toolName } from "@svc/contract/agent-tools";
import { actionIdOf } from "./action-id.ts";
import { claimedEffect } from "./assess.ts";
import { toolDigest } from "./digest.ts";
import type { AuthorizationFacts, ServerFacts, ToolFacts } from "./facts.ts";
import type { Review, ReviewedTool } from "./review.ts";

/**
 * Writes a review of which nothing is confirmed. An effect is the server's own claim. Agents may see only what claims to
 * read. A tool without a usable name is left out.
 */
export function reviewFrom(slug: string, facts: ServerFacts): Review {
  const { url, protocol, server, authorization } = facts;
  const tools: ReviewedTool[] = [];
  for (const tool of facts.tools) {
    const entry = unreviewedTool(slug, tools, tool);
    if (entry !== null) tools.push(entry);
  }
  return { version: 1, slug, url, protocol, server: { ...server }, auth: authOf(authorization), account: null, tools };
}

/** Returns a tool that no one has decided about, as it joins others; null if its name is taken or can't be an action's. */
export function unreviewedTool(slug: string, others: readonly ReviewedTool[], tool: ToolFacts): ReviewedTool | null {
  const id = freeId(actionIdOf(tool.name), others);
  const isTaken = others.some(({ name }) => name === tool.name);
  return id === null || isTaken ? null : unreviewed(slug, id, tool);
}

/** Numbers an id that another tool has: `tools.createIssue2`. */
function freeId(id: string | null, tools: readonly ReviewedTool[]): string | null {
  if (id === null) return null;
  const isTaken = (wanted: string) => tools.some((tool) => tool.id === wanted);
  let free = id;
  for (let count = 2; isTaken(free); count += 1) free = `${id}${String(count)}`;
  return free.length <= 100 ? free : null;
}

function unreviewed(slug: string, id: string, tool: ToolFacts): ReviewedTool {
  const effect = claimedEffect(tool);
  return {
    ...(tool as Pick<ReviewedTool, "name" | "title" | "description" | "inputSchema" | "outputSchema" | "annotations">),
    id,
    digest: toolDigest(tool),
    reviewed: false,
    effect,
    idempotency: effect === "read" ? "safe" : "unsafe",
    mcp: effect === "read" && toolName(slug, id).length <= 52,
    sensitive: { input: [], output: [] },
    content: { input: [], output: [] },
    evidence: null,
  };
}

function authOf(authorization: ServerFacts["authorization"]): Review["auth"] {
  if (authorization === null) return { kind: "none" };
  if (authorization === "bearer") return { kind: "bearer" };
  const { issuer, authorizationEndpoint, tokenEndpoint, registrationEndpoint, resource, sendsIss, scopes } =
    authorization;
  const endpoints = { issuer, authorizationEndpoint, tokenEndpoint, registrationEndpoint };
  return { kind: "oauth", ...endpoints, resource, sendsIss, ...appOf(authorization), scopes: [...scopes] };
}

/** In the order that MCP recommends: the document needs no state at the server, and a registered app no person. */
function appOf({
  acceptsClientDocument,
  registrationEndpoint,
  clientAuthentication: offered,
}: AuthorizationFacts): Pick<Extract<Review["auth"], { kind: "oauth" }>, "app" | "clientAuthentication"> {
  // RFC 8414 §2: a server that lists no method means client_secret_basic. Many that list none take public apps too.
  if (acceptsClientDocument && (offered.length === 0 || offered.includes("none"))) {
    return { app: "document", clientAuthentication: "none" };
  }
  const methods = ["client_secret_basic", "client_secret_post", "none"] as const;
  const clientAuthentication = methods.find((method) => offered.includes(method)) ?? "client_secret_basic";
  return { app: registrationEndpoint === null ? "own" : "registered", clientAuthentication };
}
