/** Requests rejected before anything is sent, refused addresses, and errors that never quote their input. */
import assert from "node:assert/strict";
import { inspect } from "node:util";
import { test } from "node:test";
import type { ProviderRequest } from "@svc/provider-kit";
import { addressGuard, parseNetwork } from "../../../src/adapters/egress/address-guard.ts";
import { createEgress, defaultLimits } from "../../../src/adapters/egress/index.ts";
import { dial } from "../../../src/adapters/egress/dial.ts";
import { canary, change, egressTo, rawServer, sendOnce, soon } from "./raw-server.ts";

const secret = "canary-5b1d";
const circular: Record<string, unknown> = { secret };
circular["self"] = circular;

const requests: Readonly<Record<string, ProviderRequest>> = {
  "an empty segment": { method: "GET", path: [secret, ""] },
  "a dot": { method: "GET", path: [secret, "."] },
  "two dots": { method: "GET", path: [secret, ".."] },
  "a line break in the path": { method: "GET", path: [`${secret}\r\nx: y`] },
  "NUL in the path": { method: "GET", path: [`${secret}\0`] },
  "a C1 control in the path": { method: "GET", path: [`${secret}\u0085`] },
  "a lone surrogate in the path": { method: "GET", path: [`${secret}\ud800`] },
  "a lone surrogate in the query": { method: "GET", path: [], query: { a: `${secret}\udc00` } },
  "an invalid number in the query": { method: "GET", path: [secret], query: { a: Number.NaN } },
  "a body on a read": { method: "GET", path: [], json: secret },
  "a body that is a function": { method: "POST", path: [], json: () => secret },
  "a circular body": { method: "POST", path: [], json: circular },
  "a body over the limit": { method: "POST", path: [], json: secret.repeat(60_000) },
};

function constantRangeError(error: unknown): boolean {
  assert.ok(error instanceof RangeError);
  assert.ok(!inspect(error, { depth: 9, showHidden: true }).includes("canary"), "an error quotes what it refused");
  assert.equal(error.cause, undefined);
  return true;
}

test("rejects requests that can't be written", async (t) => {
  const server = await rawServer(t, () => {});
  const egress = egressTo(t, server.origin);
  for (const [name, request] of Object.entries(requests)) {
    await assert.rejects(sendOnce(egress, request), constantRangeError, name);
  }
  assert.equal(server.sockets.length, 0);
});

test("rejects credentials that can't be sent, and unknown providers", (t) => {
  const egress = egressTo(t, "http://127.0.0.1:9");
  const open = (headers: Record<string, string>, provider = "acme") => {
    return () => egress.open(provider, { headers, deadlineMs: soon() });
  };
  for (const value of [`${canary}\n`, `${canary}\r\nx: y`, `ä${canary}`, ` ${canary}`, `${canary}\0`, ""]) {
    assert.throws(open({ authorization: value }), constantRangeError);
  }
  for (const name of ["if-none-match", "host", "Content-Length", "connection", "accept", "x canary", "canary:", ""]) {
    assert.throws(open({ [name]: canary }), constantRangeError);
  }
  assert.throws(open({ "x-key": canary, "X-Key": canary }), constantRangeError);
  assert.throws(open({}, "canary"), constantRangeError);
  assert.throws(open({}, "__proto__"), constantRangeError);
  open({ authorization: canary, "x-api-key": "k" })();
});

test("rejects origins with more or less than scheme, host and port", () => {
  const origins = [
    "https://api.example.com/v3",
    "https://user:canary@api.example.com",
    "https://api.example.com?canary",
    "https://api.example.com#canary",
    "http://api.example.com",
    "ftp://api.example.com",
    "api.example.com",
    "",
  ];
  const create = (...origins: string[]) => {
    const targets = origins.map((origin) => {
      return {
        provider: "acme",
        origin,
        service: "api" as const,
        requestIdHeader: "x-request-id",
        responseHeaders: [],
        loopbackOnly: false,
      };
    });
    const clocks = { monotonicMs: () => performance.now(), nowMs: () => 0 };
    return createEgress({ targets, limits: defaultLimits, userAgent: "svc-test", ...clocks });
  };
  for (const origin of origins) assert.throws(() => create(origin), constantRangeError, origin);
  assert.throws(() => create("https://a.example", "https://b.example"), constantRangeError);
  create("https://api.example.com/");
});

const isPublic = addressGuard({ loopbackOnly: false });

