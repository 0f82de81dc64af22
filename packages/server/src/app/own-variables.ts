/** The only place that reads the process's environment; config.ts parses the variables. */
import { nameFor } from "./settings/names.ts";
import { settingList } from "./settings/table.ts";

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
