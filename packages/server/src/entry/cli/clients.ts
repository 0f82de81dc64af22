/** The operator's commands for service clients, with results to print. */
import { timestamp, timestampOrNull } from "../../domain/clock/timestamp.ts";
import type { KnownInputs } from "../../domain/policy/rules.ts";
import type { KeyRights, ServiceClientRow, ServiceKeyRow } from "../../domain/service-clients/port.ts";
import { fetchLogo, type Logo } from "../../domain/service-clients/logo.ts";
import { brandingOf, type ServiceClients } from "../../domain/service-clients/service-clients.ts";
import { type TenantReach, presentReach } from "../../domain/tenants/port.ts";
import { UsageFailure } from "./io.ts";
import { readPolicyFile, refuseUnmatched } from "./policy-file.ts";
import type { ClientOptions, KeyOptions } from "./client-commands.ts";

/** Dependencies for fetching a logo. */
export type LogoDeps = Parameters<typeof fetchLogo>[0];

/** Dependencies for reading the options. The built-in providers decide which rules make sense. */
export type ClientDeps = { logos: LogoDeps; known: readonly KnownInputs[] };

/** Refuses `--allow-action` patterns that match nothing, unless `--force` is given. */
function refuseUnmatchedActions(
  { allowAction = [], force = false }: ClientOptions,
  known: readonly KnownInputs[],
): void {
  refuseUnmatched(
    allowAction.map((pattern) => ({ place: "--allow-action", pattern })),
    known,
    force,
  );
}

/** Formats a service client, without key material. */
export function presentClient(client: ServiceClientRow) {
  return {
    id: client.id,
    name: client.name,
    allowedOrigins: client.allowedOrigins,
    allowedReturnUrls: client.allowedReturnUrls,
    policy: {
      actions: client.allowedActions,
      settleByState: client.settleByState,
      allowImport: client.allowImport,
      rules: client.policyRules,
    },
    completion: client.requireConfirmed ? "confirmed" : "automatic",
    ...brandingOf(client),
    createdAt: timestamp(client.createdAt),
    revokedAt: timestampOrNull(client.revokedAt),
  };
}

function presentKey(key: ServiceKeyRow) {
  return {
    name: key.name,
    maskedKey: `svc_live_${key.id}…`,
    ...presentReach(key.tenants),
    policyRules: key.policyRules,
    mayDecide: key.mayDecide,
    createdAt: timestamp(key.createdAt),
    expiresAt: timestampOrNull(key.expiresAt),
    revokedAt: timestampOrNull(key.revokedAt),
  };
}

/** Fetches the given logo. Returns undefined if none was given, null to remove the current one. */
async function fetchGivenLogo({ logoUrl }: ClientOptions, logos: LogoDeps): Promise<Logo | null | undefined> {
  return logoUrl === undefined ? undefined : logoUrl === "" ? null : await fetchLogo(logos, logoUrl);
}

/** Converts options to a change of a service client. @throws ServiceError for a logo that can't be used. */
export async function toClientChange(options: ClientOptions & { name?: string }, { logos, known }: ClientDeps) {
  refuseUnmatchedActions(options, known);
  const logo = await fetchGivenLogo(options, logos);
  return {
    ...(options.appName === undefined ? {} : { appName: options.appName }),
    ...(options.agentSignInUrl === undefined ? {} : { agentSignInUrl: options.agentSignInUrl }),
    ...(options.policyFile === undefined
      ? {}
      : { policyRules: readPolicyFile(options.policyFile, known, options.force ?? false) }),
    ...(logo === undefined ? {} : { logo }),
    ...(options.name === undefined ? {} : { name: options.name }),
    ...(options.allowedOrigin === undefined ? {} : { allowedOrigins: options.allowedOrigin }),
    ...(options.returnUrl === undefined ? {} : { allowedReturnUrls: options.returnUrl }),
    ...(options.allowAction === undefined ? {} : { allowedActions: options.allowAction }),
    ...(options.completion === undefined ? {} : { requireConfirmed: options.completion === "confirmed" }),
    ...(options.settleByState === undefined ? {} : { settleByState: options.settleByState === "on" }),
    ...(options.allowImport === undefined ? {} : { allowImport: options.allowImport === "on" }),
  };
}

/** Creates a service client. The result contains the key, which is shown only this once. */
export async function createClient(
  clients: ServiceClients,
  options: ClientOptions & { name: string; keyName?: string },
  { logos, known }: ClientDeps,
) {
  refuseUnmatchedActions(options, known);
  const made = await clients.create({
    name: options.name,
    allowedOrigins: options.allowedOrigin ?? [],
    allowedReturnUrls: options.returnUrl ?? [],
    allowedActions: options.allowAction ?? [],
    requireConfirmed: options.completion === "confirmed",
    settleByState: options.settleByState === "on",
    allowImport: options.allowImport === "on",
    appName: options.appName ?? "",
    agentSignInUrl: options.agentSignInUrl ?? "",
    policyRules:
      options.policyFile === undefined ? [] : readPolicyFile(options.policyFile, known, options.force ?? false),
    logo: (await fetchGivenLogo(options, logos)) ?? null,
    ...(options.keyName === undefined ? {} : { keyName: options.keyName }),
  });
  const { key, keyName, warnings } = made;
  return { ...presentClient(made.client), keyName, key, warnings };
}

/** Converts options to a change of a key. @throws UsageFailure if they name no change or contradict each other. */
export function toKeyChange(
  { tenant, label, allTenants = false, policyFile, force = false, mayDecide }: KeyOptions,
  known: readonly KnownInputs[],
): Partial<KeyRights> {
  const reaches: TenantReach[] = [
    ...(tenant === undefined ? [] : [{ ids: tenant }]),
    ...(label === undefined ? [] : [{ label }]),
    ...(allTenants ? [null] : []),
  ];
  if (reaches.length > 1) throw new UsageFailure("Give only one of --tenant, --label and --all-tenants.");
  const change: Partial<KeyRights> = {
    ...(reaches[0] === undefined ? {} : { tenants: reaches[0] }),
    ...(policyFile === undefined ? {} : { policyRules: readPolicyFile(policyFile, known, force) }),
    ...(mayDecide === undefined ? {} : { mayDecide: mayDecide === "on" }),
  };
  if (Object.keys(change).length > 0) return change;
  throw new UsageFailure("Say what to change: --tenant, --label, --all-tenants, --policy-file or --may-decide.");
}

/** Returns every service client with its keys. */
export async function listClients(clients: ServiceClients) {
  const rows = await clients.list();
  return rows.map(({ client, keys }) => ({ ...presentClient(client), keys: keys.map(presentKey) }));
}
