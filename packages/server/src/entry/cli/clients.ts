/**
 * The operator's commands for service clients: their options as the admin API takes them, and results to print. Policies
 * come from files. Patterns that match nothing are refused: a misspelled one allows, asks about or denies nothing that
 * anybody calls.
 */
import { readFileSync, statSync } from "node:fs";
import {
  parseJsonStrict,
  type OperatedServiceClient,
  type PolicyRule,
  type UpdateServiceClient,
  type UpdateServiceKey,
} from "@svc/contract";
import { defined } from "../../domain/administration/given.ts";
import { type KnownInputs, readPolicyRules } from "../../domain/policy/rules.ts";
import type { fetchLogo } from "../../domain/service-clients/logo.ts";
import { findUnmatched, type KnownActions } from "../../domain/service-clients/policy.ts";
import { UsageFailure, OperatorFailure, type Rows } from "./io.ts";
import type { ClientOptions, KeyOptions } from "./client-commands.ts";

/** Dependencies for fetching a logo. */
export type LogoDeps = Parameters<typeof fetchLogo>[0];

/** The providers of this process; null if a server elsewhere checks what it is sent. */
export type Known = readonly KnownInputs[] | null;

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

/** A service client as commands on one print it: without its keys. */
export function shownClient({ keys: _keys, ...client }: OperatedServiceClient): Omit<OperatedServiceClient, "keys"> {
  return client;
}

/** Converts options to the fields of a service client. @throws UsageFailure for patterns that match nothing. */
export function toClientFields(options: ClientOptions & { name?: string }, known: Known): UpdateServiceClient {
  const { force = false, policyFile, allowAction } = options;
  if (known !== null) refuseUnmatchedActions(options, known);
  const policy = defined({
    actions: allowAction,
    settleByState: isOn(options.settleByState),
    allowImport: isOn(options.allowImport),
    rules: policyFile === undefined ? undefined : [...readPolicyFile(policyFile, known, force)],
  });
  return defined({
    name: options.name,
    allowedOrigins: options.allowedOrigin,
    allowedReturnUrls: options.returnUrl,
    policy: Object.keys(policy).length === 0 ? undefined : policy,
    completion: options.completion,
    appName: options.appName,
    agentSignInUrl: options.agentSignInUrl,
    logoUrl: options.logoUrl,
  });
}

function isOn(given: "on" | "off" | undefined): boolean | undefined {
  return given === undefined ? undefined : given === "on";
}

/** Converts options to a key's rights. @throws UsageFailure if they name no change or contradict each other. */
export function toKeyRights(
  { tenant, label, allTenants = false, policyFile, force = false, mayDecide }: KeyOptions,
  known: Known,
): UpdateServiceKey {
  const reaches: UpdateServiceKey[] = [
    ...(tenant === undefined ? [] : [{ tenants: tenant }]),
    ...(label === undefined ? [] : [{ tenantLabel: label }]),
    ...(allTenants ? [{ tenants: null }] : []),
  ];
  if (reaches.length > 1) throw new UsageFailure("Give only one of --tenant, --label and --all-tenants.");
  const change: UpdateServiceKey = {
    ...reaches[0],
    ...(policyFile === undefined ? {} : { policyRules: [...readPolicyFile(policyFile, known, force)] }),
    ...(mayDecide === undefined ? {} : { mayDecide: mayDecide === "on" }),
  };
  if (Object.keys(change).length > 0) return change;
  throw new UsageFailure("Say what to change: --tenant, --label, --all-tenants, --policy-file or --may-decide.");
}

/** Service clients as a table. */
export function clientRows(clients: readonly OperatedServiceClient[]): Rows {
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
export function readPolicyFile(path: string, known: Known, force: boolean): readonly PolicyRule[] {
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
  // The server elsewhere checks them against its own providers.
  if (known === null) return parsed.value as readonly PolicyRule[];
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
