/** Hosts in the operator's own networks: what the list opens for webhooks, and what it never does. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { ownNetwork } from "../../../../../conformance/harness/own-network.ts";
import {
  addressGuard,
  type AllowedHost,
  createWebhookAllowance,
  type Network,
  parseAllowedHost,
  parseNetwork,
} from "../../../src/adapters/egress/address-guard.ts";
import { mayReach, readWebhookUrl, type UrlRules } from "../../../src/domain/webhooks/url.ts";

function networks(...texts: string[]): Network[] {
  return texts.map((text) => parseNetwork(text) ?? assert.fail(text));
}

function rulesFor(list: string, denied: Network[] = []): UrlRules {
  const entries = list.split(",").map((text): AllowedHost => {
    const host = parseAllowedHost(text);
    return typeof host === "object" ? host : assert.fail(`${text} is ${host}`);
  });
  const isAllowedAddress = addressGuard({ loopbackOnly: false, denied });
  return { sandbox: false, isAllowedAddress, allowance: createWebhookAllowance(entries, denied) };
}

const isRead = (url: string, rules: UrlRules): boolean => readWebhookUrl(url, rules) !== null;
const reaches = (url: string, address: string, rules: UrlRules): boolean => mayReach(new URL(url), address, rules);

/** In every form of IPv4 in IPv6 that this machine could be led by: mapped, NAT64, 6to4. */
const neverOpen =
  "127.0.0.1 127.9.9.9 ::1 ::ffff:127.0.0.1 64:ff9b::127.0.0.1 2002:7f00:1:: 169.254.169.254 ::ffff:169.254.169.254 " +
  "64:ff9b::a9fe:a9fe 2002:a9fe:a9fe:: fe80::1 fe80::1%eth0 fe80::a9fe:a9fe 100.100.100.200 ::ffff:100.100.100.200 " +
  "64:ff9b::100.100.100.200 168.63.129.16 64:ff9b::168.63.129.16 192.0.0.192 fd00:ec2::254 fd20:ce::254 " +
  "fd00:c1::a9fe:a9fe 0.0.0.0 :: ::127.0.0.1 ::ffff:0:7f00:1 224.0.0.1 255.255.255.255 ff02::1 64:ff9b:1::7f00:1 x";

test("whatever is listed, this machine, link-local addresses and metadata services stay closed", () => {
  const everything = rulesFor("http://0.0.0.0/0,http://::/0,http://backend.internal");
  for (const address of neverOpen.split(" ")) {
    for (const url of ["http://backend.internal/", "https://backend.internal/", "https://other.example/"]) {
      assert.equal(reaches(url, address, everything), false, `${url} at ${address}`);
    }
  }
  for (const host of ["127.0.0.1", "[::1]", "169.254.169.254", "[::ffff:169.254.169.254]", "[64:ff9b::7f00:1]"]) {
    assert.equal(isRead(`http://${host}/`, everything), false, host);
  }
  for (const name of ["localhost", "LOCALHOST.", "a.localhost"])
    assert.equal(isRead(`http://${name}/`, everything), false);
  for (const address of ["10.1.2.3", "100.64.0.1", "fd12::1", "1.1.1.1"]) {
    assert.equal(reaches("http://backend.internal/", address, everything), true, address);
  }
});

test("opens a listed network, on any port, for its addresses and the names that lead there", () => {
  const rules = rulesFor("10.20.0.0/16,fd12:3456::/32,http://172.20.0.7");
  for (const url of [
    "https://10.20.1.1/",
    "https://10.20.1.1:3000/x?y",
    "https://[fd12:3456::1]/",
    "http://172.20.0.7:81/",
  ]) {
    assert.equal(isRead(url, rules), true, url);
  }
  for (const url of ["http://10.20.1.1/", "https://10.21.0.1/", "https://[fd12:3457::1]/", "http://172.20.0.8/"]) {
    assert.equal(isRead(url, rules), false, url);
  }
  // The address decides, when it is known.
  assert.equal(isRead("https://backend.default.svc:3000/", rules), true);
  assert.equal(reaches("https://backend.default.svc:3000/", "10.20.0.1", rules), true);
  assert.equal(reaches("https://backend.default.svc:3000/", "::ffff:10.20.0.1", rules), true);
  assert.equal(reaches("https://backend.default.svc/", "10.21.0.1", rules), false);
  assert.equal(reaches("http://backend.default.svc/", "10.20.0.1", rules), false);
  assert.equal(reaches("http://backend.default.svc/", "172.20.0.7", rules), true);
  // A public address needs TLS and one of the two ports, as without a list.
  assert.equal(reaches("https://backend.example:3000/", "1.1.1.1", rules), false);
  assert.equal(reaches("https://backend.example:8443/", "1.1.1.1", rules), true);
  assert.equal(reaches("http://backend.example/", "1.1.1.1", rules), false);
});

