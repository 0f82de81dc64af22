/** The changes of `svc-server apply` for people and for programs. No output has a secret. */
import { printable } from "./io.ts";
import type { Change } from "../../domain/desired-state/plan.ts";

const signs = { create: "+", set: "~", update: "~", revoke: "-", remove: "-" } as const;

/** Returns a line for each change, with those for its fields, and one for each thing that only `--prune` would remove. */
export function planLines(changes: readonly Change[], kept: readonly Change[]): string[] {
  if (changes.length === 0 && kept.length === 0) return ["Nothing differs."];
  const lines = changes.flatMap((change) => [
    `${signOf(change)} ${nameOf(change)}${keptIn(change)}`,
    ...change.fields.map(({ field, from, to }) =>
      signOf(change) === "+"
        ? `    ${printable(field)}: ${shown(to)}`
        : `    ${printable(field)}: ${shown(from)} -> ${shown(to)}`,
    ),
  ]);
  const left = kept.map(
    (change) => `  ${nameOf(change)} isn't in the file; --prune would ${change.step.split("_", 1)[0] ?? ""} it`,
  );
  return [...lines, ...left, ...(changes.length === 0 ? ["Nothing else differs."] : [])];
}

function signOf(change: Change): string {
  if ("version" in change && change.version === null) return "+";
  return signs[change.step.split("_", 1)[0] as keyof typeof signs];
}

/** Where a new key is written. */
function keptIn(change: Change): string {
  if (change.step === "create_key") return `, written to ${change.key.keyFile ?? ""}`;
  if (change.step !== "create_client") return "";
  return ` with its key ${change.firstKey.name}, written to ${change.firstKey.keyFile ?? ""}`;
}

/** Returns what a change is about, in words. */
export function nameOf(change: Change): string {
  switch (change.step) {
    case "create_client":
    case "update_client":
    case "revoke_client":
      return `service client ${change.client.name}`;
    case "create_key":
    case "update_key":
    case "revoke_key":
      return `key ${change.key.name} of ${change.client.name}`;
    case "set_provider":
    case "remove_provider":
      return `MCP server ${change.slug}`;
    case "set_events_secret":
      return `secret for events of the ${appName(change.app)}`;
    case "set_app":
    case "remove_app":
      return appName(change.app);
  }
}

function appName({ provider, serviceClient }: { provider: string; serviceClient?: string }): string {
  return `OAuth app of ${provider}${serviceClient ? ` for ${serviceClient}` : ""}`;
}

/** Returns a change for programs. */
export function presentChange(change: Change): object {
  return { step: change.step, name: nameOf(change), fields: change.fields };
}

function shown(value: unknown): string {
  return value === "" || value === null || (Array.isArray(value) && value.length === 0)
    ? "none"
    : // Names of tools are a stranger's words.
      printable(JSON.stringify(value));
}
