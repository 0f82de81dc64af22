/** Starts everything for trying Harbor: a sandbox server, a key for Harbor, simulated providers, and Harbor itself. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ServiceClient } from "@svc/sdk";
import { startDopplerSimulator, type DopplerSimulator } from "@svc/provider-doppler/simulator";
import { oauthApp, startGithubSimulator, type GithubSimulator } from "@svc/provider-github/simulator";
import { freePort } from "../../tools/free-port.ts";
import { createApp } from "./src/app.ts";
import type { Settings } from "./src/visit.ts";
import { webhookTypes } from "./src/webhooks.ts";

/** The running example. */
export type Example = {
  /** Harbor's address. */
  url: string;
  /** Two Doppler tokens of one account that the simulated Doppler accepts. */
  token: string;
  secondToken: string;
  /** For tests: the server, its key, the simulated providers, and everything that Harbor stored. */
  serviceUrl: string;
  serviceKey: string;
  doppler: DopplerSimulator;
  github: GithubSimulator;
  recordsFile: string;
  stop: () => Promise<void>;
};

const program = fileURLToPath(new URL("../../node_modules/.bin/svc-server", import.meta.url));

/** Starts everything on loopback. @param options.port Harbor's port; a free one by default. */
export async function startExample(
  options: { port?: number; completion?: Settings["completion"]; log?: Settings["log"] } = {},
): Promise<Example> {
  const folder = mkdtempSync(join(tmpdir(), "svc-example-"));
  const [doppler, github] = await Promise.all([startDopplerSimulator(), startGithubSimulator()]);
  const closeProviders = async (): Promise<void> => void (await Promise.all([doppler.close(), github.close()]));
  const [servicePort, appPort] = [await freePort(), options.port ?? (await freePort())];
  const serviceUrl = `http://127.0.0.1:${servicePort}`;
  const url = `http://localhost:${appPort}`;
  const environment = {
    PATH: process.env["PATH"] ?? "",
    HOME: process.env["HOME"] ?? "",
    SVC_LISTEN: `127.0.0.1:${servicePort}`,
    SVC_PUBLIC_URL: serviceUrl,
    SVC_DATABASE_URL: `sqlite:${join(folder, "svc.sqlite")}`,
    SVC_LOG_LEVEL: "warn",
    SVC_AGENT_HOST_REGISTRATION: "true",
    // Harbor's own, so that its users know where they are.
    SVC_BRAND_COLOR: "#0b5c6b",
    SVC_OAUTH_GITHUB_CLIENT_ID: oauthApp.clientId,
    SVC_OAUTH_GITHUB_CLIENT_SECRET: oauthApp.clientSecret,
  };
  const simulated = ["--sandbox-provider", `doppler=${doppler.url}`, "--sandbox-provider", `github=${github.url}`];
  const server = spawn(program, ["serve", "--sandbox", ...simulated], {
    env: environment,
    stdio: ["ignore", "ignore", "inherit"],
  });
  process.once("exit", () => server.kill("SIGKILL"));
  await waitUntilReady(serviceUrl, server).catch(async (error: unknown) => {
    await closeProviders();
    throw error;
  });
  const policy = ["--allowed-origin", url, "--return-url", `${url}/connected`];
  policy.push("--agent-sign-in-url", `${url}/agents/sign-in`);
  const actions = ["--allow-action", "doppler/*", "--allow-action", "github/*"];
  const args = ["create", "--name", "harbor", "--app-name", "Harbor", ...policy, ...actions];
  const operate = async (command: readonly string[]): Promise<{ key: string }> =>
    JSON.parse(await capture(["service-clients", ...command, "--format", "json"], environment)) as { key: string };
  const { key: serviceKey } = await operate(args);
  const { key: approvalsKey } = await operate(["add-key", "harbor", "--key-name", "approvals"]);
  await operate(["update-key", "harbor", "approvals", "--may-decide"]);
  // Once per deployment: an endpoint's secret is shown only when it is created.
  const client = new ServiceClient({ baseUrl: serviceUrl, accessToken: serviceKey });
  const { secret: webhookSecret = "" } = await client.webhookEndpoints.create({
    url: `http://127.0.0.1:${appPort}/webhooks/svc`,
    eventTypes: [...webhookTypes],
  });
  const recordsFile = join(folder, "harbor.sqlite");
  const { completion = "confirmed", log } = options;
  const app = createApp({
    origin: url,
    serviceUrl,
    serviceKey,
    approvalsKey,
    webhookSecret,
    completion,
    recordsFile,
    ...(log === undefined ? {} : { log }),
  });
  await once(app.listen(appPort, "127.0.0.1"), "listening");
  return {
    url,
    token: doppler.tokens.serviceAccount,
    secondToken: doppler.tokens.serviceAccountRotated,
    serviceUrl,
    serviceKey,
    doppler,
    github,
    recordsFile,
    async stop() {
      app.closeAllConnections();
      app.close();
      const ended = once(server, "exit");
      server.kill("SIGTERM");
      await ended;
      await closeProviders();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function waitUntilReady(url: string, server: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline && server.exitCode === null;) {
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  server.kill("SIGKILL");
  throw new Error("The sandbox server did not become ready.");
}

async function capture(args: readonly string[], env: Record<string, string>): Promise<string> {
  const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (bytes: Buffer) => (output += bytes.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`svc-server ${args[0]} exited with ${code}`);
  return output;
}
