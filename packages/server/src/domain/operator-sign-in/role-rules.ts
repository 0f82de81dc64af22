/**
 * Which role the company's identity provider gives a person: rules such as `admin=group:platform`. Values are compared
 * exactly, and a claim counts only in the form that it must have, so that no other name or form passes for it.
 */
import { includesRole, operatorRoles, type OperatorRole } from "../operators/roles.ts";

/** What a rule looks at. */
export const ruleKinds = ["group", "email", "sub"] as const;
type RuleKind = (typeof ruleKinds)[number];

/** One rule: people with this value have this role. */
export type RoleRule = { role: OperatorRole; kind: RuleKind; value: string };

/** The rules, and the claim that has a person's groups. */
export type RoleRules = { rules: readonly RoleRule[]; groupsClaim: string };

/** The claims of an ID token, and of userinfo. */
export type Claims = Readonly<Record<string, unknown>>;

/** Parses `admin=group:platform`; null if it isn't a rule. A comma or a percent sign in the value is percent-encoded. */
export function parseRule(text: string): RoleRule | null {
  const [, givenRole, givenKind, encoded = ""] = /^([a-z]+)=([a-z]+):(.+)$/s.exec(text) ?? [];
  const role = operatorRoles.find((known) => known === givenRole);
  const kind = ruleKinds.find((known) => known === givenKind);
  const value = decoded(encoded);
  return role === undefined || kind === undefined || value === null ? null : { role, kind, value };
}

function decoded(text: string): string | null {
  try {
    const value = decodeURIComponent(text);
    return value.trim() === value && value !== "" ? value : null;
  } catch {
    return null;
  }
}

/** Returns the highest role that a person's claims give; null for none. */
export function roleOf(claims: Claims, { rules, groupsClaim }: RoleRules): OperatorRole | null {
  const values: Readonly<Record<RuleKind, readonly string[]>> = {
    group: groupsIn(claims, groupsClaim),
    // An address that its holder didn't prove can be anybody's.
    email: claims["email_verified"] === true ? textsIn([claims["email"]]) : [],
    sub: textsIn([claims["sub"]]),
  };
  const given = rules.filter(({ kind, value }) => values[kind].includes(value)).map(({ role }) => role);
  return operatorRoles.findLast((role) => given.some((one) => includesRole(one, role))) ?? null;
}

/** A list of texts; anything else, such as a single text, is no group. */
function groupsIn(claims: Claims, name: string): readonly string[] {
  const list = Object.hasOwn(claims, name) ? claims[name] : undefined;
  return Array.isArray(list) ? textsIn(list as unknown[]) : [];
}

function textsIn(values: readonly unknown[]): readonly string[] {
  return values.filter((value) => typeof value === "string");
}

/** Whether the rules look at a claim that these claims don't have, so that userinfo is worth a request. */
export function lacksClaim(claims: Claims, { rules, groupsClaim }: RoleRules): boolean {
  const needs = (kind: RuleKind): boolean => rules.some((rule) => rule.kind === kind);
  return (
    (needs("group") && !Object.hasOwn(claims, groupsClaim)) ||
    (needs("email") && !(Object.hasOwn(claims, "email") && Object.hasOwn(claims, "email_verified")))
  );
}

/**
 * Adds what userinfo says to an ID token's claims, which count if both have one. An address and whether it is verified
 * come from the same of the two.
 */
export function withUserinfo(claims: Claims, userinfo: Claims): Claims {
  const { email: _email, ...others } = claims;
  return { ...userinfo, ...(Object.hasOwn(claims, "email_verified") ? claims : others) };
}

const nameLengthMax = 100;

/** Returns a person's name to show: what the provider says, without characters that can't be printed. */
export function nameOf(claims: Claims): string {
  const [first = ""] = textsIn([claims["name"], claims["preferred_username"], claims["email"], claims["sub"]])
    .map((text) => text.replaceAll(/[\p{C}\s]+/gu, " ").trim())
    .filter((text) => text !== "");
  return Array.from(first).slice(0, nameLengthMax).join("");
}
