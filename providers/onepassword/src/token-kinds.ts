/**
 * The kinds of 1Password credentials by prefix, and the least-privilege token. The prefixes are from "Connect server
 * tokens", "Service accounts" and "Secret Key" in 1Password's documentation. The texts are also the keys of the
 * translations in this folder.
 */
import type { CredentialHint, GrantAdvice } from "@svc/provider-kit";

/** The accepted tokens. */
export const wanted = "Use an access token (eyJ…) of your Connect server.";

/** The credentials that are refused by their prefix. */
export const refusedKinds: readonly (readonly [prefix: string, kind: string])[] = [
  ["ops_", "a service account token, which Connect servers don't accept"],
  ["A3-", "the Secret Key of a 1Password account"],
];

/** Hints for the first characters of a token. */
export function tokenHints(): CredentialHint[] {
  return [
    { prefix: "eyJ", accepted: true, message: "An access token." },
    ...refusedKinds.map(([prefix, kind]) => ({ prefix, accepted: false, message: `This is ${kind}. ${wanted}` })),
  ];
}

const changes: readonly string[] = ["secrets.set", "secrets.delete"];

/** Returns the least-privilege token for these actions. */
export function grantAdvice(actionIds: readonly string[]): GrantAdvice {
  return {
    title: actionIds.some((id) => changes.includes(id))
      ? "A Connect token with read and write access to one vault"
      : "A Connect token with read access to one vault",
    why: "Create it in 1Password under Developer, for the Connect server. It has access to no other vault. Give items that belong together the same tag.",
  };
}
