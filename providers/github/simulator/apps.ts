/**
 * The applications registered at the simulated authorization server, one of each kind.
 * Follows docs.github.com/en/apps/oauth-apps/building-oauth-apps/differences-between-github-apps-and-oauth-apps.
 */

/** A GitHub App's permissions in the repositories where it is installed. */
export type Permissions = Readonly<Record<string, "read" | "write">>;

/** A registered application. Its secret is public: it opens nothing outside the simulator. */
export interface RegisteredApp {
  readonly kind: "oauth_app" | "github_app";
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
  /** Callback URLs. Loopback addresses are always allowed. The first is the default. */
  readonly callbackUrls: readonly string[];
  /** For a GitHub App; an OAuth app has scopes instead. */
  readonly permissions: Permissions;
  /** Logins of the accounts where a GitHub App is installed, with all their repositories. */
  readonly installedOn: readonly string[];
  /** Whether the authorization page answers `application_suspended`. */
  readonly suspended: boolean;
}

/** The OAuth app: scopes, tokens `gho_` that do not expire. */
export const oauthApp: RegisteredApp = {
  kind: "oauth_app",
  clientId: "Ov23liSimulatedOauth",
  clientSecret: "the-simulated-oauth-app-has-no-secrets",
  name: "Simulated OAuth app",
  callbackUrls: ["http://127.0.0.1/callback"],
  permissions: {},
  installedOn: [],
  suspended: false,
};

/** The GitHub App: permissions, tokens `ghu_` that expire, and refresh tokens `ghr_`. */
export const githubApp: RegisteredApp = {
  kind: "github_app",
  clientId: "Iv23liSimulatedGhApp",
  clientSecret: "the-simulated-github-app-has-no-secrets",
  name: "Simulated GitHub App",
  callbackUrls: ["http://127.0.0.1/callback"],
  permissions: { metadata: "read", contents: "read", issues: "write", pull_requests: "read" },
  installedOn: ["octocat", "octo-org"],
  suspended: false,
};
