/**
 * Runs the simulated GitHub as its own process: `node main.ts [--port N]`.
 * Prints one line of JSON, `{url, tokens, apps}`, and exits when its stdin closes or on SIGTERM, so that it never outlives
 * the process that started it.
 */
import { parseArgs } from "node:util";
import { runAsProcess } from "@svc/simulator";
import { githubApp, oauthApp } from "./apps.ts";
import { startGithubSimulator } from "./start.ts";

const { values } = parseArgs({ options: { port: { type: "string", default: "0" } } });
const simulator = await startGithubSimulator({ port: Number(values.port) });
const apps = [oauthApp, githubApp].map(({ kind, clientId, clientSecret }) => ({ kind, clientId, clientSecret }));
runAsProcess(simulator, { tokens: simulator.tokens, apps });
