/** The log lines for the operator of a starting server. */
import { isLoopback } from "@svc/contract";
import { closestName } from "@svc/contract/terminal";
import { oauthAuthOf } from "@svc/provider-kit";
import type { FastifyBaseLogger } from "fastify";
import { describeUnmatched, patternsWithoutAction } from "../domain/service-clients/policy.ts";
import { automaticCompletionWarning } from "../domain/connect-sessions/request.ts";
import type { Metrics } from "../domain/telemetry/port.ts";
import type { RowSealer } from "../domain/vault/row-seals.ts";
import type { VariableWarning } from "../entry/cli/environment.ts";
import { unreadVariables, type Config } from "./config.ts";
import { hostInUrl } from "./listening.ts";
import { fileUseOf, openFileLimits } from "./machine-facts.ts";
import type { Variables } from "./own-variables.ts";
import { registeredProviders, type RegisteredProvider } from "./providers.ts";
import type { Resources } from "./resources.ts";
import type { LogLines } from "../entry/rest/log-lines.ts";
import type { Need } from "./settings/kinds.ts";
import { settingList } from "./settings/table.ts";

/** Logs what an operator should know at startup, and from then on what the store reports. */
export async function logWarnings(
  { store, machine, vault }: Resources,
  config: Config,
  {
    sandbox,
    variables = {},
    providers: registered = registeredProviders,
    log: lines,
  }: { sandbox: boolean; variables?: Variables; providers?: readonly RegisteredProvider[]; log?: LogLines },
  log: FastifyBaseLogger,
): Promise<void> {
  const { enabledActions, requireConfirmedCompletion, revokesOnDisconnect } = config;
  for (const { variable, detail, remedy } of variableWarnings(config, variables)) {
    log.warn({ variable }, `${detail}: ${remedy}`);
  }
  const plain = plainListenerWarning(config);
  if (plain !== null) log.warn(plain);
  if (vault.cell !== "") log.info({ cell: vault.cell }, "this server's database is a cell");
  if (vault.cell !== "" && config.registersAgentHosts) {
    log.warn("SVC_AGENT_HOST_REGISTRATION: a host that registers itself is known only in the cell that it reached");
  }
  const providers = registered.map(({ provider }) => provider);
  for (const { provider, source } of registered) {
    if (source.kind !== "loaded") continue;
    const { name, version, digest, folder } = source;
    log.info({ provider: provider.slug, name, version, digest, folder }, "a provider that isn't built in is loaded");
  }
  for (const pattern of patternsWithoutAction(enabledActions, providers)) {
    log.warn({ pattern }, `a pattern of SVC_ENABLED_ACTIONS: ${describeUnmatched(pattern, providers)}`);
  }
  for (const slug of revokesOnDisconnect) {
    const provider = providers.find((one) => one.slug === slug);
    if (provider !== undefined && oauthAuthOf(provider)?.server.revocation !== undefined) continue;
    log.warn(
      { provider: slug },
      "its tokens can't be revoked, so SVC_OAUTH_…_REVOKE_ON_DISCONNECT has no effect for it",
    );
  }
  const { openFilesMax, openFilesWanted } = openFileLimits(fileUseOf(config));
  if (openFilesMax !== null && openFilesMax < openFilesWanted) {
    log.warn(
      { limit: openFilesMax, needed: openFilesWanted },
      "the limit of open files (ulimit -n) is lower than the configured limits need: raise it, or connections will fail under load",
    );
  }
  for (const warning of store.warnings) log.warn(warning);
  const { serviceClients } = store;
  const automatic = await automaticCompletionWarning({ sandbox, requireConfirmedCompletion, serviceClients });
  if (automatic !== null) log.warn(automatic);
  store.tell(({ level, message }) => log[level](message));
  machine.tell(({ level, message }) => log[level](message));
  if (lines !== undefined) {
    lines.onLost = (count) => log.warn({ lines: count }, "log lines were lost, because nothing read standard output");
  }
}

/**
 * Finds providers that connections need and that are neither loaded nor in the database. They can't change while this
 * process runs.
 * @param known the slugs of all others.
 */
export async function missingProviders(
  { store }: Resources,
  known: readonly string[],
  log: FastifyBaseLogger,
): Promise<readonly string[]> {
  const missing = await store.connections.countOfOtherProviders(known);
  for (const { provider, count } of missing) {
    log.warn({ provider, connections: count }, "connections need this provider, but SVC_PROVIDERS doesn't load it");
  }
  return missing.map(({ provider }) => provider);
}

/** Counts each use of an altered row, and logs the first. */
export function watchAlteredRows(
  seals: Pick<RowSealer, "listen">,
  metrics: Pick<Metrics, "alteredRow">,
  log: Pick<FastifyBaseLogger, "error">,
): void {
  seals.listen((table, row, isFirst) => {
    metrics.alteredRow(table);
    if (isFirst)
      log.error({ table, row }, "a row that grants rights was changed in the database, so it isn't accepted");
  });
}

/** Variables of the CLI and the SDK, which may be set in the same environment. */
const variablesOfCallers: ReadonlySet<string> = new Set(["SVC_API_URL", "SVC_TOKEN", "SVC_TENANT_ID"]);

/** What a setting needs: whether this configuration has it, and why the setting has no effect without it. */
const needs: Readonly<Record<Need, { isMet: (config: Config) => boolean; why: string }>> = {
  postgres: {
    isMet: ({ databaseUrl }) => !databaseUrl.startsWith("sqlite:"),
    why: "has no effect with SQLite: it is for PostgreSQL",
  },
  console: {
    isMet: ({ adminListen }) => adminListen !== null,
    why: "has no effect without SVC_ADMIN_LISTEN: there is no console",
  },
  webhooks: {
    isMet: ({ webhooks }) => webhooks.enabled,
    why: "has no effect with SVC_WEBHOOKS=off: this process sends none",
  },
  settling: {
    isMet: ({ settle }) => settle.mode !== "off",
    why: "has no effect with SVC_SETTLE=off: svc doesn't look for effects",
  },
};

/** @param environment the variables that the configuration was read from. */
export function variableWarnings(config: Config | null, environment: Variables): VariableWarning[] {
  const { unread, known } = unreadVariables(environment);
  const misspelled = unread
    .filter((variable) => !variablesOfCallers.has(variable))
    .map((variable): VariableWarning => {
      const meant = closestName(variable, known);
      const remedy = meant === null ? "check its name for a typo" : `did you mean ${meant}?`;
      return { variable, detail: `${variable} is set, but nothing reads it`, remedy };
    });
  if (config === null) return misspelled;
  const idle = settingList.flatMap(([variable, { needs: need }]): VariableWarning[] => {
    const isGiven = (environment[variable]?.trim() ?? "") !== "";
    if (!isGiven || need === undefined || needs[need].isMet(config)) return [];
    return [{ variable, detail: `${variable} ${needs[need].why}`, remedy: "remove it" }];
  });
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
