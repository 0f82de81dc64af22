/**
 * Reads by POST, GraphQL, verdicts by body, rate limits in disguise and a connection's path, through the real client.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { graphqlRequest, OutcomeUnknown, PortMisuse, ProviderFailure } from "@svc/provider-kit";
import type { ProviderPort, ProviderRequest } from "@svc/provider-kit";
import { createIdentify } from "../../../src/domain/provider-calls/identify.ts";
import { systemPlatform } from "../../../src/platform.ts";
import { callDesk, deskOAuth, makeDesk, openDesk, type Next } from "./desk.ts";

const search: ProviderRequest = { method: "POST", path: ["search"], json: { q: "a" } };
const create: ProviderRequest = { method: "POST", path: ["notes"], json: { text: "a" } };
const read = (port: ProviderPort) => port.read(search);
const change = (port: ProviderPort) => port.change(create, { accept: [200] });
const token = { accessToken: "canary-token-1234567890", refreshToken: null, expiresAt: null, scopes: [] };

function codeOf(result: unknown): string {
  if (result instanceof ProviderFailure) return result.refusal.code;
  return result instanceof Error ? result.name : "answered";
}

test("repeats a declared read by POST like any read, in an action that may not change anything", async (t) => {
  const desk = await openDesk(t, [{ status: 503, body: "" }, { body: { ok: true, notes: [] } }]);
  const { result } = await callDesk(desk, read, { changes: false });
  assert.equal(codeOf(result), "answered");
  assert.deepEqual(
    desk.received.map(({ line, body }) => [line, body]),
    [
      ["POST /search", '{"q":"a"}'],
      ["POST /search", '{"q":"a"}'],
    ],
  );
});

test("sends no undeclared read by POST, no change in place of a read, and no second change", async (t) => {
  const desk = await openDesk(t);
  const misuses: ((port: ProviderPort) => Promise<unknown>)[] = [
    (port) => port.read(create),
    (port) => port.change(search, { accept: [200] }),
    (port) => port.read(graphqlRequest(["graphql"], "mutation { a }", {})),
    (port) => port.change(graphqlRequest(["graphql"], "{ a }", {}), { accept: [200] }),
    (port) => port.change({ ...create, headers: { "X-Other": "1" } }, { accept: [200] }),
    (port) => port.change({ ...create, origin: "files" }, { accept: [200] }),
    (port) => port.change({ ...create, responseBody: "discard" }, { accept: [200] }),
  ];
  for (const misuse of misuses) {
    const { result, report } = await callDesk(desk, misuse);
    assert.ok(result instanceof PortMisuse);
    assert.equal(report.change, null);
  }
  assert.equal(desk.received.length, 0);
  const twice = await callDesk(desk, async (port) => (await change(port), await change(port)));
  assert.ok(twice.result instanceof PortMisuse);
  assert.equal(desk.received.length, 1);
});

test("a body decides about a change, whatever its status says", async (t) => {
  const cases: readonly (readonly [next: Next, code: string, kind: string])[] = [
    [{ body: { ok: true } }, "answered", "accepted"],
    [{ body: { ok: false, error: "no_permission" } }, "PROVIDER_FORBIDDEN", "refused"],
    [{ body: { ok: false, error: "ratelimited" } }, "PROVIDER_RATE_LIMITED", "refused"],
    [{ body: { ok: false, error: "fatal_error" } }, "OutcomeUnknown", "unknown"],
    [{ body: { ok: false, error: "throw" } }, "OutcomeUnknown", "unknown"],
    [{ body: "<html>", headers: { "content-type": "text/html" } }, "OutcomeUnknown", "unknown"],
    [{ body: JSON.stringify({ ok: true, padding: "x".repeat(2000) }) }, "OutcomeUnknown", "unknown"],
    [{ status: 503, body: { ok: true } }, "OutcomeUnknown", "unknown"],
    [{ status: 201, body: { ok: true } }, "OutcomeUnknown", "unknown"],
  ];
  for (const [next, code, kind] of cases) {
    const desk = await openDesk(t, [next]);
    const { result, report } = await callDesk(desk, change);
    assert.deepEqual([codeOf(result), report.change?.kind], [code, kind], JSON.stringify(next));
    assert.equal(desk.received.length, 1, "a change is sent once");
  }
});

test("a GraphQL error with 200 refuses, and data next to it leaves the outcome unknown", async (t) => {
  const forbidden = [{ message: "No", extensions: { code: "FORBIDDEN" } }];
  const mutation = graphqlRequest(["graphql"], "mutation M($t: String!) { add(text: $t) { id } }", { t: "a" });
  const mutate = (port: ProviderPort) => port.change(mutation, { accept: [200] });
  const refused = await callDesk(await openDesk(t, [{ body: { data: null, errors: forbidden } }]), mutate);
  assert.equal(codeOf(refused.result), "PROVIDER_FORBIDDEN");
  const half = await callDesk(await openDesk(t, [{ body: { data: { add: { id: 1 } }, errors: forbidden } }]), mutate);
  assert.ok(half.result instanceof OutcomeUnknown);
  const query = graphqlRequest(["graphql"], "query { notes { id } }", {});
  const desk = await openDesk(t, [{ body: { errors: [{ message: "Oops" }] } }, { body: { data: { notes: [] } } }]);
  const { result } = await callDesk(desk, (port) => port.read(query), { changes: false });
  assert.equal(codeOf(result), "answered");
  assert.equal(desk.received.length, 2);
});

test("a failed read fails, however often it is repeated", async (t) => {
  const cases: readonly (readonly [next: Next, code: string, sent: number])[] = [
    [{ body: { ok: false, error: "no_permission" } }, "PROVIDER_FORBIDDEN", 1],
    [{ body: { ok: false, error: "fatal_error" } }, "PROVIDER_ERROR", 3],
    [{ body: { ok: false, error: "throw" } }, "PROVIDER_ERROR", 3],
    [{ body: "<html>" }, "PROVIDER_ERROR", 3],
    [{ body: JSON.stringify({ padding: "x".repeat(2000) }) }, "PROVIDER_ERROR", 1],
    [{ status: 403, body: { reason: "insufficientPermissions" } }, "PROVIDER_FORBIDDEN", 1],
    [{ status: 403, body: { reason: "rateLimitExceeded" } }, "PROVIDER_RATE_LIMITED", 3],
    [
      { status: 403, body: { reason: "rateLimitExceeded" }, headers: { "retry-after": "60" } },
      "PROVIDER_RATE_LIMITED",
      1,
    ],
    [{ body: { ok: false, error: "ratelimited" } }, "PROVIDER_RATE_LIMITED", 3],
    [{ status: 429, body: {} }, "PROVIDER_REJECTED", 3],
  ];
  for (const [next, code, sent] of cases) {
    const desk = await openDesk(t, [next, next, next]);
    const { result } = await callDesk(desk, read);
    assert.deepEqual([codeOf(result), desk.received.length], [code, sent], JSON.stringify(next));
  }
});

test("without limitStatuses, a 403 is no reason to repeat a read", async (t) => {
  const next = { status: 403, body: { reason: "rateLimitExceeded" } };
  const desk = await openDesk(t, [next, next]);
  const { result } = await callDesk(desk, read, { provider: makeDesk({ limitStatuses: [] }) });
  assert.deepEqual([codeOf(result), desk.received.length], ["PROVIDER_RATE_LIMITED", 1]);
});

test("each auth has its own form of the header", async (t) => {
  const desk = await openDesk(t);
  const provider = makeDesk();
  await callDesk(desk, read);
  await callDesk(desk, read, { provider, credential: token });
  const sent = desk.received.map(({ headers }) => headers["authorization"]);
  assert.deepEqual(sent, ["canary-key", `Bearer ${token.accessToken}`]);
});

const inSite = makeDesk({ connectionPath: ["ex", { fact: "site" }], auth: [deskOAuth] });

test("puts the connection's own fact into the path, and sends nothing without it", async (t) => {
  const desk = await openDesk(t);
  const credential = { ...token, facts: { site: "site-1", team: "T1" } };
  const { result } = await callDesk(desk, async (port) => (await read(port), port.connectionFacts), {
    provider: inSite,
    credential,
  });
  assert.deepEqual(result, credential.facts);
  assert.deepEqual(
    desk.received.map(({ line }) => line),
    ["POST /ex/site-1/search"],
  );
  for (const site of [undefined, "", "..", "a/b", "a%2fb", "a?b", "a\r\n", "é", "a".repeat(129)]) {
    const facts = site === undefined ? {} : { site };
    await assert.rejects(callDesk(desk, read, { provider: inSite, credential: { ...token, facts } }), RangeError);
  }
  assert.equal(desk.received.length, 1);
});

test("finds a connection's facts once, before it identifies the account, and checks them", async (t) => {
  const identifyAt = async (responses: Next[], credential: object) => {
    const desk = await openDesk(t, responses);
    const echoes: string[] = [];
    const identify = createIdentify({
      transport: desk.egress,
      platform: systemPlatform,
      trustedNowMs: systemPlatform.nowMs,
      retry: { attemptsMax: 1, backoffBaseMs: 1, retryAfterMsMax: 0 },
      timeoutMs: 20_000,
      onEcho: (slug) => echoes.push(slug),
      onUnreadable: () => assert.fail("it is readable"),
    });
    const result = await identify({ provider: inSite, auth: deskOAuth }, credential);
    return { result, echoes, lines: desk.received.map(({ line }) => line) };
  };
  const known = { ...token, facts: { team: "T1" } };
  const found = await identifyAt([{ body: { site: "site-1", other: "x" } }], known);
  const account = { slug: "site-1/T1", name: "Desk" };
  assert.deepEqual(found.result, {
    kind: "alive",
    account,
    credentialExpiresAt: null,
    facts: { site: "site-1", team: "T1" },
  });
  assert.deepEqual(found.lines, ["GET /sites", "GET /ex/site-1/me"]);
  const again = await identifyAt([], { ...token, facts: { site: "site-1", team: "T1" } });
  assert.deepEqual(
    [again.result, again.lines],
    [{ kind: "alive", account, credentialExpiresAt: null }, ["GET /ex/site-1/me"]],
  );
  const unsure = { kind: "unsure", refusal: { code: "PROVIDER_ERROR" } };
  for (const site of ["../x", "", 1.5, ["site-1"], null]) {
    const refused = await identifyAt([{ body: { site } }], known);
    assert.deepEqual([refused.result, refused.lines], [unsure, ["GET /sites"]], JSON.stringify(site));
  }
  const echo = await identifyAt([{ body: { site: token.accessToken.slice(0, 12) } }], known);
  assert.deepEqual([echo.result, echo.echoes, echo.lines], [unsure, ["desk"], ["GET /sites"]]);
});
