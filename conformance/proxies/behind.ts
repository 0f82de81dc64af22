/** A server as it is behind a proxy, with a tenant and a simulated provider. */
import { startDopplerSimulator, type DopplerSimulator } from "@svc/provider-doppler/simulator";
import {
  freePort,
  makeClient,
  startServer,
  uniqueName,
  type RunningServer,
  type TestClient,
} from "../harness/index.ts";
import { names, type Behind } from "./programs.ts";

/** The server, what a proxy needs to know of it, and a service client with one tenant. */
export type Setting = {
  server: RunningServer;
  behind: Behind;
  client: TestClient;
  tenantId: string;
  provider: DopplerSimulator;
  close(): Promise<void>;
};

/** Starts the server under the public names. @param env variables beside those of its addresses. */
export async function startBehind(env: Readonly<Record<string, string>> = {}): Promise<Setting> {
  const consolePort = await freePort();
  const provider = await startDopplerSimulator();
  const server = await startServer({
    engine: "sqlite",
    sandboxProvider: provider.url,
    env: {
      SVC_PUBLIC_URL: `https://${names.api}`,
      SVC_ADMIN_LISTEN: `127.0.0.1:${consolePort}`,
      SVC_ADMIN_URL: `https://${names.console}`,
      ...env,
    },
  });
  const client = await makeClient(server, { allowActions: ["doppler/*", "stripe/*"] });
  const body = { externalId: uniqueName("t"), displayName: "Acme" };
  const made = await client.caller.post("/v1/tenants", body, { idempotencyKey: uniqueName("t") });
  return {
    server,
    behind: { api: Number(new URL(server.url).port), console: consolePort },
    client,
    tenantId: (made.json as { id: string }).id,
    provider,
    async close() {
      await server.dispose();
      await provider.close();
    },
  };
}