test("refuses addresses that no live provider has", () => {
  const refused =
    "127.0.0.1 127.255.0.1 0.0.0.0 10.1.2.3 100.64.0.1 100.100.100.200 169.254.169.254 172.16.0.1 172.31.255.255 " +
    "192.168.1.1 192.0.0.192 168.63.129.16 198.18.0.1 224.0.0.1 240.0.0.1 255.255.255.255 :: ::1 ::7f00:1 " +
    "::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:a9fe:a9fe fe80::1 fe80::1%eth0 fc00::1 fd00:ec2::254 ff02::1 fec0::1 " +
    "64:ff9b::7f00:1 64:ff9b::10.0.0.1 64:ff9b:1::1 2002:7f00:1:: 2001:0:1::1 2001:db8::1 localhost x " +
    // SIIT's translation of IPv4; benchmarking; ORCHID, both of them; documentation; segment routing; discarding; 6to4.
    "::ffff:0:7f00:1 ::ffff:0:101:101 2001:2::1 2001:10::1 2001:20::1 3fff::1 3fff:fff:ffff::1 5f00::1 100::1 " +
    "100:0:0:1::1 192.88.99.1 64:ff9b::192.88.99.1 4000::1 1fff::1 e000::1 ::1.1.1.1";
  for (const address of [...refused.split(" "), ""]) assert.equal(isPublic(address), false, address);
  const allowed =
    "1.1.1.1 100.63.255.255 172.32.0.1 192.1.0.1 192.88.98.255 ::ffff:1.1.1.1 2606:4700::1111 2001:200::1 2a00::1 " +
    "3ffe:ffff::1 64:ff9b::1.1.1.1";
  for (const address of allowed.split(" ")) assert.equal(isPublic(address), true, address);
});

test("refuses networks that the operator denies, in each form of their addresses", () => {
  const denied = ["20.30.0.0/16", "20.40.50.60", "2a00:1234::/32"].map(
    (text) => parseNetwork(text) ?? assert.fail(text),
  );
  const isAllowed = addressGuard({ loopbackOnly: false, denied });
  const refused = "20.30.0.1 ::ffff:20.30.9.9 64:ff9b::20.30.1.1 20.40.50.60 2a00:1234:5::1 127.0.0.1";
  for (const address of refused.split(" ")) assert.equal(isAllowed(address), false, address);
  for (const address of ["20.31.0.1", "20.40.50.61", "2a00:1235::1"]) assert.equal(isAllowed(address), true, address);
  const noNetworks = ["", "x", "20.30.0.0/33", "20.30.0.0/", "20.30/16", "2a00::/129", "20.30.0.0/16/8", "acme.io/24"];
  for (const text of noNetworks) assert.equal(parseNetwork(text), null, text);
});

test("a sandbox reaches only loopback addresses", () => {
  const isAllowed = addressGuard({ loopbackOnly: true });
  for (const address of ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"]) {
    assert.equal(isAllowed(address), true, address);
  }
  for (const address of ["1.1.1.1", "10.0.0.1", "0.0.0.0", "::", "fe80::1", "::ffff:10.0.0.1", ""]) {
    assert.equal(isAllowed(address), false, address);
  }
});

test("does not dial a refused address, in any numeric notation or by name", async (t) => {
  const server = await rawServer(t, () => {});
  for (const host of ["127.0.0.1", "0x7f.1", "2130706433", "[::1]", "[::ffff:127.0.0.1]", "localhost"]) {
    const egress = egressTo(t, `https://${new URL(`https://${host}`).hostname}:${server.port}`, {
      loopbackOnly: false,
    });
    assert.deepEqual(await sendOnce(egress, change), { kind: "not_sent", reason: "refused_address" }, host);
  }
  const sandbox = egressTo(t, "http://192.0.2.1:9", { loopbackOnly: true });
  assert.deepEqual(await sendOnce(sandbox, change), { kind: "not_sent", reason: "refused_address" });
  assert.equal(server.sockets.length, 0);
});

test("checks a resolved address again after connecting", async (t) => {
  const server = await rawServer(t, () => {});
  let looks = 0;
  const target = {
    origin: new URL(`http://localhost:${server.port}`),
    requestIdHeader: "x-request-id",
    responseHeaders: [],
    // Simulates a name that changes its address.
    isAllowedAddress: () => (looks += 1) === 1,
  };
  const lookup = async () => [{ address: "127.0.0.1", family: 4 }];
  const reason = await new Promise((resolve) => {
    dial({ target, lookup, connectTimeoutMs: 20_000 }, (error) => resolve(error?.reason));
  });
  assert.equal(reason, "refused_address");
  assert.equal(looks, 2);
});
