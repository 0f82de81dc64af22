/**
 * The settings of service clients, keys and OAuth apps by the names that they have in the file, with defaults filled in:
 * one form for what the file says and for what is stored, so that they can be compared. Pure.
 */
import type { OperatedServiceClient, ServiceKey, UpdateServiceClient, UpdateServiceKey } from "@svc/contract";
import type { Registration } from "../service-clients/registration.ts";
import type { DesiredClient, DesiredKey } from "./document.ts";

/** Values by the path of their field in the file. */
export type Settings = Readonly<Record<string, unknown>>;

/** A field that differs. */
export type FieldChange = { field: string; from: unknown; to: unknown };

/** Returns the fields that differ, in the order of `to`. */
export function changedFields(from: Settings, to: Settings): FieldChange[] {
  return Object.keys(to)
    .filter((field) => !isSame(from[field], to[field]))
    .map((field) => ({ field, from: from[field], to: to[field] }));
}

/** Whether two values are the same JSON, whatever the order of their fields. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields.map(([name, field]) => [name, sorted(field)]));
}

/** The settings that the file gives a service client. */
export function desiredClientSettings({ policy = {}, ...client }: DesiredClient): Settings {
  return {
    appName: client.appName ?? "",
    agentSignInUrl: client.agentSignInUrl ?? "",
    logoUrl: client.logoUrl ?? "",
    allowedOrigins: client.allowedOrigins ?? [],
    allowedReturnUrls: client.allowedReturnUrls ?? [],
    completion: client.completion ?? "automatic",
    "policy.actions": policy.actions ?? [],
    "policy.rules": policy.rules ?? [],
    "policy.settleByState": policy.settleByState ?? false,
    "policy.allowImport": policy.allowImport ?? false,
  };
}

/** The settings that a stored service client has. */
export function storedClientSettings({ policy, ...client }: OperatedServiceClient): Settings {
  return {
    appName: client.appName ?? "",
    agentSignInUrl: client.agentSignInUrl ?? "",
    logoUrl: client.logoUrl ?? "",
    allowedOrigins: client.allowedOrigins,
    allowedReturnUrls: client.allowedReturnUrls,
    completion: client.completion,
    "policy.actions": policy.actions,
    "policy.rules": policy.rules,
    "policy.settleByState": policy.settleByState,
    "policy.allowImport": policy.allowImport,
  };
}

/** Returns a service client of the file as the admin API takes it, without its logo. */
export function clientFields(client: DesiredClient): UpdateServiceClient & { name: string } {
  const { name, appName = "", agentSignInUrl = "", allowedOrigins = [], allowedReturnUrls = [] } = client;
  const { actions = [], rules = [], settleByState = false, allowImport = false } = client.policy ?? {};
  const policy = { actions, rules, settleByState, allowImport };
  const { completion = "automatic" } = client;
  return { name, appName, agentSignInUrl, allowedOrigins, allowedReturnUrls, completion, policy };
}

/** Returns a service client of the file as the check of its values takes it. */
export function registrationOf(client: DesiredClient): Required<Registration> {
  const { name, appName = "", agentSignInUrl = "", allowedOrigins = [], allowedReturnUrls = [] } = client;
  const { actions = [], rules = [], settleByState = false, allowImport = false } = client.policy ?? {};
  return {
    name,
    appName,
    agentSignInUrl,
    allowedOrigins,
    allowedReturnUrls,
    settleByState,
    allowImport,
    allowedActions: actions,
    policyRules: rules,
    requireConfirmed: client.completion === "confirmed",
  };
}

/** The settings that the file gives a key. */
export function desiredKeySettings({ tenants, tenantLabel, mayDecide = false, rules = [] }: DesiredKey): Settings {
  return { tenants: tenants ?? null, tenantLabel: tenantLabel ?? null, mayDecide, rules };
}

/** The settings that a stored key has. */
export function storedKeySettings({ tenants, tenantLabel, mayDecide, policyRules }: ServiceKey): Settings {
  return { tenants, tenantLabel, mayDecide, rules: policyRules };
}

/** Returns a key of the file as the admin API takes its rights. */
export function rightsOf({ tenants, tenantLabel, mayDecide = false, rules = [] }: DesiredKey): UpdateServiceKey {
  return { tenants: tenants ?? null, tenantLabel: tenantLabel ?? null, mayDecide, policyRules: rules };
}
