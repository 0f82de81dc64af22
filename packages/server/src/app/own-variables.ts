/** The only place that reads the process's environment; config.ts parses the variables. */

/** Environment variables. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Variables whose values are secret or may contain a secret. */
const secretVariables =
  /^(?:SVC_DATABASE_URL|SVC_VAULT_KEYS|SVC_OAUTH_\w+_CLIENT_SECRET|OTEL_EXPORTER_OTLP_(?:\w+_)?HEADERS)$/;

let taken: Variables | null = null;

/**
 * Returns the process's own variables. The first call removes secret ones from the environment, because Node.js's
 * report about a process that ran out of memory quotes it, regardless of `process.report.excludeEnv`.
 */
export function ownVariables(): Variables {
  if (taken === null) {
    taken = { ...process.env };
    for (const name of Object.keys(taken)) if (secretVariables.test(name)) delete process.env[name];
  }
  return taken;
}

/** Options that Node.js takes from the environment; "" where there are none. */
export function nodeOptions(environment: Variables = ownVariables()): string {
  return environment["NODE_OPTIONS"] ?? "";
}
