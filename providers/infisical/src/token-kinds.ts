/**
 * Kinds of tokens by their form, and the smallest role. Forms are from "Token Auth", "Universal Auth" and "Service Token" of
 * Infisical's documentation. The texts are also the keys of the translations in this folder.
 */
import type { CredentialHint, GrantAdvice } from "@svc/provider-kit";

/** Which tokens are accepted. */
export const wanted = "Use an access token (eyJ…) that you created with Token Auth for a machine identity.";

/** The kinds that are refused by their prefix. */
export const refusedPrefixes: readonly (readonly [prefix: string, kind: string])[] = [
  ["st.", "a service token"],
  ["ak.", "an API key of a user"],
];

/** The kinds that are refused by their whole form. */
export const refusedForms: readonly (readonly [form: RegExp, kind: string])[] = [
  [/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, "an id, such as the client ID of Universal Auth"],
  [/^[0-9a-f]{64}$/i, "a client secret of Universal Auth"],
];

/** What the first characters of a token say about it. */
export function tokenHints(): CredentialHint[] {
  return [
    { prefix: "eyJ", accepted: true, message: "An access token." },
    ...refusedPrefixes.map(([prefix, kind]) => ({ prefix, accepted: false, message: `This is ${kind}. ${wanted}` })),
  ];
}

/** The permissions on secrets that each action needs. */
const permissions: Readonly<Record<string, readonly string[]>> = {
  "secrets.names.list": ["describeSecret"],
  "secrets.get": ["describeSecret", "readValue"],
  "secrets.set": ["describeSecret", "create", "edit"],
  "secrets.delete": ["describeSecret", "delete"],
};

/** The role for these actions, on one environment and folder. */
export function grantAdvice(actionIds: readonly string[]): GrantAdvice {
  const action = [...new Set(actionIds.flatMap((id) => permissions[id] ?? []))];
  const conditions = { environment: { $eq: "prod" }, secretPath: { $glob: "/payments" } };
  const rule = { subject: "secrets", action, conditions };
  return {
    title: "An access token of a machine identity with this role",
    why: "Make a role in the project with these permissions, and give it to the identity. Replace prod with your environment, and /payments with your folder. Listing projects and folders needs no permission of its own.",
    ...(action.length === 0 ? {} : { policy: JSON.stringify([rule], null, 2) }),
  };
}
