/**
 * The default data.
 * - People: `octocat`, `hubot`, `monalisa`; the organization `octo-org`, owned by octocat, with hubot as a member.
 * - `octocat/hello-world` public, hubot may write, with every kind of issue, pull request and file;
 *   `hubot/hello-world` its fork;
 * - `octocat/secret-garden` private, hubot may write; `octocat/attic` archived; `octocat/quiet` without issues;
 *   `octocat/blank` without a commit;
 * - `octo-org/rocket` private, formerly `octo-org/missile`; `octo-org/handbook` public;
 * - `monalisa/diary` private, without other users.
 *
 * Private data contains the word "canary-", so that a search for it finds a leak.
 */
import { githubApp, oauthApp, seededToken } from "./authorization.ts";
import { filesOf, helloWorldFiles } from "./seed-files.ts";
import { seedIssues } from "./seed-issues.ts";
import type { GithubWorld } from "./world.ts";
import type { GithubApp } from "./model.ts";

const tokenSeeds = {
  /** octocat's, through the OAuth app, with all scopes that the actions need. */
  octocat: ["octocat", oauthApp, "repo", "read:user"],
  /** octocat's, for public repositories only. */
  octocatPublic: ["octocat", oauthApp, "public_repo"],
  /** octocat's, without any scope. */
  octocatNoScope: ["octocat", oauthApp],
  hubot: ["hubot", oauthApp, "repo", "read:user"],
  monalisa: ["monalisa", oauthApp, "repo", "read:user"],
  /** octocat's, through the GitHub App, without an expiry. */
  octocatApp: ["octocat", githubApp],
  /** octocat's, revoked. */
  revoked: ["octocat", oauthApp, "repo"],
} as const satisfies Record<string, readonly [login: string, app: GithubApp, ...scopes: string[]]>;

/** Names of the default tokens. */
export type TokenName = keyof typeof tokenSeeds;

/** The default token values by name; the same in every process. */
export const tokens = Object.fromEntries(
  Object.entries(tokenSeeds).map(([name, [, app]]) => [name, seededToken(name, app)]),
) as Readonly<Record<TokenName, string>>;

/** Fills an empty world. */
export function seedWorld(world: GithubWorld): void {
  world.addAccount("octocat", "User", { id: 1, name: "The Octocat", email: "octocat@example.com" });
  world.addAccount("hubot", "User", { id: 2, name: "Hubot" });
  world.addAccount("monalisa", "User", { id: 3, name: "Mona Lisa", email: "monalisa@example.com" });
  const members = new Map([
    [1, "admin"],
    [2, "member"],
  ] as const);
  world.addAccount("octo-org", "Organization", { id: 100, name: "Octo Org", members });
  const collaborators = new Map([[2, "write"]] as const);
  const hello = world.addRepository({
    owner: "octocat",
    id: 1_296_269,
    name: "hello-world",
    description: "My first repository",
    language: "TypeScript",
    topics: ["octocat", "api"],
    milestones: [{ number: 1, title: "v1.0" }],
    collaborators,
    branches: helloWorldFiles(),
  });
  const branches = filesOf({ "README.md": "# canary-readme\n" });
  const add = (owner: string, id: number, name: string, more: object) =>
    world.addRepository({ owner, id, name, branches, ...more });
  add("hubot", 1_296_270, "hello-world", { forkOfId: hello.id });
  const garden = add("octocat", 1_296_271, "secret-garden", { private: true, collaborators });
  add("octocat", 1_296_272, "attic", { archived: true });
  add("octocat", 1_296_273, "quiet", { hasIssues: false });
  add("octocat", 1_296_274, "blank", { branches: new Map() });
  const rocket = add("octo-org", 1_296_275, "missile", { private: true, memberRole: "write" });
  world.renameRepository("octo-org/missile", "rocket");
  add("octo-org", 1_296_276, "handbook", { memberRole: "read" });
  const diary = add("monalisa", 1_296_277, "diary", { private: true });
  seedIssues(world, { hello, garden, rocket, diary });
  for (const [name, [user, { clientId }, ...scopes]] of Object.entries(tokenSeeds)) {
    const value = tokens[name as TokenName];
    world.tokens.add({ value, name, user, clientId, scopes, parameter: "scope", expiresAtMs: null });
  }
  world.tokens.revoke("revoked");
}
