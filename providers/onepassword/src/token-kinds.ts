/**
 * Kinds of 1Password credentials by prefix, and the smallest grant. Prefixes are from "Connect server tokens", "Service accounts"
 * and "Secret Key" of 1Password's documentation. The texts are also the keys of the translations in this folder.
 */
import type { CredentialHint, GrantAdvice } from "@svc/provider-kit";

/** Which tokens are accepted. */
export const wanted = "Use an access token (eyJ…) of your Connect server.";

/** The kinds that are refused by their prefix. */
export const refusedKinds: readonly (readonly [prefix: string, kind: string])[] = [
  ["ops_", "a service account token, which Connect servers don't accept"],
  ["A3-", "the Secret Key of a 1Password account"],
];

/** What the first characters of a token say about it. */
export function tokenHints(): CredentialHint[] {
  return [
    { prefix: "eyJ", accepted: true, message: "An access token." },
    ...refusedKinds.map(([prefix, kind]) => ({ prefix, accepted: false, message: `This is ${kind}. ${wanted}` })),
  ];
}

const changes: readonly string[] = ["secrets.set", "secrets.delete"];

/** The smallest token for these actions. */
export function grantAdvice(actionIds: readonly string[]): GrantAdvice {
  return {
    title: actionIds.some((id) => changes.includes(id))
      ? "A Connect token with read and write access to one vault"
      : "A Connect token with read access to one vault",
    why: "Create it at 1Password under Developer, for the Connect server. It can use no other vault. Items that belong together have the same tag.",
  };
}
