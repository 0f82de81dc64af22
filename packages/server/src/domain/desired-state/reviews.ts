/** The reviews of MCP servers, in the form in which the file and what is stored are compared. Pure. */
import type { Review } from "@svc/mcp-provider";
import { changedFields, type FieldChange, type Settings } from "./settings.ts";

/** An MCP server as stored. */
export type StoredProvider = { slug: string; url: string; digest: string; version: string };

/** An MCP server of the file: its review with its digest, and the stored one if that differs and can be read. */
export type ResolvedProvider = { review: Review; digest: string; stored: Review | null };

/** Returns what to print of a change: what an operator decides, and digests of what the server says. */
export function reviewChanges(before: Review | null, after: Review): FieldChange[] {
  if (before === null) {
    const enabled = after.tools.filter(({ reviewed }) => reviewed).map(({ name }) => name);
    return changedFields({ url: "", tools: [] }, { url: after.url, tools: enabled });
  }
  const from = reviewSettings(before);
  // A tool that is no longer in the review has no value there.
  const none = Object.fromEntries(Object.keys(from).map((field) => [field, ""]));
  return changedFields(from, { ...none, ...reviewSettings(after) });
}

function reviewSettings({ tools, url, protocol, server, auth, account }: Review): Settings {
  const ofTools = tools.flatMap(
    ({
      name,
      title: _title,
      description: _description,
      inputSchema: _input,
      outputSchema: _output,
      annotations: _annotations,
      ...decided
    }) => Object.entries(decided).map(([field, value]) => [`tools.${name}.${field}`, value] as const),
  );
  const ofServer = Object.entries(server).map(([field, value]) => [`server.${field}`, value] as const);
  return { url, protocol, auth, account, ...Object.fromEntries([...ofServer, ...ofTools]) };
}
