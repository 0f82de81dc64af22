/** The operator's list opens private hosts for webhooks of a live server, and for nothing else. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readConfig } from "../../src/app/config.ts";
import { documentUrlRules, webhookParts } from "../../src/app/webhooks.ts";
import { readWebhookUrl } from "../../src/domain/webhooks/url.ts";
import type { Resources } from "../../src/app/resources.ts";

const resources = { vault: { hashes: null }, platform: { randomBytes: null } } as unknown as Resources;

test("a list opens private hosts for a live server's webhooks only", () => {
  const config = readConfig({ SVC_WEBHOOK_ALLOW: "http://10.20.0.0/16", SVC_WEBHOOK_DENY_CIDRS: "10.20.9.0/24" });
  const { urlRules } = webhookParts(config, resources, false);
  assert.ok(readWebhookUrl("http://10.20.0.1:3000/", urlRules) !== null);
  const elsewhere = {
    "a denied network": readWebhookUrl("http://10.20.9.1:3000/", urlRules),
    "no list": readWebhookUrl("http://10.20.0.1:3000/", webhookParts(readConfig({}), resources, false).urlRules),
    "a sandbox": readWebhookUrl("http://10.20.0.1:3000/", webhookParts(config, resources, true).urlRules),
    "a document": readWebhookUrl("http://10.20.0.1:3000/", documentUrlRules(config, false)),
    "a document with TLS": readWebhookUrl("https://10.20.0.1/", documentUrlRules(config, false)),
  };
  for (const [where, url] of Object.entries(elsewhere)) assert.equal(url, null, where);
});
