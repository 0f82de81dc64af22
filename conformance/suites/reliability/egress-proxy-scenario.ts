/** A live server behind an egress proxy, and a change through it for each of many cuts. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { connect, type AddressInfo, type Socket } from "node:net";
import { createServer } from "node:tls";
import type { ImportedConnection } from "@svc/contract";
import { startTunnelProxy, tunnelEstablished, type TunnelCut } from "@svc/simulator/tunnel-proxy";
import { startVaultSimulator, tokens } from "@svc/provider-vault/simulator";
import { everyAction, makeClient, startServer, uniqueName } from "../../harness/index.ts";

const certificateFile = new URL("test-only-certificate.pem", import.meta.url).pathname;
/** The proxy's. */
export const password = "canary-of-the-proxy";

/** Each call has a config of its own, so that the ledger tells which had an effect. */
const configOf = (name: string): string => name.toLowerCase().replaceAll("_", "-");

/** TLS in front of a simulator. */
async function tlsFront(port: number): Promise<{ port: number; close(): void }> {
  const sockets = new Set<Socket>();
  const kept = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on("error", () => {});
  };
  const pem = (name: string): string => readFileSync(new URL(`test-only-${name}.pem`, import.meta.url), "utf8");
  const server = createServer({ key: pem("key"), cert: pem("certificate") }, (socket) => {
    const upstream = kept(connect(port, "127.0.0.1"));
    kept(socket).pipe(upstream).pipe(socket);
    socket.on("close", () => upstream.destroy());
    upstream.on("close", () => socket.destroy());
  });
  server.on("tlsClientError", () => {});
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Starts everything, with one connection. @param env variables of the server. */
export async function startBehindProxy(env: Readonly<Record<string, string>> = {}) {
  const simulator = await startVaultSimulator();
  const front = await tlsFront(Number(new URL(simulator.url).port));
  const proxy = await startTunnelProxy(front.port, { user: `svc:${password}` });
  const server = await startServer({
    engine: "sqlite",
    live: true,
    env: {
      SVC_VAULT_ORIGINS: "prod=https://vault.internal:8200",
      SVC_EXTRA_CA_FILE: certificateFile,
      SVC_EGRESS_PROXY: proxy.url,
      ...env,
    },
  });
  const { caller } = await makeClient(server, { allowActions: ["vault/*"], flags: ["--allow-import"] });
  const tenant = await caller.post(
    "/v1/tenants",
    { externalId: uniqueName("t"), displayName: "Acme" },
    { idempotencyKey: uniqueName("t") },
  );
  const imported = await caller.post(
    `/v1/tenants/${(tenant.json as { id: string }).id}/connections:import`,
    {
      provider: "vault",
      authKind: "static_credential",
      requestedActions: [...everyAction],
      credential: { origin: "prod", access_token: tokens.everything },
    },
    { idempotencyKey: uniqueName("i") },
  );
  const { connection } = imported.json as ImportedConnection;
  const path = `/v1/tenants/${(tenant.json as { id: string }).id}/connections/${connection?.id ?? assert.fail(imported.text)}`;
  return {
    simulator,
    proxy,
    server,
    caller,
    path,
    set: (name: string) =>
      caller.post(
        `${path}/actions/secrets.set:execute`,
        { input: { project: "kv", config: configOf(name), name: "API_KEY", value: `value of ${name}` } },
        { idempotencyKey: name },
      ),
    async close() {
      await server.dispose();
      proxy.close();
      front.close();
      await simulator.close();
    },
  };
}

/** The places of cuts: the proxy's own exchange, and evenly over what goes through the tunnel in both directions. */
function placesOf(passed: Readonly<{ up: number; down: number }>, wanted: number): readonly TunnelCut[] {
  const cuts: TunnelCut[] = [];
  const put = (place: TunnelCut["in"], bytes: number): void =>
    void cuts.push({ in: place, bytes, how: cuts.length % 2 === 0 ? "end" : "reset" });
  for (const bytes of [0, 1]) put("request", bytes);
  for (let bytes = 0; bytes < tunnelEstablished.length; bytes += 4) put("answer", bytes);
  const each = Math.ceil((wanted - cuts.length) / 2);
  for (const place of ["up", "down"] as const) {
    for (let n = 0; n < each; n += 1) put(place, Math.floor((n * passed[place]) / each));
  }
  return cuts;
}

/** What came of the cuts. */
export interface CutResult {
  readonly cuts: number;
  /** How many changes ended with each code, or "succeeded". */
  readonly ends: Readonly<Record<string, number>>;
  /** What the server said that isn't so. */
  readonly faults: readonly string[];
}

/** Sends a change for each cut, and compares what the server says with what the provider did. */
export async function cutEverywhere(wanted: number): Promise<CutResult> {
  const { simulator, proxy, set, close } = await startBehindProxy();
  try {
    // The first one asks for more about the connection than those after it.
    for (const name of ["BEFORE_1", "BEFORE_2"]) assert.equal((await set(name)).status, 200);
    const cuts = placesOf({ ...proxy.passed }, wanted);
    const ends: Record<string, number> = {};
    const claims: { config: string; code: string; cut: TunnelCut }[] = [];
    for (const [index, cut] of cuts.entries()) {
      proxy.mood = { cut };
      proxy.hangUp();
      const { tunnels } = proxy;
      const response = await set(`CUT_${index}`);
      const { code = "succeeded" } = response.json as { code?: string };
      if (proxy.tunnels === tunnels) assert.equal(code, "ACTION_NOT_DISPATCHED", JSON.stringify(cut));
      claims.push({ config: configOf(`CUT_${index}`), code, cut });
      ends[code] = (ends[code] ?? 0) + 1;
    }
    // The provider may still have been at work when the caller heard that the response was lost.
    await new Promise((resolve) => void setTimeout(resolve, 500));
    const faults = claims.flatMap(({ config, code, cut }) => {
      const isAbout = (path: unknown): boolean => String(path).split("/").includes(config);
      const effects = simulator.ledger.effects.filter(({ path }) => isAbout(path)).length;
      // The action reads before it changes something.
      const changes = simulator.ledger.requests.filter(({ path, method }) => isAbout(path) && method !== "GET").length;
      const isTrue =
        code === "succeeded" ? effects === 1 : code === "ACTION_OUTCOME_UNKNOWN" ? effects <= 1 : effects === 0;
      const isPlaced = changes <= (code === "ACTION_NOT_DISPATCHED" ? 0 : 1);
      return isTrue && isPlaced ? [] : [`${JSON.stringify(cut)}: ${code}, ${changes} changes, ${effects} effects`];
    });
    return { cuts: cuts.length, ends, faults };
  } finally {
    await close();
  }
}
