/** Starts what the example needs: a sandbox server with a key for the app, a simulated provider, and the app. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startDopplerSimulator } from "@svc/provider-doppler/simulator";
import { createApp } from "./app.ts";
import { freePort } from "../../tools/free-port.ts";

/** The running example. */
export type Example = {
  /** The app's address. */
  url: string;
  /** A token of the simulated provider to paste. */
  token: string;
  /** The server's address, its service key and the simulated provider, for tests. */
  serviceUrl: string;
  serviceKey: string;
  provider: Awaited<ReturnType<typeof startDopplerSimulator>>;
  /** Loses the answer to the next write after it took effect, so that its outcome is unknown. */
  loseNextAnswer: () => void;
  stop: () => Promise<void>;
};

const program = fileURLToPath(new URL("../../node_modules/.bin/svc-server", import.meta.url));

/** Starts everything on free loopback ports. */
export async function startExample(): Promise<Example> {
  const folder = mkdtempSync(join(tmpdir(), "svc-example-"));
  const provider = await startDopplerSimulator();
  const [servicePort, appPort] = [await freePort(), await freePort()];
  const serviceUrl = `http://127.0.0.1:${servicePort}`;
  const url = `http://localhost:${appPort}`;
  const environment = {
    PATH: process.env["PATH"] ?? "",
    HOME: process.env["HOME"] ?? "",
    SVC_LISTEN: `127.0.0.1:${servicePort}`,
    SVC_PUBLIC_URL: serviceUrl,
    SVC_DATABASE_URL: `sqlite:${join(folder, "svc.sqlite")}`,
    SVC_LOG_LEVEL: "warn",
  };
  const server = spawn(program, ["serve", "--sandbox", "--sandbox-provider", `doppler=${provider.url}`], {
    env: environment,
    stdio: ["ignore", "ignore", "inherit"],
  });
  process.once("exit", () => server.kill("SIGKILL"));
  await waitUntilReady(serviceUrl, server).catch(async (error: unknown) => {
    await provider.close();
    throw error;
  });
  const policy = ["--allowed-origin", url, "--return-url", `${url}/connected`, "--allow-action", "doppler/*"];
  const args = ["service-clients", "create", "--name", "consumer-app", ...policy, "--format", "json"];
  const { key: serviceKey } = JSON.parse(await runAndCapture(args, environment)) as { key: string };
  const app = createApp({ origin: url, serviceUrl, serviceKey, recordsFile: join(folder, "app.sqlite") });
  await once(app.listen(appPort, "127.0.0.1"), "listening");
  return {
    url,
    token: provider.tokens.serviceAccount,
    serviceUrl,
    serviceKey,
    provider,
    loseNextAnswer() {
      provider.faults.add({ match: { method: "POST" }, fault: { kind: "reset_after_effect" } });
    },
    async stop() {
      app.closeAllConnections();
      app.close();
      const ended = once(server, "exit");
      server.kill("SIGTERM");
      await ended;
      await provider.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function waitUntilReady(url: string, server: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline && server.exitCode === null;) {
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

async function runAndCapture(args: readonly string[], env: Record<string, string>): Promise<string> {
  const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (bytes: Buffer) => (output += bytes.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`svc-server ${args[0]} ended with ${code}`);
  return output;
}
