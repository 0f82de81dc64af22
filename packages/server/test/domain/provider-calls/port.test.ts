/** The port of one call: what is sent in which order, how each response is judged, and what is kept. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { doppler } from "@svc/provider-doppler";
import { OutcomeUnknown, PortMisuse, ProviderFailure } from "@svc/provider-kit";
import type { ChangeVerdict, ExchangeFacts, Provider, ProviderRequest } from "@svc/provider-kit";
import { openProviderCall, type ChangeHooks } from "../../../src/domain/provider-calls/call.ts";
import {
  NotDispatched,
  type ProviderChannel,
  type ProviderTransport,
} from "../../../src/domain/provider-calls/port.ts";
import { systemPlatform } from "../../../src/platform.ts";

const token = `dp.sa.${"a1B2".repeat(10)}`;
const get: ProviderRequest = { method: "GET", path: ["v3", "me"] };
const post: ProviderRequest = { method: "POST", path: ["v3", "secrets"], json: {} };

function answered(status: number, change: Partial<Extract<ExchangeFacts, { kind: "answered" }>> = {}): ExchangeFacts {
  const body = { kind: "complete", text: '{"ok":true}' } as const;
  return { kind: "answered", status, requestId: "r1", retryAfterSeconds: null, headers: {}, body, ...change };
}

type Plan = {
  facts: ExchangeFacts[];
  arms?: boolean;
  reads?: true;
  deadlineMs?: number;
  refuse?: Provider["refuse"];
  secret?: string;
};

/** A call whose exchanges have these results in turn; the log has the order of events. */
function openCall({ facts, arms = true, reads, deadlineMs = 60_000, refuse = doppler.refuse, secret = token }: Plan) {
  const log: string[] = [];
  const late: ChangeVerdict[] = [];
  const sent: { opened?: Parameters<ProviderTransport["open"]>; options?: Parameters<ProviderChannel["send"]>[1] } = {};
  const hooks: ChangeHooks = {
    acceptsFacts: () => true,
    beforeSend: async () => {
      log.push("arm");
      await new Promise((resolve) => setImmediate(resolve));
      log.push("armed");
      return arms;
    },
    mayStillSend: () => true,
    onLate: (verdict) => void late.push(verdict),
  };
  const send: ProviderChannel["send"] = async (request, options) => {
    log.push(`${request.method} ${request.path.join("/")}`);
    if (options !== undefined) sent.options = options;
    return facts.shift() ?? assert.fail("one more exchange than planned");
  };
  const [auth] = doppler.auth;
  const call = openProviderCall({
    transport: {
      open: (...given) => {
        sent.opened = given;
        return { send, close: () => void log.push("close") };
      },
    },
    platform: { ...systemPlatform, jitter: () => 0, monotonicMs: () => 1000 },
    provider: { ...doppler, refuse },
    auth,
    credential: { access_token: secret },
    connectionId: "con_1",
    credentialVersion: 3,
    listedOrigin: "prod https://safe.internal",
    deadlineMs,
    retry: { attemptsMax: 3, backoffBaseMs: 1, retryAfterMsMax: 5 },
    hooks: reads === true ? null : hooks,
  });
  return { call, log, late, sent, hooks };
}

const codeOf = (code: string) => (error: unknown) => error instanceof ProviderFailure && error.refusal.code === code;
const misuse = (rule: RegExp) => (error: unknown) => error instanceof PortMisuse && rule.test(error.message);
const isNotDispatched = (error: unknown) => error instanceof NotDispatched && error.name === "NotDispatched";

test("opens a call at its provider with the credential's headers, and closes it once", () => {
  const { call, log, sent } = openCall({ facts: [] });
  const [slug, given] = sent.opened ?? [];
  assert.equal(slug, "doppler");
  assert.deepEqual(given, {
    headers: { authorization: `Bearer ${token}` },
    sign: undefined,
    connectionId: "con_1",
    credentialVersion: 3,
    listedOrigin: "prod https://safe.internal",
    deadlineMs: 60_000,
  });
  assert.equal(call.port.credentialKind, "service_account_token");
  assert.equal(call.port.origin, "https://safe.internal");
  call.close();
  assert.deepEqual(log, ["close"]);
});

