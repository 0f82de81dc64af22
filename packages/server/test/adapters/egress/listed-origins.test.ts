/** Origins that the operator lists: dialed in the operator's own networks, by name and address together, over TLS. */
import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { test, type TestContext } from "node:test";
import { addressGuard } from "../../../src/adapters/egress/address-guard.ts";
import { createEgress, type Egress, type EgressTarget } from "../../../src/adapters/egress/index.ts";
import { checkTargets } from "../../../src/adapters/egress/target.ts";
import { certificate, change, patientLimits, rawServer, requestCount } from "./raw-server.ts";

function egressWith(t: TestContext, target: Partial<EgressTarget>): Egress {
  const fixed = { provider: "safe", service: "api", origin: null, requestIdHeader: "x", responseHeaders: [] } as const;
  const clocks = { monotonicMs: () => performance.now(), nowMs: () => Date.now() };
  const targets = [{ ...fixed, loopbackOnly: false, ...target }];
  const egress = createEgress({ targets, limits: patientLimits, userAgent: "svc-test", ...clocks });
  t.after(() => egress.close());
  return egress;
}

const response = (socket: Socket): void => void socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}");
const deadlineMs = () => performance.now() + 5000;

async function sendTo(egress: Egress, listedOrigin: string) {
  const channel = egress.open("safe", { headers: {}, deadlineMs: deadlineMs(), listedOrigin });
  try {
    return await channel.send(change);
  } finally {
    channel.close();
  }
}

test("reaches a private address with the operator's certificate authority, and no other origin with it", async (t) => {
  const server = await rawServer(t, response, { tls: true });
  const listed = { [`prod ${server.origin}`]: server.origin };
  const trusting = egressWith(t, { listed, extraCa: certificate });
  assert.equal((await sendTo(trusting, `prod ${server.origin}`)).kind, "answered");
  const strict = egressWith(t, { listed });
  assert.deepEqual(await sendTo(strict, `prod ${server.origin}`), { kind: "not_sent", reason: "tls" });
  // A fixed origin isn't at that address and doesn't trust that authority.
  const fixed = egressWith(t, { origin: server.origin, listed, extraCa: certificate });
  assert.deepEqual(await sendTo(fixed, ""), { kind: "not_sent", reason: "refused_address" });
  assert.equal(requestCount(server), 1);
});

test("sends nothing for a name with another address, an unlisted one, or none", async (t) => {
  const server = await rawServer(t, response, { tls: true });
  const egress = egressWith(t, { listed: { [`prod ${server.origin}`]: server.origin }, extraCa: certificate });
  for (const listedOrigin of ["", "prod", `other ${server.origin}`, "prod https://evil.example", server.origin]) {
    assert.throws(
      () => egress.open("safe", { headers: {}, deadlineMs: deadlineMs(), listedOrigin }),
      { name: "RangeError", message: "There is no such provider." },
      listedOrigin,
    );
  }
  assert.equal(server.sockets.length, 0);
});

test("rejects a listed origin without TLS, or with more than scheme, host and port", (t) => {
  for (const origin of ["http://safe.internal:8200", "https://safe.internal/v1", "https://a:b@safe.internal"]) {
    assert.throws(() => egressWith(t, { listed: { prod: origin } }), RangeError, origin);
  }
});

test("only listed origins trust the operator's certificate authorities", () => {
  const origin = "https://api.example";
  const common = {
    provider: "safe",
    service: "api",
    requestIdHeader: "x",
    responseHeaders: [],
    loopbackOnly: false,
  } as const;
  const listed = { "prod https://safe.internal": "https://safe.internal" };
  const checked = checkTargets([
    { ...common, origin, origins: { files: "https://f.example" }, listed, extraCa: certificate },
  ]);
  const trusting = [...checked].filter(([, target]) => target.extraCa !== undefined).map(([key]) => key);
  assert.deepEqual(trusting, ["safe/api/prod https://safe.internal"]);
});

test("a listed origin may be private or on this machine, but never a metadata service or a special address", () => {
  const isAllowed = addressGuard({ loopbackOnly: false, ownNetworks: true });
  for (const address of "1.1.1.1 10.1.2.3 172.16.0.1 192.168.1.1 100.64.0.1 127.0.0.1 ::1 fc00::1 2606:4700::1".split(
    " ",
  )) {
    assert.equal(isAllowed(address), true, address);
  }
  const refused =
    "169.254.169.254 100.100.100.200 168.63.129.16 fd00:ec2::254 ::ffff:169.254.169.254 ::ffff:100.100.100.200 0.0.0.0 :: " +
    "224.0.0.1 255.255.255.255 fe80::1 ff02::1 192.0.0.192 2002:7f00:1:: x";
  for (const address of refused.split(" ")) assert.equal(isAllowed(address), false, address);
  assert.equal(addressGuard({ loopbackOnly: true, ownNetworks: true })("10.0.0.1"), false);
});
