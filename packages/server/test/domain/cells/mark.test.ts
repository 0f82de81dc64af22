/** Marks of cells in ids, keys and tokens, and where routers and servers find them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { idPrefixes, isId, makeId } from "@svc/contract";
import {
  makeDelegatedToken,
  makeOperatorToken,
  makeServiceKey,
  makeToken,
  hasTokenForm,
  parseDelegatedToken,
  parseOperatorToken,
  parseServiceKey,
  tokenPrefixes,
} from "../../../src/adapters/vault/service-key.ts";
import { provenSecret } from "../../../src/domain/connect-sessions/frontend.ts";
import { cellIn } from "../../../src/domain/cells/mark.ts";
import { firstIdOf } from "../../../src/domain/executions/port.ts";
import { looksSecret, readWanted } from "../../../src/domain/operators/search.ts";
import { realBytes } from "../../adapters/vault/fixture.ts";

const nowMs = 1_800_000_000_000;
const id = (prefix: Parameters<typeof makeId>[0], mark: string): string =>
  makeId(prefix, nowMs, new Uint8Array(10), mark);

test("every id, key and token of a cell says so, and is still known by its form", () => {
  const [service, operator] = [makeServiceKey(realBytes, "eu."), makeOperatorToken(realBytes, "eu.")];
  assert.deepEqual(parseServiceKey(service.key)?.id, service.id);
  assert.deepEqual(parseOperatorToken(operator.token)?.id, operator.id);
  const tokenId = id("dtk", "eu.");
  const delegated = makeDelegatedToken(tokenId, realBytes);
  assert.deepEqual(parseDelegatedToken(delegated), { id: tokenId });
  const tokens = tokenPrefixes.map((prefix) => makeToken(prefix, realBytes, "eu."));
  tokens.forEach((token, at) => assert.ok(hasTokenForm(tokenPrefixes[at] ?? "cst_", token), token));
  for (const secret of [service.key, operator.token, delegated, ...tokens]) {
    assert.equal(cellIn(secret), "eu", secret);
    assert.equal(cellIn(`Bearer ${secret}`), "eu");
  }
  for (const secret of [service.key, operator.token, delegated]) assert.ok(looksSecret(secret), secret);
  for (const prefix of Object.values(idPrefixes)) assert.equal(cellIn(id(prefix, "eu.")), "eu");
});

test("the secret of a session is marked, also if it is computed from the browser's proof", () => {
  const secret = provenSecret({ hash: () => `1.${"h".repeat(43)}` }, id("cs", "eu."), "proof");
  assert.equal(cellIn(secret), "eu");
  assert.ok(hasTokenForm("css_", secret));
});

test("a mark is part of what the checksum and the hash cover", () => {
  const { key } = makeServiceKey(realBytes, "eu.");
  for (const other of [key.replace("eu.", "us."), key.replace("eu.", ""), key.replace("eu.", "eu.eu.")]) {
    assert.equal(parseServiceKey(other), null, other);
  }
});

test("an unmarked id, key or token names no cell, nor does anything else with a dot", () => {
  const { key } = makeServiceKey(realBytes);
  for (const text of [
    "",
    key,
    `/v1/tenants/${id("ten", "")}/connections`,
    "/oauth/authorize?redirect_uri=https%3A%2F%2Fmy_eu.example.com%2Fcallback&state=abc_eu.short",
    "/docs/reference/my_eu.html",
    `/v1/tenants/ten_EU.${id("ten", "").slice(4)}`,
  ]) {
    assert.equal(cellIn(text), null, text);
  }
});

test("finds the mark in every address that holds one", () => {
  for (const address of [
    `/v1/tenants/${id("ten", "eu.")}/mcp`,
    `/.well-known/oauth-protected-resource/v1/tenants/${id("ten", "eu.")}/mcp`,
    `/oauth/authorize?client_id=https%3A%2F%2Fhost.example%2Fa&resource=https%3A%2F%2Fsvc.example%2Fv1%2Ftenants%2F${id("ten", "eu.")}%2Fmcp`,
    `/connect/oauth/github/callback?code=abc&state=${makeToken("cos_", realBytes, "eu.")}`,
    `/approve/${id("prp", "eu.")}/continue?x=1`,
    `/connect/${id("cs", "eu.")}`,
  ]) {
    assert.equal(cellIn(address), "eu", address);
  }
});

test("executions of a cell are found by the time in their ids", () => {
  const made = id("act", "eu.");
  assert.ok(firstIdOf(nowMs, "eu.") <= made && made < firstIdOf(nowMs + 1, "eu."));
});

test("an operator finds what is marked", () => {
  const tenantId = id("ten", "eu.");
  assert.deepEqual(readWanted(tenantId), { text: tenantId, ids: [{ kind: "tenant", prefix: tenantId }] });
  assert.ok(isId("ten", tenantId));
  assert.deepEqual(readWanted("svc_live_eu.AbCdEfGhIj…"), {
    text: "svc_live_eu.AbCdEfGhIj…",
    ids: [{ kind: "service_key", prefix: "AbCdEfGhIj" }],
  });
});
