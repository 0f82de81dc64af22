/** The operator's warning about sessions in a live deployment that complete without their backend. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { automaticCompletionWarning } from "../../../src/domain/connect-sessions/request.ts";
import { completionFinding } from "../../../src/entry/cli/doctor/network.ts";
import { sampleClient } from "../../adapters/store/samples.ts";

const client = sampleClient();
const automatic = (name: string) => ({ client: { ...client, name }, keys: [] });
const confirmed = { client: { ...client, name: "bank", requireConfirmed: true }, keys: [] };
const revoked = { client: { ...client, name: "gone", revokedAt: 1 }, keys: [] };

type Listed = ReturnType<typeof automatic>[];

async function warn(clients: Listed, { sandbox = false, requireConfirmedCompletion = false } = {}) {
  const serviceClients = { list: () => Promise.resolve(clients) };
  const warning = await automaticCompletionWarning({ sandbox, requireConfirmedCompletion, serviceClients });
  const opened = { serviceClients, vault: { sandbox } } as unknown as Parameters<typeof completionFinding>[0];
  const { status, detail } = await completionFinding(opened, requireConfirmedCompletion);
  assert.equal(status, warning === null ? "ok" : "warn");
  if (warning !== null) assert.equal(detail, warning);
  return warning;
}

test("the doctor and the start name every active service client that doesn't have to confirm", async () => {
  const warning = await warn([automatic("app"), confirmed, revoked, automatic("agent")]);
  assert.match(warning ?? "", /^Connect sessions of app, agent complete without a confirmation/);
  assert.match(warning ?? "", /--completion confirmed/);
  assert.match(warning ?? "", /SVC_REQUIRE_CONFIRMED_COMPLETION=true/);
  const many = await warn(Array.from({ length: 12 }, (_, index) => automatic(`c${index}`)));
  assert.match(many ?? "", /of c0, c1, c2, c3, c4 and 7 more complete/);
});

test("does not warn in a sandbox, if the deployment requires confirmation, or if no such client is left", async () => {
  assert.equal(await warn([automatic("app")], { sandbox: true }), null);
  assert.equal(await warn([automatic("app")], { requireConfirmedCompletion: true }), null);
  assert.equal(await warn([confirmed, revoked]), null);
  assert.equal(await warn([]), null);
});
