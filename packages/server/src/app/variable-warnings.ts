/** Variables that are valid and yet can't do what the operator expects: misspelled ones, and those without effect here. */
import { isLoopback } from "@svc/contract";
import type { VariableWarning } from "../entry/cli/environment.ts";
import { unreadVariables, type Config } from "./config.ts";
import type { Variables } from "./own-variables.ts";
import { closestTo } from "../domain/closest.ts";
import { hostInUrl } from "./urls.ts";

/** Variables of the CLI and the SDK, which may be set in the same environment. */
const variablesOfCallers: ReadonlySet<string> = new Set(["SVC_API_URL", "SVC_TOKEN", "SVC_TENANT_ID"]);

type Idle = { variables: RegExp; isIdle: (config: Config) => boolean; why: string };

const isSqlite = ({ databaseUrl }: Config): boolean => databaseUrl.startsWith("sqlite:");

/** Variables that something else turns off. */
const idleVariables: readonly Idle[] = [
  {
    variables: /^SVC_(?:REQUIRE_SYNC_REPLICATION|DATABASE_POOL_MAX)$/,
    isIdle: isSqlite,
    why: "has no effect with SQLite: it is for PostgreSQL",
  },
  {
    variables: /^SVC_ADMIN_URL$/,
    isIdle: ({ adminListen }) => adminListen === null,
    why: "has no effect without SVC_ADMIN_LISTEN: there is no console",
  },
  {
    variables: /^SVC_WEBHOOK_(?:TIMEOUT_MS|CONCURRENCY|DENY_CIDRS)$/,
    isIdle: ({ webhooks }) => !webhooks.enabled,
    why: "has no effect with SVC_WEBHOOKS=off: this process sends none",
  },
  {
    variables: /^SVC_SETTLE_ABSENCE$/,
    isIdle: ({ settle }) => settle.mode === "off",
    why: "has no effect with SVC_SETTLE=off: svc doesn't look for effects",
  },
];

/** @param environment the variables that the configuration was read from. */
export function variableWarnings(config: Config | null, environment: Variables): VariableWarning[] {
  const { unread, known } = unreadVariables(environment);
  const misspelled = unread
    .filter((variable) => !variablesOfCallers.has(variable))
    .map((variable): VariableWarning => {
      const meant = closestTo(variable, known);
      const remedy = meant === null ? "check its name for a typo" : `did you mean ${meant}?`;
      return { variable, detail: `${variable} is set, but nothing reads it`, remedy };
    });
  if (config === null) return misspelled;
  const given = Object.keys(environment).filter((name) => (environment[name]?.trim() ?? "") !== "");
  const idle = idleVariables
    .filter(({ isIdle }) => isIdle(config))
    .flatMap(({ variables, why }) => given.filter((name) => variables.test(name)).map((name) => [name, why] as const))
    .map(([variable, why]): VariableWarning => ({ variable, detail: `${variable} ${why}`, remedy: "remove it" }));
  return [...misspelled, ...idle];
}

/** A warning if other machines reach the server without TLS in front of it; otherwise null. */
export function plainListenerWarning({ listen, publicUrl }: Pick<Config, "listen" | "publicUrl">): string | null {
  if (isLoopback(hostInUrl(listen.host)) || publicUrl?.startsWith("https:") === true) return null;
  return (
    `Other machines can reach SVC_LISTEN (${listen.host}), and the server speaks plain HTTP: keys and credentials cross the network ` +
    "unencrypted. Put a proxy with TLS in front of it and set SVC_PUBLIC_URL to its https URL, or listen on 127.0.0.1."
  );
}
