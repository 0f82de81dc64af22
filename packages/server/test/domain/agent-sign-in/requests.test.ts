/** Undecided sign-ins, which are stored nowhere but in the id with which the app is called. */
import assert from "node:assert/strict";
import { createSecretKey, randomBytes } from "node:crypto";
import { test } from "node:test";
import { AgentAuthorization, agentAuthorizationIdLengthMax } from "@svc/contract";
import { keyedHashes } from "../../../src/adapters/vault/hashing.ts";
import { createSealedTexts } from "../../../src/adapters/vault/sealed-texts.ts";
import { compileSchema } from "../../../src/domain/schemas/compile.ts";
import { openRequest, rowIdIn, sealRequest, type AgentRequest } from "../../../src/domain/agent-sign-in/requests.ts";

const realBytes = (count: number): Uint8Array => new Uint8Array(randomBytes(count));
const hashes = keyedHashes(new Map([[1, createSecretKey(realBytes(32))]]));
const seals = createSealedTexts(hashes, "agent-request", realBytes);
const id = "aau_01k0000000e8r9m2p4s6t8w0y2";
const request: AgentRequest = {
  id,
  clientId: "scl_01k0000000e8r9m2p4s6t8w0y2",
  tenantId: "ten_01k0000000e8r9m2p4s6t8w0y2",
  resource: "https://svc.example/v1/tenants/ten_01k0000000e8r9m2p4s6t8w0y2/mcp",
  hostId: "https://host.example/client.json",
  hostName: "Hôte",
  redirectUri: "https://host.example/callback",
  state: "state",
  codeChallenge: "challenge",
  browserHash: "1.hash",
  proposalId: "",
  mustSign: true,
  createdAt: 1000,
  expiresAt: 2000,
};

test("a request survives its way through the app's address, and has an id of the published form", () => {
  const text = sealRequest(seals, request) ?? assert.fail();
  assert.deepEqual(compileSchema(AgentAuthorization.properties.id)(text), []);
  assert.equal(new URLSearchParams({ id: text }).toString(), `id=${text}`);
  assert.deepEqual(openRequest(seals, text), request);
  assert.equal(rowIdIn(text), id);
  assert.ok(text.length < 1000, String(text.length));
});

test("no other text contains a request", () => {
  const text = sealRequest(seals, request) ?? assert.fail();
  const other = text.replace(id, "aau_01k0000000e8r9m2p4s6t8w0y3");
  for (const wrong of [id, `${id}.`, other, `${text}.`, `${text}.x`, `x${text}`, text.slice(30), "", "."]) {
    assert.equal(openRequest(seals, wrong), null, wrong);
  }
  assert.equal(rowIdIn(id), id);
  for (const wrong of [`${text}.x`, "ten_01k0000000e8r9m2p4s6t8w0y2", "", ".", `.${id}`])
    assert.equal(rowIdIn(wrong), null);
});

test("the longest accepted redirect address and state fit, and longer requests have no id", () => {
  const long = (redirect: number, state: number): AgentRequest => ({
    ...request,
    redirectUri: `https://host.example/${"r".repeat(redirect - 21)}`,
    state: "s".repeat(state),
  });
  const fits = sealRequest(seals, long(2048, 2048)) ?? assert.fail();
  assert.ok(fits.length <= agentAuthorizationIdLengthMax);
  assert.equal(openRequest(seals, fits)?.state?.length, 2048);
  assert.equal(sealRequest(seals, long(2048, 6000)), null);
});
