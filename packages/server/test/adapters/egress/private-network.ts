/** In a network with three addresses, sends a webhook to each of several hosts, and prints the response or the fault. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import { addressGuard, createWebhookAllowance, parseNetwork } from "../../../src/adapters/egress/address-guard.ts";
import { createWebhookPost } from "../../../src/adapters/egress/webhook-post.ts";
import { startNameServer } from "./name-server.ts";

const endings: (() => unknown)[] = [];
const context = { after: (end: () => unknown) => void endings.push(end) } as unknown as TestContext;
const names = await startNameServer(context, {
  "backend.acme.io": ["10.77.0.1"],
  "metadata.acme.io": ["169.254.169.254"],
  "loop.acme.io": ["127.0.0.1"],
  "mixed.acme.io": ["10.77.0.1", "169.254.169.254"],
});
const reached: string[] = [];
const server = createServer((request, response) => {
  reached.push(request.socket.localAddress ?? "");
  response.end();
});
await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
const { port } = server.address() as AddressInfo;
const network = parseNetwork("10.77.0.0/16");
if (network === null) throw new Error("It is no network.");
const allowed = [
  { host: network, port: null, mayBePlain: true },
  { host: "named.localtest", port, mayBePlain: true },
];
const post = createWebhookPost({
  urlRules: {
    sandbox: false,
    isAllowedAddress: addressGuard({ loopbackOnly: false }),
    allowance: createWebhookAllowance(allowed, []),
  },
  connectTimeoutMs: 20_000,
  userAgent: "test",
  nowMs: () => 0,
  nameServers: [names.address],
  // The system's resolver needs /etc/hosts.
  askListed: async () => [{ address: "10.88.0.1", family: 4 }],
});
const seen: Record<string, unknown> = {};
for (const host of [
  "10.77.0.1",
  "backend.acme.io",
  "10.88.0.1",
  "169.254.169.254",
  "metadata.acme.io",
  "loop.acme.io",
  "mixed.acme.io",
  "localhost",
  "named.localtest",
]) {
  const facts = await post(new URL(`http://${host}:${port}/`), { headers: {}, body: "{}", timeoutMs: 20_000 });
  seen[`http://${host}`] = facts.kind === "answered" ? facts.httpStatus : facts.fault;
}
process.stdout.write(JSON.stringify({ ...seen, reached }));
process.exit();
