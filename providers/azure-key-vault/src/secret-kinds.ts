/**
 * Kinds of credentials that users paste as a client secret. The texts are also the keys of the translations in this
 * folder.
 */
import type { CredentialHint } from "@svc/provider-kit";

/** A GUID, as Azure writes ids. */
export const guidPattern = "^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$";

/**
 * The value of a client secret. Since 2021, it contains a digit followed by `Q~`; older ones, which may never expire,
 * are any visible characters. Neither form is documented, so only what is certainly another kind is refused.
 */
export const secretPattern = "^[!-~]{16,100}$";

/** The accepted credential. */
export const wanted = "Use the value of a client secret. Since 2021, it has 40 characters and contains Q~.";

/** The kinds that are refused, by prefix. */
const refusedKinds: readonly (readonly [prefix: string, kind: string])[] = [
  ["eyJ", "an access token, which expires within hours"],
  ["-----BEGIN", "a certificate or a private key"],
  ["Endpoint=", "a connection string"],
  ["DefaultEndpointsProtocol=", "a connection string"],
];

/**
 * What matches {@link secretPattern} although it is certainly another kind: those above, and the ID of a client secret.
 */
export const refusedPattern = `^(?:(?:${refusedKinds.map(([prefix]) => prefix).join("|")})[!-~]*|${guidPattern.slice(1, -1)})$`;

/** Hints about a credential, by its first characters. */
export function secretHints(): CredentialHint[] {
  return refusedKinds.map(([prefix, kind]) => ({ prefix, accepted: false, message: `This is ${kind}. ${wanted}` }));
}

/** Says why a string isn't the value of a client secret, without quoting it; null if it may be one. */
export function refusedSecret(secret: string): string | null {
  if (secret === "") return `The client secret is empty. ${wanted}`;
  const refused = refusedKinds.find(([prefix]) => secret.startsWith(prefix));
  if (refused !== undefined) return `This is ${refused[1]}. ${wanted}`;
  if (/\s/u.test(secret)) return "The client secret contains a space or a line break. Copy it again without them.";
  if (new RegExp(guidPattern).test(secret)) return `This is the ID of a client secret. ${wanted}`;
  return new RegExp(secretPattern).test(secret) ? null : `This isn't the value of a client secret. ${wanted}`;
}
