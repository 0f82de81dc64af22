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
import { githubApp, oauthApp } from "./apps.ts";
import type { RegisteredApp } from "./apps.ts";
import { seedIssues } from "./seed-issues.ts";
import { filesOf, helloWorldFiles } from "./seed-files.ts";
import type { Switches } from "./switches.ts";
import { tokenBody } from "./tokens.ts";
import { GithubWorld } from "./world.ts";

interface TokenSeed {
  readonly login: string;
  readonly app: RegisteredApp;
  readonly scopes?: readonly string[];
}

const tokenSeeds = {
  /** octocat's, through the OAuth app, with all scopes that the actions need. */
  octocat: { login: "octocat", app: oauthApp, scopes: ["repo", "read:user"] },
  /** octocat's, for public repositories only. */
  octocatPublic: { login: "octocat", app: oauthApp, scopes: ["public_repo"] },
  /** octocat's, without any scope. */
  octocatNoScope: { login: "octocat", app: oauthApp },
  hubot: { login: "hubot", app: oauthApp, scopes: ["repo", "read:user"] },
  monalisa: { login: "monalisa", app: oauthApp, scopes: ["repo", "read:user"] },
  /** octocat's, through the GitHub App, without an expiry. */
  octocatApp: { login: "octocat", app: githubApp },
  /** monalisa's, through the GitHub App, which isn't installed for her account. */
  monalisaApp: { login: "monalisa", app: githubApp },
  /** octocat's, revoked. */
  revoked: { login: "octocat", app: oauthApp, scopes: ["repo"] },
} as const satisfies Record<string, TokenSeed>;

/** Names of the default tokens. */
export type TokenName = keyof typeof tokenSeeds;

/** The default token values by name; the same in every process. */
export const tokens: Readonly<Record<TokenName, string>> = Object.fromEntries(
  Object.entries<TokenSeed>(tokenSeeds).map(([name, seed]) => [name, valueOf(name, seed)]),
) as Record<TokenName, string>;

/** Builds the default data. Each call returns a new copy. */
export function githubWorld(
  options: { readonly switches?: Partial<Switches>; readonly apps?: readonly RegisteredApp[] } = {},
): GithubWorld {
  return new GithubWorld(seedDefault, options.switches, options.apps);
}

function valueOf(name: string, { app }: TokenSeed): string {
  return `${app.kind === "github_app" ? "ghu_" : "gho_"}${tokenBody(name)}`;
}

function seedDefault(world: GithubWorld): void {
  const octocat = { name: "The Octocat", email: "octocat@example.com", company: "@octo-org", bio: "Once a squid" };
  world.addAccount("octocat", "User", { id: 1, ...octocat });
  const hubot = world.addAccount("hubot", "User", { id: 2, name: "Hubot" });
  world.addAccount("monalisa", "User", { id: 3, name: "Mona Lisa", email: "monalisa@example.com" });
  const members = new Map([
    [1, "admin"],
    [hubot.id, "member"],
  ] as const);
  world.addAccount("octo-org", "Organization", { id: 100, name: "Octo Org", members });
  const hello = world.addRepository({
    owner: "octocat",
    id: 1_296_269,
    name: "hello-world",
    description: "My first repository",
    homepage: "https://example.com",
    language: "TypeScript",
    topics: ["octocat", "api"],
    collaborators: new Map([[hubot.id, "write"]]),
    branches: helloWorldFiles(),
  });
  const files = filesOf({ "README.md": "# canary-readme\n" });
  world.addRepository({ owner: "hubot", id: 1_296_270, name: "hello-world", forkOfId: hello.id, branches: files });
  const garden = world.addRepository({
    owner: "octocat",
    id: 1_296_271,
    name: "secret-garden",
    private: true,
    description: "canary-garden",
    collaborators: new Map([[hubot.id, "write"]]),
    branches: files,
  });
  world.addRepository({ owner: "octocat", id: 1_296_272, name: "attic", archived: true, branches: files });
  world.addRepository({ owner: "octocat", id: 1_296_273, name: "quiet", hasIssues: false, branches: files });
  world.addRepository({ owner: "octocat", id: 1_296_274, name: "blank" });
  const shared = { private: true, memberRole: "write", branches: files } as const;
  const rocket = world.addRepository({ owner: "octo-org", id: 1_296_275, name: "missile", ...shared });
  world.renameRepository("octo-org/missile", "rocket");
  world.addRepository({ owner: "octo-org", id: 1_296_276, name: "handbook", memberRole: "read", branches: files });
  const diary = world.addRepository({
    owner: "monalisa",
    id: 1_296_277,
    name: "diary",
    private: true,
    branches: files,
  });
  seedIssues(world, { hello, garden, rocket, diary });
  for (const [name, seed] of Object.entries<TokenSeed>(tokenSeeds)) {
    const { login, app, scopes = [] } = seed;
    const { kind, clientId } = app;
    const userId = world.account(login).id;
    world.tokens.add({ value: valueOf(name, seed), name, userId, kind, clientId, scopes, expiresAtMs: null });
  }
  world.tokens.revoke(tokens.revoked);
}