test("dispatches the record before sending the change, and the sender calls the hooks", async () => {
  const { call, log, sent, hooks } = openCall({ facts: [answered(200)] });
  const response = await call.port.change(post, { accept: [200] });
  assert.deepEqual(log, ["arm", "armed", "POST v3/secrets"]);
  assert.deepEqual([response.status, response.body], [200, { ok: true }]);
  assert.equal(sent.options?.mayStillSend, hooks.mayStillSend);
  assert.deepEqual(call.report, {
    change: { kind: "accepted", response },
    providerStatus: 200,
    providerRequestId: "r1",
  });
});

test("sends nothing if the record could not be dispatched", async () => {
  const { call, log } = openCall({ facts: [], arms: false });
  await assert.rejects(call.port.change(post, { accept: [200] }), isNotDispatched);
  assert.deepEqual(log, ["arm", "armed"]);
  assert.deepEqual(call.report.change, { kind: "not_sent", reason: "not_allowed" });
});

test("sends and records nothing if a call breaks the port's rules", async () => {
  const { call, log } = openCall({ facts: [answered(200)] });
  await assert.rejects(call.port.read(post), misuse(/A read must be a GET/));
  await assert.rejects(call.port.change(get, { accept: [200] }), misuse(/A change must not be a read/));
  await call.port.change(post, { accept: [200] });
  await assert.rejects(call.port.change(post, { accept: [200] }), misuse(/at most one changing request/));
  assert.deepEqual(log, ["arm", "armed", "POST v3/secrets"]);
  const reading = openCall({ facts: [], reads: true });
  await assert.rejects(reading.call.port.change(post, { accept: [200] }), misuse(/whose effect is read/));
  assert.deepEqual(reading.log, []);
});

test("a refused change is the provider's refusal, with the wait that it asked for", async () => {
  const { call } = openCall({ facts: [answered(429, { retryAfterSeconds: 9 })] });
  await assert.rejects(call.port.change(post, { accept: [200] }), (error) => {
    return error instanceof ProviderFailure && error.refusal.retryAfterSeconds === 9;
  });
  assert.deepEqual([call.report.change?.kind, call.report.providerStatus], ["refused", 429]);
  const denied = openCall({ facts: [answered(403)] });
  await assert.rejects(denied.call.port.change(post, { accept: [200] }), (error) => {
    if (!(error instanceof ProviderFailure)) return false;
    const { code, detail, retryAfterSeconds } = error.refusal;
    return code === "PROVIDER_FORBIDDEN" && /may not write/.test(detail ?? "") && retryAfterSeconds === undefined;
  });
});

test("a change that was not sent keeps no evidence from a probe", async () => {
  for (const reason of ["deadline", "not_allowed"] as const) {
    const { call } = openCall({ facts: [answered(200), { kind: "not_sent", reason }] });
    await call.port.read(get);
    await assert.rejects(call.port.change(post, { accept: [200] }), isNotDispatched);
    const { change, providerStatus, providerRequestId } = call.report;
    assert.deepEqual([change, providerStatus, providerRequestId], [{ kind: "not_sent", reason }, null, null]);
  }
  const { call } = openCall({ facts: [{ kind: "not_sent", reason: "dns" }] });
  await assert.rejects(call.port.change(post, { accept: [200] }), codeOf("PROVIDER_UNREACHABLE"));
});

test("an unknown change keeps what is known, and later exchanges change nothing", async () => {
  const { call } = openCall({ facts: [answered(503, { requestId: "r2" }), answered(200)] });
  await assert.rejects(call.port.change(post, { accept: [200] }), OutcomeUnknown);
  const known = { change: { kind: "unknown", providerStatus: 503, requestId: "r2" } } as const;
  assert.deepEqual(call.report, { ...known, providerStatus: 503, providerRequestId: "r2" });
  await call.port.read(get);
  assert.deepEqual([call.report.providerStatus, call.report.providerRequestId], [503, "r2"]);
});

