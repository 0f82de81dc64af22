/**
 * The kinds of tokens by prefix, and the least-privilege policy. The prefixes are from "Tokens" and "Token prefixes" in
 * Vault's documentation; OpenBao has the same. The texts are also the keys of the translations in this folder.
 */
import type { CredentialHint, GrantAdvice } from "@svc/provider-kit";

/** The tokens that are refused by their prefix. */
export const refusedKinds: readonly (readonly [prefix: string, kind: string])[] = [
  ["hvb.", "a batch token"],
  ["b.", "a batch token"],
  ["hvr.", "a recovery token"],
  ["r.", "a recovery token"],
];

/** The accepted credentials. */
export const wanted =
  "Use the role ID and a secret ID of an AppRole, or a service token (hvs.… or s.…), with only the required policy.";

/** Hints for the first characters of a token. */
export function tokenHints(): CredentialHint[] {
  return [
    { prefix: "hvs.", accepted: true, message: "A service token." },
    { prefix: "s.", accepted: true, message: "A service token." },
    ...refusedKinds.map(([prefix, kind]) => ({ prefix, accepted: false, message: `This is ${kind}. ${wanted}` })),
  ];
}

/** Hints for the first characters of a role ID or secret ID. */
export function idHints(): CredentialHint[] {
  const message = "This is a token, which has a field of its own.";
  return tokenHints().map(({ prefix }) => ({ prefix, accepted: false, message }));
}

/** The capabilities that each action needs, by the part of the engine's API. */
const capabilities: Readonly<Record<string, readonly (readonly [part: string, capability: string])[]>> = {
  // OpenBao's list with the state of each version.
  "secrets.names.list": [
    ["metadata", "list"],
    ["detailed-metadata", "list"],
  ],
  "secrets.get": [["data", "read"]],
  "secrets.set": [
    ["subkeys", "read"],
    ["data", "create"],
    ["data", "update"],
    ["data", "patch"],
  ],
  "secrets.delete": [
    ["subkeys", "read"],
    ["delete", "update"],
  ],
};

/**
 * The folders that `configs.list` can list: the engine's root, and each folder on the way to the one with the secrets.
 */
const listedFolders = ["metadata/", "metadata/app/", "metadata/app/prod/"];

function ruleOf(path: string, capabilities: readonly string[]): string {
  const quoted = capabilities.map((capability) => `"${capability}"`).join(", ");
  return `path "kv/${path}" {\n  capabilities = [${quoted}]\n}`;
}

/**
 * Returns the policy for these actions, limited to one folder and, for `configs.list`, the folders on the way to it.
 */
export function grantAdvice(actionIds: readonly string[]): GrantAdvice {
  const needed = new Map<string, Set<string>>();
  for (const [part, capability] of actionIds.flatMap((id) => capabilities[id] ?? [])) {
    needed.set(part, (needed.get(part) ?? new Set()).add(capability));
  }
  const rules = [...needed].map(([part, own]) => ruleOf(`${part}/app/prod/*`, [...own]));
  // `configs.list` lists the engine's root and any folder, so one folder's rule isn't enough.
  if (actionIds.includes("configs.list")) rules.unshift(...listedFolders.map((path) => ruleOf(path, ["list"])));
  return {
    title: "A service token or an AppRole with this policy",
    why: "Replace kv with the path of your secrets engine and app/prod with the folder. The policy allows nothing else. Listing secrets engines needs no policy.",
    ...(rules.length === 0 ? {} : { policy: rules.join("\n") }),
  };
}