test("opens a listed name, at its port if it has one, and no other name", () => {
  const rules = rulesFor("http://Backend.internal:8080,https://files");
  for (const url of [
    "http://backend.internal:8080/",
    "https://BACKEND.internal.:8080/",
    "https://files/",
    "https://files:1/",
  ]) {
    assert.equal(isRead(url, rules), true, url);
  }
  for (const url of ["http://backend.internal/", "http://files/", "https://x.files:1/", "https://other.internal/"]) {
    assert.equal(isRead(url, rules), false, url);
  }
  assert.equal(reaches("http://backend.internal:8080/", "192.168.1.1", rules), true);
  assert.equal(reaches("http://hooks.example:8080/", "192.168.1.1", rules), false);
  assert.equal(reaches("https://hooks.example/", "192.168.1.1", rules), false);
});

test("a denied network wins over a listed one", () => {
  const rules = rulesFor("http://10.0.0.0/8,http://backend.internal", networks("10.20.0.0/16"));
  for (const url of ["http://backend.internal/", "http://other.internal/"]) {
    assert.equal(reaches(url, "10.20.1.1", rules), false, url);
    assert.equal(reaches(url, "10.21.1.1", rules), true, url);
  }
});

test("parses networks, names and ports, and says which entries nothing opens", () => {
  const network = { address: "10.20.0.0", prefix: 16 };
  assert.deepEqual(parseAllowedHost("10.20.0.0/16"), { host: network, port: null, mayBePlain: false });
  assert.deepEqual(parseAllowedHost("http://10.20.0.0/16"), { host: network, port: null, mayBePlain: true });
  assert.deepEqual(parseAllowedHost("http://[fd12::1]:81"), {
    host: { address: "fd12::1", prefix: 128 },
    port: 81,
    mayBePlain: true,
  });
  assert.deepEqual(parseAllowedHost("Bücher.internal"), {
    host: "xn--bcher-kva.internal",
    port: null,
    mayBePlain: false,
  });
  const unclear = [
    "",
    "http://",
    "a b",
    "ftp://a",
    "a/b",
    "a:0",
    "a:70000",
    "a:b",
    "u@a",
    "127.1",
    "0x7f000001",
    "10.0.0.0/33",
  ];
  for (const text of [...unclear, "*.internal", "http://a/", "10.0.0.0/8:80"])
    assert.equal(parseAllowedHost(text), "unclear", text);
  const closed =
    "127.0.0.1 127.0.0.0/8 http://127.0.0.1:80 ::1 [::1]:80 169.254.0.0/16 169.254.169.254 fe80::/10 100.100.100.200 " +
    "fd00:ec2::254 168.63.129.16 ::ffff:127.0.0.1 ::ffff:169.254.169.254 2002::/16 ff02::/16 0.0.0.0 localhost x.localhost";
  for (const text of closed.split(" ")) assert.equal(parseAllowedHost(text), "closed", text);
});

test("delivers to a private address in a network of its own, and to nothing else there", (t) => {
  const way = ownNetwork();
  if (way === null) {
    t.diagnostic("no network can be created here: the tests above replace this one");
    return;
  }
  const script = new URL("private-network.ts", import.meta.url).pathname;
  const addresses = ["10.77.0.1/32", "10.88.0.1/32", "169.254.169.254/32"].map(
    (one) => `ip addr add ${one} dev lo && `,
  );
  const command = `ip link set lo up && ${addresses.join("")}exec "$0" "$1"`;
  const printed = execFileSync("unshare", [...way, "sh", "-c", command, process.execPath, script], {
    encoding: "utf8",
  });
  assert.deepEqual(JSON.parse(printed), {
    "http://10.77.0.1": 200,
    "http://backend.acme.io": 200,
    "http://10.88.0.1": "refused_address",
    "http://169.254.169.254": "refused_address",
    "http://metadata.acme.io": "refused_address",
    "http://loop.acme.io": "refused_address",
    "http://mixed.acme.io": "refused_address",
    "http://localhost": "refused_address",
    "http://named.localtest": 200,
    reached: ["10.77.0.1", "10.77.0.1", "10.88.0.1"],
  });
});
