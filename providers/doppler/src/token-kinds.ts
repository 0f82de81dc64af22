/**
 * The kinds of tokens, as their owner is told of them: which are refused, what an accepted one cannot do, and the smallest
 * that serves. Kinds and prefixes: Doppler's page "Auth Token Formats"; reach and access: "Service Tokens", "Service
 * Accounts". The texts are also the keys of the translations beside this file.
 */
import type { CredentialHint, GrantAdvice } from "@svc/provider-kit";

/** The kinds that are refused by their prefix, as their owner knows them. */
export const refusedKinds: readonly (readonly [prefix: string, kind: string])[] = [
  ["dp.pt.", "a personal token"],
  ["dp.ct.", "a CLI token"],
  ["dp.scim.", "a SCIM token"],
  ["dp.audit.", "an audit token"],
  ["dp.said.", "a service account identity token, which lives for a short time only"],
];

/** Which tokens are taken. */
export const wanted = "Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).";

const listings: readonly string[] = ["projects.list", "configs.list"];
const changes: readonly string[] = ["secrets.set", "secrets.delete"];

/** What the first characters of a token tell. */
export function tokenHints(actionIds: readonly string[]): CredentialHint[] {
  const listsMore = actionIds.some((id) => listings.includes(id));
  return [
    {
      prefix: "dp.st.",
      accepted: true,
      limited: listsMore,
      message: listsMore
        ? "A Service Token reaches one config only. Projects and configs cannot be listed with it; all else works in that config."
        : "A Service Token. It reaches the one config that it was made for.",
    },
    {
      prefix: "dp.sa.",
      accepted: true,
      message: "A Service Account Token. It reaches the projects that its service account was given.",
    },
    ...refusedKinds.map(([prefix, kind]) => ({ prefix, accepted: false, message: `This is ${kind}. ${wanted}` })),
  ];
}

/** The smallest grant that serves these actions. */
export function grantAdvice(actionIds: readonly string[]): GrantAdvice {
  const writes = actionIds.some((id) => changes.includes(id));
  if (actionIds.some((id) => listings.includes(id))) {
    return {
      title: writes
        ? "A Service Account Token whose account may write in the projects needed"
        : "A Service Account Token whose account may only view the projects needed",
      why: "Listing projects or configs reaches beyond a single config, which a Service Token cannot do. Give the service account the projects that are needed and no others.",
    };
  }
  return writes
    ? {
        title: "A Service Token with read/write access",
        why: "It reaches one config and nothing else. Write access is needed because secrets are to be changed.",
      }
    : {
        title: "A Service Token with read access",
        why: "It reaches one config and nothing else, and it cannot change anything there.",
      };
}
