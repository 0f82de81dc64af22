/** Harbor's use of each provider. A provider without an entry is listed, but can't be connected. */

/** Harbor's requested access, and its purpose. */
export type Use = {
  /** The actions that the user is asked to agree to: only those that the feature needs. */
  actions: readonly string[];
  /** Why a user would connect it. */
  purpose: string;
  /** The page with the feature. */
  path: string;
  /** The link to it. */
  label: string;
};

const uses: Readonly<Record<string, Use>> = {
  doppler: {
    // Harbor never reads a value. With secrets.get, svc can look for a write whose response was lost.
    actions: ["doppler/secrets.names.list", "doppler/secrets.set", "doppler/secrets.get"],
    purpose: "See which secrets a service has, and set them without leaving Harbor.",
    path: "/secrets",
    label: "Open secrets",
  },
  github: {
    // user.get lets svc look for an issue whose response was lost. The last one is for agents: before a person approves
    // an issue, svc reads who would see it.
    actions: ["github/issues.list", "github/issues.create", "github/user.get", "github/repositories.get"],
    purpose: "Turn a failed deploy into an issue in the repository that it came from.",
    path: "/issues",
    label: "Open issues",
  },
};

/** Returns Harbor's use of a provider; null if there is none. */
export function useOf(provider: string): Use | null {
  return Object.hasOwn(uses, provider) ? (uses[provider] ?? null) : null;
}

/** Names of the providers, for pages that don't ask svc for its catalog. */
export const names: Readonly<Record<string, string>> = { doppler: "Doppler", github: "GitHub" };
