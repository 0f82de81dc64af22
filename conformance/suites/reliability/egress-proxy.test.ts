/** A live server behind an egress proxy that refuses, or cuts at any byte: the provider's ledger is the judge. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { connect, type AddressInfo, type Socket } from "node:net";
import { createServer } from "node:tls";
import { describe } from "node:test";
import type { ImportedConnection } from "@svc/contract";
import { startTunnelProxy, tunnelEstablished, type TunnelCut } from "@svc/simulator/tunnel-proxy";
import { startVaultSimulator, tokens } from "@svc/provider-vault/simulator";
import { assertProblem, everyAction, makeClient, startServer, uniqueName, verifies } from "../../harness/index.ts";

const certificateFile = new URL("test-only-certificate.pem", import.meta.url).pathname;
const password = "canary-of-the-proxy";

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

async function setting(env: Readonly<Record<string, string>> = {}) {
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

describe("a live server behind an egress proxy", () => {
  verifies(
    "reliability.egress-proxy",
    "sends through it, and blames no one if it opens no tunnel",
    async () => {
      const { simulator, proxy, server, caller, path, set, close } = await setting({ SVC_CIRCUIT_BREAKER_FAULTS: "3" });
      try {
        assert.equal((await set("FIRST")).status, 200);
        assert.ok(proxy.tunnels > 0);
        assert.match(proxy.heads[0] ?? "", /^CONNECT vault\.internal:8200 HTTP\/1\.1\r\n/);
        const before = simulator.ledger.requests.length;
        const answers = ["HTTP/1.1 407 Who?\r\n\r\n", "HTTP/1.1 502 Bad Gateway\r\n\r\n", "SSH-2.0-x\r\n"];
        for (const [index, answer] of [...answers, ...answers].entries()) {
          proxy.mood = { answer };
          // No call finds a connection of an earlier one.
          proxy.hangUp();
          const problem = assertProblem(await set(`REFUSED_${index}`), "ACTION_NOT_DISPATCHED");
          assert.match(problem.detail, /itself or through its proxy/);
        }
        const tested = await caller.post(`${path}:test`, undefined, { idempotencyKey: "tested" });
        assertProblem(tested, "OVERLOADED");
        assert.equal(simulator.ledger.requests.length, before);
        await server.untilLogged("the egress proxy refuses the credentials that it was given (407)");
        // No breaker has opened, the connection is as it was, and the keys are free.
        proxy.mood = {};
        for (const index of [0, 1, 2, 3, 4, 5]) assert.equal((await set(`REFUSED_${index}`)).status, 200);
        assert.equal(server.log().split("(407)").length - 1, 1, "it is logged once");
        for (const text of [server.log(), JSON.stringify((await caller.get(path)).json)]) {
          assert.ok(!text.includes(password), "the proxy's password is in a log or a response");
        }
      } finally {
        await close();
      }
    },
    { timeoutMs: 120_000 },
  );

  verifies(
    "reliability.egress-proxy",
    "a change has at most one effect, whatever byte the proxy cuts at",
    async () => {
      const { simulator, proxy, set, close } = await setting();
      try {
        // The first one asks for more about the connection than those after it.
        assert.equal((await set("BEFORE_1")).status, 200);
        assert.equal((await set("BEFORE_2")).status, 200);
        const passed = { ...proxy.passed };
        const cuts: TunnelCut[] = [];
        const put = (place: TunnelCut["in"], bytes: number): void =>
          void cuts.push({ in: place, bytes, how: cuts.length % 2 === 0 ? "end" : "reset" });
        for (const bytes of [0, 1]) put("request", bytes);
        for (let bytes = 0; bytes < tunnelEstablished.length; bytes += 4) put("answer", bytes);
        for (const place of ["up", "down"] as const) {
          for (let bytes = 0; bytes < passed[place]; bytes += Math.ceil(passed[place] / 60)) put(place, bytes);
        }
        const ends: Record<string, number> = {};
        const claims: { config: string; code: string; cut: TunnelCut }[] = [];
        for (const [index, cut] of cuts.entries()) {
          proxy.mood = { cut };
          proxy.hangUp();
          const tunnels = proxy.tunnels;
          const response = await set(`CUT_${index}`);
          const { code = "succeeded" } = response.json as { code?: string };
          if (proxy.tunnels === tunnels) assert.equal(code, "ACTION_NOT_DISPATCHED", JSON.stringify(cut));
          claims.push({ config: configOf(`CUT_${index}`), code, cut });
          ends[code] = (ends[code] ?? 0) + 1;
        }
        // The provider may still have been at work when the caller heard that the response was lost.
        await new Promise((resolve) => void setTimeout(resolve, 500));
        for (const { config, code, cut } of claims) {
          const effects = simulator.ledger.effects.filter(({ path }) =>
            String(path).split("/").includes(config),
          ).length;
          const what = `${JSON.stringify(cut)}: ${code}, ${effects} effects`;
          assert.ok(effects <= 1, what);
          if (code === "succeeded") assert.equal(effects, 1, what);
          else if (code !== "ACTION_OUTCOME_UNKNOWN") assert.equal(effects, 0, what);
        }
        assert.ok((ends["ACTION_NOT_DISPATCHED"] ?? 0) > 10, JSON.stringify(ends));
        assert.ok((ends["ACTION_OUTCOME_UNKNOWN"] ?? 0) > 0, JSON.stringify(ends));
      } finally {
        await close();
      }
    },
    { timeoutMs: 180_000 },
  );
});
