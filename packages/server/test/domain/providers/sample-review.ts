/** A review of two tools, and the server's own words about them. */
import { reviewFrom, type Review, type ToolFacts } from "@svc/mcp-provider";

export const address = "https://tools.example.com/mcp";

/** How users sign in, with an app that svc registers there. */
export const sampleOAuth = {
  kind: "oauth",
  issuer: "https://auth.example.com",
  authorizationEndpoint: "https://auth.example.com/authorize",
  tokenEndpoint: "https://auth.example.com/token",
  registrationEndpoint: "https://auth.example.com/register",
  resource: address,
  sendsIss: true,
  app: "registered",
  clientAuthentication: "client_secret_basic",
  scopes: [],
} as const;

/** A tool in the server's words. */
export function toolFacts(name: string, change: Partial<ToolFacts> = {}): ToolFacts {
  return {
    name,
    title: null,
    description: `Works on ${name}.`,
    inputSchema: { type: "object", properties: { text: { type: "string" } } },
    outputSchema: null,
    annotations: { readOnlyHint: name.startsWith("list") },
    ...change,
  };
}

export const serverTools: readonly ToolFacts[] = [toolFacts("list_notes"), toolFacts("add_note")];

/** The review that add-mcp writes, with these tools enabled. */
export function sampleReview(enabled: readonly string[] = ["list_notes", "add_note"], slug = "notes"): Review {
  const server = { name: "notes", title: null, version: "1" };
  const facts = { url: address, protocol: "2025-06-18", server, authorization: "bearer" as const, tools: serverTools };
  const review = reviewFrom(slug, facts);
  return { ...review, tools: review.tools.map((tool) => ({ ...tool, reviewed: enabled.includes(tool.name) })) };
}
