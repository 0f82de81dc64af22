/**
 * Kinds of credentials that users paste as a service account key. The texts are also the keys of the translations in
 * this folder.
 */
import { readDocument, readServiceAccountKey } from "./service-account.ts";
import type { CredentialHint } from "@svc/provider-kit";

/** A JSON document with the type of a service account key. */
export const keyPattern = '^\\s*\\{[\\s\\S]*"service_account"[\\s\\S]*\\}\\s*$';

/** The accepted credential. */
export const wanted = "Use the whole JSON file of a service account key.";

/** The kinds that are refused, by prefix. */
const refusedKinds: readonly (readonly [prefix: string, kind: string])[] = [
  ["AIza", "an API key"],
  ["ya29.", "an access token, which expires within an hour"],
  ["-----BEGIN", "only the private key of a service account"],
];

/** Other documents that Google's tools write, by their `type`. */
const refusedTypes: Readonly<Record<string, string>> = {
  authorized_user: "the sign-in of a person",
  external_account: "a configuration for workload identity federation",
  impersonated_service_account: "a configuration for impersonation",
};

/** Hints about a credential, by its first characters. */
export function keyHints(): CredentialHint[] {
  return refusedKinds.map(([prefix, kind]) => ({ prefix, accepted: false, message: `This is ${kind}. ${wanted}` }));
}

/** Says why a string isn't a service account key, without quoting it; null if it is one. */
export function refusedKey(document: string): string | null {
  if (document.trim() === "") return `The key is empty. ${wanted}`;
  const refused = refusedKinds.find(([prefix]) => document.startsWith(prefix));
  if (refused !== undefined) return `This is ${refused[1]}. ${wanted}`;
  const members = readDocument(document);
  if (members === null) return `This isn't a JSON document. ${wanted}`;
  const { type } = members;
  if (typeof type === "string" && Object.hasOwn(refusedTypes, type)) {
    return `This is ${refusedTypes[type] ?? ""}. ${wanted}`;
  }
  return readServiceAccountKey(document) === null
    ? `The document isn't a complete key: project_id, client_email, private_key_id and private_key must be as Google issued them. ${wanted}`
    : null;
}
