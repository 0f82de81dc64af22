/**
 * The operator's commands for service clients, with results to print. Their policies come from files. Patterns that match
 * nothing are refused: a misspelled one allows, asks about or denies nothing that anybody calls.
 */
import { timestamp, timestampOrNull } from "../../domain/clock/timestamp.ts";
import { type KnownInputs, readPolicyRules } from "../../domain/policy/rules.ts";
import type { KeyRights, ServiceClientRow, ServiceKeyRow } from "../../domain/service-clients/port.ts";
import { fetchLogo, type Logo } from "../../domain/service-clients/logo.ts";
import { brandingOf, type ServiceClients } from "../../domain/service-clients/service-clients.ts";
import { presentReach } from "../../domain/tenants/port.ts";
import { UsageFailure, OperatorFailure, type Rows } from "./io.ts";
import type { ClientOptions, KeyOptions } from "./client-commands.ts";
import { readFileSync, statSync } from "node:fs";
import { parseJsonStrict, type PolicyRule } from "@svc/contract";
import { findUnmatched, type KnownActions } from "../../domain/service-clients/policy.ts";
import type { TenantReach } from "../../domain/records/documents.ts";

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

/** Service clients as a table. @param clients as {@link listClients} returns them. */
export function clientRows(clients: Awaited<ReturnType<typeof listClients>>): Rows {
  return {
    document: { serviceClients: clients },
    headings: ["SERVICE CLIENT", "NAME", "STATUS", "KEYS", "ALLOWED ACTIONS", "CREATED"],
    rows: clients.map(({ id, name, revokedAt, keys, policy, createdAt }) => [
      id,
      name,
      revokedAt === null ? "active" : "revoked",
      keys
        .filter((key) => key.revokedAt === null)
        .map((key) => key.name)
        .join(", ") || "-",
      policy.actions.join(", ") || "-",
      createdAt,
    ]),
  };
}

/** The largest file, in bytes. */
const bytesMax = 262_144;

/**
 * Reads rules from a file.
 * @param force whether a rule may name actions that this version doesn't have.
 * @throws OperatorFailure for a file that can't be read; ServiceError INVALID_REQUEST for rules that can't be used;
 * UsageFailure for patterns that match nothing.
 */
export function readPolicyFile(path: string, known: readonly KnownInputs[], force: boolean): readonly PolicyRule[] {
  let text: string;
  try {
    if (statSync(path).size > bytesMax) throw new OperatorFailure(`${path} is larger than ${String(bytesMax)} bytes.`);
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof OperatorFailure) throw error;
    throw new OperatorFailure(`The policy file ${path} can't be read.`);
  }
  const parsed = parseJsonStrict(text, { keysMax: 10_000, valuesMax: 20_000 });
  if (!parsed.ok) {
    const { reason, pointer } = parsed;
    const place = pointer === "" ? "" : ` (at ${pointer})`;
    throw new OperatorFailure(`${path} isn't usable JSON: ${reason}${place}`);
  }
  const rules = readPolicyRules(parsed.value, known);
  const patterns = rules.flatMap(({ match }, index) =>
    (match?.actions ?? []).map((pattern) => ({ place: `Rule ${String(index + 1)}`, pattern })),
  );
  refuseUnmatched(patterns, known, force);
  return rules;
}

/** A pattern, and where the operator gave it. */
export type GivenPattern = { place: string; pattern: string };

/**
 * @param force whether `--force` was given, for actions of a later version or of a provider that isn't loaded yet.
 * @throws UsageFailure with a line for each pattern that matches no action.
 */
export function refuseUnmatched(given: readonly GivenPattern[], known: readonly KnownActions[], force: boolean): void {
  if (force) return;
  const lines = findUnmatched(given, known).map(
    ({ place, pattern, message }) => `${place} ${JSON.stringify(pattern)}: ${message}`,
  );
  if (lines.length === 0) return;
  throw new UsageFailure([...lines, "Nothing was changed. With --force it is accepted all the same."].join("\n"));
}
