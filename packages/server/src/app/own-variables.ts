/**
 * The server's variables: the only place that reads the process's environment, and the reader of a file that has them:
 * the one that a service manager reads, or `/proc/<pid>/environ`. config.ts parses them.
 */
import { nameFor } from "./settings/names.ts";
import { settingList } from "./settings/table.ts";
import { readFileSync } from "node:fs";
import { UsageFailure } from "../entry/cli/io.ts";

/** Environment variables. */
export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * What the names of variables match whose values are secret or may contain a secret. A provider can have any name here:
 * a secret that nothing reads, because its variable is misspelled, is still a secret.
 */
const secretVariables: readonly RegExp[] = [
  ...settingList
    .filter(([, { type }]) => type === "secret")
    .map(([name]) => new RegExp(`^${nameFor(name, String.raw`\w+`)}$`)),
  // A proxy's URL can contain a password.
  /^https?_proxy$/i,
  /^OTEL_EXPORTER_OTLP_(?:\w+_)?HEADERS$/,
];

let taken: Variables | null = null;

/**
 * Returns the process's own variables. The first call removes secret ones from the environment, because Node.js's
 * report about a process that ran out of memory quotes it, regardless of `process.report.excludeEnv`.
 */
export function ownVariables(): Variables {
  if (taken === null) {
    taken = { ...process.env };
    const isSecret = (name: string): boolean => secretVariables.some((pattern) => pattern.test(name));
    for (const name of Object.keys(taken)) if (isSecret(name)) delete process.env[name];
  }
  return taken;
}

/** Options that Node.js takes from the environment; "" where there are none. */
export function nodeOptions(environment: Variables = ownVariables()): string {
  return environment["NODE_OPTIONS"] ?? "";
}

/**
 * Reads `KEY=VALUE` lines as systemd and Compose do: empty lines and those that start with `#` or `;` are skipped,
 * quotes around a value are removed, and the last line for a name counts. `/proc/<pid>/environ` is read literally.
 * @throws UsageFailure if it can't be read or has other lines. It quotes none of them, because they can hold a secret.
 */
export function readEnvFile(path: string): Readonly<Record<string, string>> {
  const content = textOf(path);
  if (content.includes("\0")) return ofProcess(content);
  const variables: Record<string, string> = {};
  const faults: number[] = [];
  for (const [index, line] of content.split(/\r?\n/).entries()) {
    const text = line.trim();
    if (text === "" || /^[#;]/.test(text)) continue;
    const [, name, value = ""] = /^([A-Za-z_]\w*)=(.*)$/.exec(text) ?? [];
    if (name === undefined) faults.push(index + 1);
    else variables[name] = unquoted(value.trim());
  }
  if (faults.length === 0) return variables;
  const lines = `${faults.length === 1 ? "line" : "lines"} ${faults.join(", ")}`;
  throw new UsageFailure(`${path}: ${lines} must be KEY=VALUE, as systemd and containers read it.`);
}

function ofProcess(content: string): Readonly<Record<string, string>> {
  const entries = content.split("\0").map((entry) => [entry, entry.indexOf("=")] as const);
  return Object.fromEntries(
    entries.flatMap(([entry, at]) => (at < 1 ? [] : [[entry.slice(0, at), entry.slice(at + 1)]])),
  );
}

function textOf(path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch {
    throw new UsageFailure(`${path}: the file can't be read; check that it exists and that this user may read it.`);
  }
}

/** The text between a pair of quotes; in double quotes a backslash escapes a quote or itself. */
function unquoted(value: string): string {
  const [, single, double] = /^(?:'([^']*)'|"((?:[^"\\]|\\.)*)")$/.exec(value) ?? [];
  return single ?? double?.replaceAll(/\\(["\\])/g, "$1") ?? value;
}
