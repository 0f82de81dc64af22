/**
 * The kinds of credentials and their forms, and the least-privilege role. The forms are from "Token Auth", "Universal
 * Auth" and "Service Token" in Infisical's documentation. The texts are also the keys of the translations in this
 * folder.
 */
import type { CredentialHint, GrantAdvice } from "@svc/provider-kit";

/** Forms of the parts of a credential. */
export const forms = {
  access_token: "^eyJ[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$",
  client_id: "^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
  client_secret: "^[0-9a-f]{64}$",
} as const;

/** A part of a credential. */
export type Part = keyof typeof forms;

/** The maximum length of each part, in characters. */
export const lengthsMax: Readonly<Record<Part, number>> = { access_token: 2048, client_id: 36, client_secret: 64 };

/** The accepted credentials. */
export const wanted =
  "Use a machine identity's client ID and client secret (Universal Auth), or its access token (eyJ…, Token Auth).";

const names: Readonly<Record<Part, string>> = {
  access_token: "an access token",
  client_id: "a client ID",
  client_secret: "a client secret",
};

/** The credentials that are refused by their prefix. */
const refusedPrefixes: readonly (readonly [prefix: string, kind: string])[] = [
  ["st.", "a service token"],
  ["ak.", "a user's API key"],
];

/** The parts of a credential. */
export const parts = Object.keys(forms) as Part[];

function fits(part: Part, text: string): boolean {
  return text.length <= lengthsMax[part] && new RegExp(forms[part]).test(text);
}

/** Says why a text can't be this part of a credential, without quoting it; null if it can. */
export function refusedPart(part: Part, text: string): string | null {
  if (fits(part, text)) return null;
  if (text === "") return `The field ${part} is empty. ${wanted}`;
  if (/\s/u.test(text)) return `The field ${part} contains a space or a line break. Copy it again without them.`;
  const refused = refusedPrefixes.find(([prefix]) => text.startsWith(prefix));
  if (refused !== undefined) return `This is ${refused[1]}. ${wanted}`;
  const other = parts.find((known) => fits(known, text));
  return other === undefined
    ? `The field ${part} isn't ${names[part]} of Infisical. ${wanted}`
    : `The field ${part} has ${names[other]}, which belongs in the field ${other}.`;
}

const refusedHints = (): CredentialHint[] =>
  refusedPrefixes.map(([prefix, kind]) => ({ prefix, accepted: false, message: `This is ${kind}. ${wanted}` }));

/** Hints for the first characters of an access token. */
export function tokenHints(): CredentialHint[] {
  return [{ prefix: "eyJ", accepted: true, message: "An access token." }, ...refusedHints()];
}

/** Hints for the first characters of a client secret. */
export function secretHints(): CredentialHint[] {
  const message = "This is an access token, which has a field of its own.";
  return [{ prefix: "eyJ", accepted: false, message }, ...refusedHints()];
}

/** The permissions on secrets that each action needs. */
const permissions: Readonly<Record<string, readonly string[]>> = {
  "secrets.names.list": ["describeSecret"],
  "secrets.get": ["describeSecret", "readValue"],
  "secrets.set": ["describeSecret", "create", "edit"],
  "secrets.delete": ["describeSecret", "delete"],
};

/** Returns the role for these actions, limited to one environment and folder. */
export function grantAdvice(actionIds: readonly string[]): GrantAdvice {
  const action = [...new Set(actionIds.flatMap((id) => permissions[id] ?? []))];
  const conditions = { environment: { $eq: "prod" }, secretPath: { $glob: "/payments" } };
  const rule = { subject: "secrets", action, conditions };
  return {
    title: "A machine identity with this role",
    why: "Create a project role with these permissions, and assign it to the identity. Replace prod with your environment and /payments with your folder. Listing projects and folders needs no permission.",
    ...(action.length === 0 ? {} : { policy: JSON.stringify([rule], null, 2) }),
  };
}
