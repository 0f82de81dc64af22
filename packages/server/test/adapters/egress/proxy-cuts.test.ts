/**
 * A change through a proxy that cuts at every byte: sent at most once, and "not sent" exactly where no byte of it could
 * have left.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createEgress, type Egress } from "../../../src/adapters/egress/index.ts";
import { tunnelEstablished, type TunnelCut } from "@svc/simulator/tunnel-proxy";
import { cuttingProxy } from "./cutting-proxy.ts";
import { certificate, change, patientLimits, rawServer, requestCount, sendOnce } from "./raw-server.ts";

const response = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}";

test("at most one change for each of the cuts at every byte", { timeout: 280_000 }, async (t) => {
  const provider = await rawServer(t, (socket) => void socket.write(response), { tls: true });
  const proxy = await cuttingProxy(t, provider.port);
  const egressWith = (): Egress =>
    createEgress({
      targets: [
        {
          provider: "acme",
          service: "api",
          origin: `https://localhost:${provider.port}`,
          requestIdHeader: "x",
          responseHeaders: [],
          loopbackOnly: true,
        },
      ],
      limits: patientLimits,
      userAgent: "svc-test",
      monotonicMs: () => performance.now(),
      nowMs: () => 0,
      ca: certificate,
      proxy: proxy.proxy,
    });
  const egress = egressWith();
  t.after(() => egress.close());
  assert.equal((await sendOnce(egress)).kind, "answered");
  const passed = { ...proxy.passed };
  /** With what TLS adds to each record. */
  const tailBytes = { up: (provider.received[0]?.length ?? 0) + 64, down: response.length + 64 };
  proxy.heads.splice(0);

  const tally: Record<string, number> = {};
  let faults = 0;
  const tryCut = async (cut: TunnelCut): Promise<void> => {
    proxy.mood = { cut };
    const before = { changes: requestCount(provider), connections: provider.received.length, tunnels: proxy.tunnels };
    const facts = await sendOnce(egress, change);
    faults += 1;
    const what = `${JSON.stringify(cut)}: ${JSON.stringify(facts)}`;
    const stood = proxy.tunnels > before.tunnels;
    assert.equal(stood, cut.in === "up" || cut.in === "down", what);
    assert.ok(proxy.heads.splice(0).length <= 1, `it dialed again: ${what}`);
    if (!stood) assert.deepEqual(facts, { kind: "not_sent", reason: "local" }, what);
    else assert.ok(facts.kind !== "not_sent" || facts.reason === "tls", what);
    // The provider may still be reading what the proxy let through.
    if (facts.kind !== "not_sent") await new Promise((resolve) => setImmediate(resolve));
    const plaintext = provider.received.slice(before.connections).join("");
    if (facts.kind === "not_sent") assert.equal(plaintext, "", what);
    assert.ok(requestCount(provider) - before.changes <= 1, what);
    const kind = facts.kind === "not_sent" ? `not_sent ${facts.reason}` : facts.kind;
    tally[kind] = (tally[kind] ?? 0) + 1;
    provider.received.splice(0);
    provider.sockets.splice(0);
  };
  const hows = ["end", "reset"] as const;
  const cutAt = (place: TunnelCut["in"], bytes: number): Promise<void> =>
    tryCut({ in: place, bytes, how: hows[bytes % 2] ?? "end" });
  // Before and after it reads the request for the tunnel, then within its own answer.
  for (const how of hows) for (const bytes of [0, 1]) await tryCut({ in: "request", bytes, how });
  for (let bytes = 0; bytes < tunnelEstablished.length; bytes += 1) await cutAt("answer", bytes);
  // Every byte of the change and of its response; of the handshakes before them, one of many.
  for (const place of ["up", "down"] as const) {
    const from = passed[place] - tailBytes[place];
    for (let bytes = 0; bytes < passed[place]; bytes += bytes < from ? 13 : 1) await cutAt(place, bytes);
  }
  t.diagnostic(`${faults} faults: ${JSON.stringify(tally)}`);
  assert.ok(faults >= 500);
  for (const kind of ["not_sent local", "not_sent tls", "lost"]) assert.ok((tally[kind] ?? 0) > 20, kind);
  proxy.mood = {};
  assert.equal((await sendOnce(egress)).kind, "answered");
});
