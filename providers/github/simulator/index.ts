/** A simulator of GitHub's REST API and authorization server, written from its documentation and independently of the client. */
import { oauthApp } from "./apps.ts";

export { githubApp, oauthApp } from "./apps.ts";
export type { Permissions, RegisteredApp } from "./apps.ts";
export type { Account, Comment, Entry, Issue, PullPart, Repository, Role, Tree } from "./model.ts";
export { githubWorld, tokens } from "./seed.ts";
export type { TokenName } from "./seed.ts";
export { startGithubSimulator } from "./start.ts";
export type { AcceptedToken, GithubSimulator, GithubSimulatorOptions } from "./start.ts";
export { defaultSwitches } from "./switches.ts";
export type { Switches } from "./switches.ts";
export type { AccessToken, Grant, Issued } from "./tokens.ts";
export { GithubWorld } from "./world.ts";
export type { NewIssue, NewRepository, WorldSeed } from "./world.ts";
export { startGithubSimulator as startSimulator } from "./start.ts";

/** The credentials that the simulator accepts: the sandbox's app. */
export const sandboxCredentials = {
  SVC_OAUTH_GITHUB_CLIENT_ID: oauthApp.clientId,
  SVC_OAUTH_GITHUB_CLIENT_SECRET: oauthApp.clientSecret,
};
