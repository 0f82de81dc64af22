/**
 * The server's variables: the only place that reads the process's environment, and the reader of a file that has them:
 * the one that a service manager reads, or `/proc/<pid>/environ`. The names of some have a provider in them. config.ts
 * parses them.
 */
import { settingList } from "./settings/table.ts";
import { readFileSync } from "node:fs";
import { UsageFailure } from "../entry/cli/io.ts";

/** Stands for a provider in the names of some settings. */
const placeholder = "<PROVIDER>";

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
  // The platform's own credentials for key services.
  /^AWS_(?:SECRET_ACCESS_KEY|SESSION_TOKEN|CONTAINER_AUTHORIZATION_TOKEN)$/,
  /^IDENTITY_HEADER$/,
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

/** @param setting a name from the table. @returns what its variables' names match. */
function patternOf(setting: string): RegExp {
  return new RegExp(`^${setting.replace(placeholder, "([A-Z][A-Z0-9_]*)")}$`);
}

const patterns = settingList.map(([name]) => patternOf(name));

/** Whether the server reads a variable of this name. */
export function isSetting(variable: string): boolean {
  return patterns.some((pattern) => pattern.test(variable));
}

/**
 * The providers in the names of variables.
 * @param setting a name from the table, with `<PROVIDER>`.
 * @returns each part of a name once, such as `GIT_HUB`.
 */
export function providersIn(variables: readonly string[], setting: string): string[] {
  const pattern = patternOf(setting);
  return [...new Set(variables.flatMap((variable) => pattern.exec(variable)?.[1] ?? []))];
}

/** The variable of a provider: `GIT_HUB` for `git-hub`. @param setting a name from the table, with `<PROVIDER>`. */
export function nameFor(setting: string, provider: string): string {
  return setting.replace(placeholder, provider);
}

/** The names that variables can have. Those of a provider's settings have each provider that these variables name. */
export function namesWith(variables: readonly string[]): string[] {
  const names = settingList.map(([name]) => name);
  const providers = new Set(
    names.filter((name) => name.includes(placeholder)).flatMap((name) => providersIn(variables, name)),
  );
  return names.flatMap((name) =>
    name.includes(placeholder) ? [...providers].map((each) => nameFor(name, each)) : name,
  );
}

/** The slug of a provider in a variable's name. */
export function slugOf(provider: string): string {
  return provider.toLowerCase().replaceAll("_", "-");
}
