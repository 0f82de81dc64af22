/**
 * Descriptions of token kinds for the token's owner: which are rejected, what an accepted one can't do, and which one
 * suffices with the least access. Kinds and prefixes are from Doppler's page "Auth Token Formats", access from "Service
 * Tokens" and "Service Accounts". The texts are also the keys of the translations in this folder.
 */
import type { CredentialHint, GrantAdvice } from "@svc/provider-kit";

/** The kinds that are rejected by their prefix, with their common names. */
export const refusedKinds: readonly (readonly [prefix: string, kind: string])[] = [
  ["dp.pt.", "a personal token"],
  ["dp.ct.", "a CLI token"],
  ["dp.scim.", "a SCIM token"],
  ["dp.audit.", "an audit token"],
  ["dp.said.", "a service account identity token, which is only valid for a short time"],
];

/** The accepted tokens. */
export const wanted = "Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).";

const listings: readonly string[] = ["projects.list", "configs.list"];
const changes: readonly string[] = ["secrets.set", "secrets.delete"];

/** Hints about a token, by its first characters. */
export function tokenHints(actionIds: readonly string[]): CredentialHint[] {
  const listsMore = actionIds.some((id) => listings.includes(id));
  return [
    {
      prefix: "dp.st.",
      accepted: true,
      limited: listsMore,
      message: listsMore
        ? "A Service Token gives access to one config only. It can't list projects or configs; everything else works in that config."
        : "A Service Token. It gives access to one config.",
    },
    {
      prefix: "dp.sa.",
      accepted: true,
      message: "A Service Account Token. It gives access to the projects of its service account.",
    },
    ...refusedKinds.map(([prefix, kind]) => ({ prefix, accepted: false, message: `This is ${kind}. ${wanted}` })),
  ];
}

/** The smallest grant for these actions. */
export function grantAdvice(actionIds: readonly string[]): GrantAdvice {
  const writes = actionIds.some((id) => changes.includes(id));
  if (actionIds.some((id) => listings.includes(id))) {
    return {
      title: writes
        ? "A Service Account Token with write access to the projects you need"
        : "A Service Account Token with read-only access to the projects you need",
      why: "A Service Token can't list projects or configs, because it is limited to one config. Give the service account only the projects it needs.",
    };
  }
  return writes
    ? {
        title: "A Service Token with read/write access",
        why: "It gives access to one config and nothing else. Write access is needed to change secrets.",
      }
    : {
        title: "A Service Token with read access",
        why: "It gives access to one config and nothing else, and it can't change anything there.",
      };
}
