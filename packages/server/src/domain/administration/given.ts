/** Reads what an operator sends about service clients and keys. */
import {
  ServiceError,
  type CreateServiceClient,
  type InputError,
  type PolicyRule,
  type UpdateServiceClient,
  type UpdateServiceKey,
} from "@svc/contract";
import { readPolicyRules, type KnownInputs } from "../policy/rules.ts";
import type { Logo } from "../service-clients/logo.ts";
import { findUnmatched } from "../service-clients/policy.ts";
import type { KeyRights } from "../service-clients/port.ts";
import type { Registration } from "../service-clients/registration.ts";

/** What the fields are checked against. `force` accepts patterns that match no action. */
export type Known = { known: readonly KnownInputs[]; force: boolean | undefined };

type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** Leaves out the fields that are undefined. */
export function defined<Fields extends object>(fields: Fields): Defined<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>;
}

/**
 * Converts the fields of a service client, without its logo.
 * @throws ServiceError INVALID_REQUEST for rules that can't be used, and patterns that match nothing.
 */
export function registrationChange(
  given: UpdateServiceClient | CreateServiceClient,
  { known, force }: Known,
): Partial<Registration> {
  const { policy = {}, completion } = given;
  const { actions = [], rules } = policy;
  refuseUnmatched(
    [
      ...actions.map((pattern, index) => ({ pattern, pointer: `/policy/actions/${String(index)}` })),
      ...patternsOf(rules ?? [], "/policy/rules"),
    ],
    { known, force },
  );
  return defined({
    name: given.name,
    allowedOrigins: given.allowedOrigins,
    allowedReturnUrls: given.allowedReturnUrls,
    allowedActions: policy.actions,
    requireConfirmed: completion === undefined ? undefined : completion === "confirmed",
    settleByState: policy.settleByState,
    allowImport: policy.allowImport,
    appName: textOf(given.appName),
    agentSignInUrl: textOf(given.agentSignInUrl),
    policyRules: rules === undefined ? undefined : readPolicyRules(rules, known),
  });
}

/** Fetches the logo. @returns undefined if none was given; null to remove the current one. */
export async function givenLogo(
  logoUrl: string | null | undefined,
  fetchLogo: (url: string) => Promise<Logo>,
): Promise<Logo | null | undefined> {
  return logoUrl === undefined ? undefined : logoUrl === null || logoUrl === "" ? null : await fetchLogo(logoUrl);
}

/** Converts a key's rights. @param at where they are in the body. @throws ServiceError INVALID_REQUEST */
export function keyRights(given: UpdateServiceKey, { known, force }: Known, at = ""): Partial<KeyRights> {
  const { tenants = null, tenantLabel = null, mayDecide, policyRules } = given;
  if (tenants !== null && tenantLabel !== null) {
    const message = "Give `tenants` or `tenantLabel`, not both.";
    throw new ServiceError("INVALID_REQUEST", {
      detail: message,
      errors: [{ pointer: `${at}/tenantLabel`, keyword: "not", message }],
    });
  }
  refuseUnmatched(patternsOf(policyRules ?? [], `${at}/policyRules`), { known, force });
  const isNamed = given.tenants !== undefined || given.tenantLabel !== undefined;
  const reach = tenants !== null ? { ids: tenants } : tenantLabel === null ? null : { label: tenantLabel };
  return defined({
    tenants: isNamed ? reach : undefined,
    mayDecide,
    policyRules: policyRules === undefined ? undefined : readPolicyRules(policyRules, known),
  });
}

/** Runs work on a service client, and points at the policy's patterns where they are in the body. */
export async function pointing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.errors === undefined) throw error;
    const moved = (text: string): string => text.replaceAll("/allowedActions/", "/policy/actions/");
    const errors = error.errors.map(({ pointer, ...fault }) => ({ ...fault, pointer: moved(pointer) }));
    throw new ServiceError(error.code, { detail: moved(error.detail), errors });
  }
}

function textOf(text: string | null | undefined): string | undefined {
  return text === null ? "" : text;
}

/** A pattern, and where it is in the body. */
export type PlacedPattern = { pattern: string; pointer: string };

/** Returns the action patterns of rules. @param at where the rules are. */
export function patternsOf(rules: readonly PolicyRule[], at: string): PlacedPattern[] {
  return rules.flatMap(({ match }, index) =>
    (match?.actions ?? []).map((pattern, each) => {
      return { pattern, pointer: `${at}/${String(index)}/match/actions/${String(each)}` };
    }),
  );
}

function refuseUnmatched(patterns: readonly PlacedPattern[], { known, force = false }: Known): void {
  if (force) return;
  const errors: InputError[] = findUnmatched(patterns, known).map(({ pointer, message }) => {
    return { pointer, keyword: "pattern", message };
  });
  if (errors.length === 0) return;
  const detail =
    "Action patterns match no action. Nothing was changed. With `force=true` they are accepted all the same.";
  throw new ServiceError("INVALID_REQUEST", { detail, errors });
}