test("judges a late response like a timely one", async () => {
  const { call, late, sent } = openCall({ facts: [{ kind: "lost", reason: "timeout" }] });
  await assert.rejects(call.port.change({ ...post, responseBody: "discard" }, { accept: [204] }), OutcomeUnknown);
  sent.options?.onLate?.(answered(204));
  sent.options?.onLate?.(answered(200));
  assert.deepEqual(
    late.map(({ kind }) => kind),
    ["accepted", "unknown"],
  );
});

test("an accepted read is its response, any other is the provider's refusal", async () => {
  const { call } = openCall({ facts: [answered(200), answered(299), answered(404), answered(404), answered(200)] });
  assert.deepEqual((await call.port.read(get)).body, { ok: true });
  assert.equal((await call.port.read(get)).status, 299);
  assert.equal((await call.port.read(get, { accept: [404] })).status, 404);
  await assert.rejects(call.port.read(get), codeOf("RESOURCE_NOT_FOUND"));
  await assert.rejects(call.port.read(get, { accept: [204] }), ProviderFailure);
});

test("reports a denied read as such, not as a denied write", async () => {
  const { call } = openCall({ facts: [answered(403)] });
  await assert.rejects(call.port.read(get), (error) => {
    return error instanceof ProviderFailure && /may not read/.test(error.refusal.detail ?? "");
  });
});

test("repeats a read after a fault, to its end, but not if it would not finish before its deadline", async () => {
  const again = openCall({ facts: [answered(500), { kind: "lost", reason: "reset" }, answered(200)] });
  assert.equal((await again.call.port.read(get)).status, 200);
  assert.equal(again.log.length, 3);
  const over = openCall({ facts: [answered(500), answered(500), answered(500)] });
  await assert.rejects(over.call.port.read(get), codeOf("PROVIDER_ERROR"));
  const late = openCall({ facts: [answered(500)], deadlineMs: 1000 });
  await assert.rejects(late.call.port.read(get), codeOf("PROVIDER_ERROR"));
  assert.equal(late.log.length, 1);
  // The pause is half a millisecond here; one that ends with the call is too long.
  const equal = openCall({ facts: [answered(500)], deadlineMs: 1000.5 });
  await assert.rejects(equal.call.port.read(get), codeOf("PROVIDER_ERROR"));
  const inside = openCall({ facts: [answered(500), answered(200)], deadlineMs: 1000.75 });
  assert.equal((await inside.call.port.read(get)).status, 200);
});

test("passes the kind of credential to the provider's `refuse`, whose wait takes precedence over the response's", async () => {
  const asked: unknown[] = [];
  const refuse: Provider["refuse"] = (_response, context) => {
    asked.push(context);
    return { code: "PROVIDER_RATE_LIMITED", retryAfterSeconds: 7 };
  };
  const isSeven = (error: unknown) => error instanceof ProviderFailure && error.refusal.retryAfterSeconds === 7;
  const { call } = openCall({
    facts: [answered(404, { retryAfterSeconds: 9 }), answered(429, { retryAfterSeconds: 9 })],
    refuse,
  });
  await assert.rejects(call.port.read(get), isSeven);
  await assert.rejects(call.port.change(post, { accept: [200] }), isSeven);
  const credentialKind = "service_account_token";
  assert.deepEqual(asked, [
    { credentialKind, change: false },
    { credentialKind, change: true },
  ]);
});

test("a read accepts 200 to 299 unless it names others, and rejects an id that contains eight characters of the credential", async () => {
  const { call } = openCall({ facts: [answered(300)] });
  await assert.rejects(call.port.read(get), ProviderFailure);
  for (const [secret, kept] of [
    ["12345678", null],
    ["1234567", null],
    ["12345679", "r-12345678"],
  ] as const) {
    const held = openCall({ facts: [answered(200, { requestId: "r-12345678" })], secret });
    await held.call.port.read(get);
    assert.equal(held.call.report.providerRequestId, kept);
  }
});
