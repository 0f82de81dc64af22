/**
 * A simulator of GitHub's REST API and authorization server, written from its documentation and independently of the
 * client.
 */
import { oauthApp } from "./authorization.ts";

export { githubApp, oauthApp } from "./authorization.ts";
export type { GithubApp } from "./model.ts";
export type { Issue, Repository } from "./model.ts";
export { seedWorld, tokens } from "./seed.ts";
export type { TokenName } from "./seed.ts";
export { startGithubSimulator, startGithubSimulator as startSimulator } from "./start.ts";
export { signEvent } from "./events.ts";
export type { GithubSimulator } from "./start.ts";
export type { Switches } from "./switches.ts";
export { GithubWorld } from "./world.ts";
export type { AcceptedToken } from "./world.ts";

/** The credentials that the simulator accepts: the sandbox's app. */
export const sandboxCredentials = {
  SVC_OAUTH_GITHUB_CLIENT_ID: oauthApp.clientId,
  SVC_OAUTH_GITHUB_CLIENT_SECRET: oauthApp.clientSecret,
};
