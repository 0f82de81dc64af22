/** The log lines for the operator of a starting server. */
import { oauthAuthOf } from "@svc/provider-kit";
import type { FastifyBaseLogger } from "fastify";
import { automaticCompletionWarning } from "../domain/connect-sessions/request.ts";
import { describeUnmatched, patternsWithoutAction } from "../domain/service-clients/policy.ts";
import type { Config } from "./config.ts";
import { fileUseOf, openFileLimits } from "./machine-facts.ts";
import { registeredProviders, type RegisteredProvider } from "./providers.ts";
import type { Resources } from "./resources.ts";
import type { ServerOptions } from "./server.ts";
import { plainListenerWarning, variableWarnings } from "./variable-warnings.ts";

/** Logs what an operator should know at startup, and from then on what the store reports. */
export async function logWarnings(
  { store, machine }: Resources,
  config: Config,
  { sandbox, variables = {}, providers: registered = registeredProviders, log: lines }: ServerOptions,
  log: FastifyBaseLogger,
): Promise<void> {
  const { enabledActions, requireConfirmedCompletion, revokesOnDisconnect } = config;
  for (const { variable, detail, remedy } of variableWarnings(config, variables)) {
    log.warn({ variable }, `${detail}: ${remedy}`);
  }
  const plain = plainListenerWarning(config);
  if (plain !== null) log.warn(plain);
  const providers = registered.map(({ provider }) => provider);
  for (const { provider, source } of registered) {
    if (source.kind === "built_in") continue;
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

/** Finds providers that connections need and that aren't loaded. They can't change while this process runs. */
export async function missingProviders(
  { store }: Resources,
  loaded: readonly Pick<RegisteredProvider, "provider">[],
  log: FastifyBaseLogger,
): Promise<readonly string[]> {
  const missing = await store.connections.countOfOtherProviders(loaded.map(({ provider }) => provider.slug));
  for (const { provider, count } of missing) {
    log.warn({ provider, connections: count }, "connections need this provider, but SVC_PROVIDERS doesn't load it");
  }
  return missing.map(({ provider }) => provider);
}
