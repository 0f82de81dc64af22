/** URLs that would lead into the operator's own network, in every known spelling. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { addressGuard } from "../../../src/adapters/egress/address-guard.ts";
import { createWebhookPost } from "../../../src/adapters/egress/webhook-post.ts";
import { readWebhookUrl } from "../../../src/domain/webhooks/url.ts";

const live = { sandbox: false, isAllowedAddress: addressGuard({ loopbackOnly: false }) };
const sandbox = { sandbox: true, isAllowedAddress: addressGuard({ loopbackOnly: true }) };

const refused = [
  "http://hooks.acme.io/",
  "ftp://hooks.acme.io/",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "https://hooks.acme.io:22/",
  "https://hooks.acme.io:80/",
  "https://user@hooks.acme.io/",
  "https://user:pass@hooks.acme.io/",
  "https://@hooks.acme.io/",
  "https://hooks.acme.io/#fragment",
  "https://hooks.acme.io/#",
  "https://hooks.acme.io\\@127.0.0.1/",
  "https://hooks.acme.io/\r\nx: y",
  " https://hooks.acme.io/",
  "https://localhost/",
  "https://LOCALHOST./",
  "https://a.localhost/",
  "https://metadata.google.internal/",
  "https://printer.local/",
  "https://intranet/",
  "https://web.default.svc/",
  "https://web.default.svc./",
  "https://10-0-0-1.default.pod/",
  "https://web.default.svc.cluster/",
  "https://web.service.consul/",
  "https://router.localdomain/",
  "https://1.0.0.10.in-addr.arpa/",
  "https://127.0.0.1/",
  "https://127.1/",
  "https://0x7f.1/",
  "https://0x7f000001/",
  "https://2130706433/",
  "https://017700000001/",
  "https://127.0.0.1./",
  "https://①②⑦.⓪.⓪.①/",
  "https://0/",
  "https://0.0.0.0/",
  "https://10.1.2.3/",
  "https://172.16.0.1/",
  "https://192.168.0.1/",
  "https://100.64.0.1/",
  "https://169.254.169.254/latest/meta-data/",
  "https://168.63.129.16/",
  "https://224.0.0.1/",
  "https://255.255.255.255/",
  "https://[::]/",
  "https://[::1]/",
  "https://[::ffff:127.0.0.1]/",
  "https://[::ffff:a9fe:a9fe]/",
  "https://[::ffff:0:7f00:1]/",
  "https://[::127.0.0.1]/",
  "https://[64:ff9b::7f00:1]/",
  "https://[64:ff9b:1::1]/",
  "https://[2002:7f00:1::]/",
  "https://[2001::1]/",
  "https://[fd00:ec2::254]/",
  "https://[fe80::1]/",
  "https://[fec0::1]/",
  "https://[ff02::1]/",
];

test("rejects every spelling of an internal address, a private name or another scheme", () => {
  for (const url of refused) assert.equal(readWebhookUrl(url, live), null, url);
  assert.equal(readWebhookUrl(`https://hooks.acme.io/${"a".repeat(2048)}`, live), null, "too long");
});

test("accepts public addresses on the two ports", () => {
  for (const url of [
    "https://hooks.acme.io/",
    "https://hooks.acme.io:8443/a?b=c",
    "https://svc.acme.io/",
    "https://93.184.215.14/",
  ]) {
    assert.equal(readWebhookUrl(url, live)?.href, url);
  }
});

test("a sandbox reaches only this host", () => {
  for (const url of ["http://127.0.0.1:9999/x", "http://[::1]:1/", "https://localhost:4443/"]) {
    assert.ok(readWebhookUrl(url, sandbox) !== null, url);
  }
  for (const url of ["http://10.0.0.1/", "https://93.184.215.14/", "ftp://127.0.0.1/", "http://u@127.0.0.1/"]) {
    assert.equal(readWebhookUrl(url, sandbox), null, url);
  }
});

test("refuses an address that only the dial reveals, and sends nothing", async () => {
  const post = createWebhookPost({ urlRules: live, connectTimeoutMs: 20_000, userAgent: "test", nowMs: () => 0 });
  for (const url of ["https://localhost/", "https://127.0.0.1/", "https://[::1]/"]) {
    const facts = await post(new URL(url), { headers: {}, body: "{}", timeoutMs: 20_000 });
    assert.deepEqual(facts, { kind: "none", fault: "refused_address" }, url);
  }
});
