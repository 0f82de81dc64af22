/** Reads a list of credentials to import: JSON Lines. No error quotes a line. */
import { authKinds, parseJsonStrict, type ImportConnection } from "@svc/contract";
import type { Environment } from "../../environment.ts";
import { CommandFailure } from "../../failure.ts";
import { readText } from "../../read-text.ts";

/** One line of the list. */
export type ImportLine = Omit<ImportConnection, "dryRun"> & {
  /** The caller's own name for it, which the report uses. */
  id: string;
  /** The id or external ID of its tenant; the current tenant if omitted. */
  tenant?: string;
};

/** Ids are shown and stored, so they are short and plain. */
const idPattern = /^[A-Za-z0-9._:@-]{1,100}$/;
const fields: readonly string[] = ["id", "tenant", "provider", "authKind", "requestedActions", "credential"];

/** @throws CommandFailure exit 2 if the file can't be read, exit 5 with the number of every wrong line. */
export function readImportList(io: Environment, path: string): ImportLine[] {
  const text = readText(io, path, "--file");
  const lines: ImportLine[] = [];
  const faults: string[] = [];
  const seen = new Set<string>();
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const read = readLine(line);
    const fault = typeof read === "string" ? read : seen.has(read.id) ? "another line has the same id" : null;
    if (typeof read !== "string") {
      seen.add(read.id);
      lines.push(read);
    }
    if (fault !== null) faults.push(`line ${index + 1}: ${fault}`);
  }
  if (faults.length > 0) throw new CommandFailure(5, `Nothing was sent. ${faults.slice(0, 20).join("\n")}`);
  if (lines.length === 0) throw new CommandFailure(5, "The list is empty.");
  return lines;
}

/** Returns the parsed line, or what is wrong with it. */
function readLine(line: string): ImportLine | string {
  const parsed = parseJsonStrict(line);
  if (!parsed.ok) return "not valid JSON";
  const { value } = parsed;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "not a JSON object";
  const { id, tenant, provider, authKind, requestedActions, credential } = value as Record<string, unknown>;
  if (typeof id !== "string" || !idPattern.test(id)) return "id must be 1-100 letters, digits, or . _ : @ -";
  if (!Object.keys(value).every((name) => fields.includes(name))) return `a field isn't one of ${fields.join(", ")}`;
  if (tenant !== undefined && (typeof tenant !== "string" || tenant === "")) return "tenant must be a string";
  if (typeof provider !== "string") return "provider is missing";
  if (!authKinds.some((kind) => kind === authKind)) return `authKind must be one of ${authKinds.join(", ")}`;
  const isList = Array.isArray(requestedActions) && requestedActions.every((each) => typeof each === "string");
  if (!isList || requestedActions.length === 0) return "requestedActions must be a list of action ids";
  if (typeof credential !== "object" || credential === null || Array.isArray(credential)) {
    return "credential must be an object";
  }
  return value as ImportLine;
}
