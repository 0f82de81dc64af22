/** Writes: one per form, with a truthful outcome, and without a trace of the secret. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { problem, type Given } from "./fake-svc.ts";
import { keyIn, startHarbor, type Got, type Harbor, type Visitor } from "./harbor.ts";

const execute = "POST /v1/tenants/*/connections/*/actions/secrets.set:execute";
const value = "canary-value-that-goes-to-svc-only";
const done: Given = { status: 200, body: { execution: { id: "act_done" }, output: { saved: true } } };
const unknown = problem(504, "ACTION_OUTCOME_UNKNOWN", { execution_id: "act_unknown" });

let harbor: Harbor;
let ada: Visitor;
before(async () => {
  harbor = await startHarbor();
  ada = await harbor.signIn("ada");
});
after(() => harbor.stop());

const fieldsOf = (key: string, name = "GREETING") => ({ key, name, value, project: "harbor-api", config: "dev" });

/** Submits a new form, answered like this, and returns the page that the browser then shows. */
async function write(given: Given): Promise<{ key: string; response: Got; shown: Got }> {
  harbor.svc.on(execute, () => given);
  const key = keyIn(await ada.get("/secrets"));
  const response = await ada.post("/secrets", fieldsOf(key));
  assert.equal(response.status, 303);
  return { key, response, shown: await ada.get(response.location) };
}

test("stores the key before the first call, and shows what was saved", async () => {
  const key = keyIn(await ada.get("/secrets"));
  let wasStored = false;
  harbor.svc.on(execute, () => {
    wasStored = harbor.stored().includes(key);
    return done;
  });
  const response = await ada.post("/secrets", fieldsOf(key));
  assert.ok(wasStored);
  assert.equal(response.location, `/writes/${key}`);
  const [sent] = harbor.svc.to(execute).slice(-1);
  assert.deepEqual(
    [sent?.key, sent?.body],
    [key, { input: { name: "GREETING", value, project: "harbor-api", config: "dev" } }],
  );
  const shown = await ada.get(response.location);
  assert.match(shown.text, /GREETING was saved/);
  assert.match(shown.text, /act_done/);
});

test("gives two submissions of one form the same key, and a new form another", async () => {
  harbor.svc.on(execute, () => done);
  const key = keyIn(await ada.get("/secrets"));
  const from = harbor.svc.to(execute).length;
  await Promise.all([ada.post("/secrets", fieldsOf(key)), ada.post("/secrets", fieldsOf(key))]);
  assert.deepEqual(
    harbor.svc
      .to(execute)
      .slice(from)
      .map((sent) => sent.key),
    [key, key],
  );
  assert.notEqual(keyIn(await ada.get("/secrets")), key);
});

test("keeps the first submission's success if another arrives during it or later", async () => {
  const { key } = await write(done);
  for (const given of [problem(409, "IDEMPOTENCY_KEY_IN_PROGRESS"), problem(503, "OVERLOADED", { retryable: true })]) {
    harbor.svc.on(execute, () => given);
    await ada.post("/secrets", fieldsOf(key));
    assert.match((await ada.get(`/writes/${key}`)).text, /GREETING was saved/);
  }
});

test("keeps a write open, with its key, while another submission sends it", async () => {
  const { key } = await write(problem(409, "IDEMPOTENCY_KEY_IN_PROGRESS"));
  assert.equal(keyIn(await ada.get(`/secrets?submission=${key}`)), key);
});

test("keeps the recorded outcome if a used key is sent with other values", async () => {
  const { key } = await write(unknown);
  harbor.svc.on(execute, () => problem(422, "IDEMPOTENCY_KEY_REUSED"));
  const response = await ada.post("/secrets", fieldsOf(key, "OTHER"));
  assert.match((await ada.get(response.location)).text, /sent before, with other values/);
  assert.match((await ada.get(`/writes/${key}`)).text, /We don&#39;t know whether GREETING/);
});

test("shows an unknown outcome with its execution, and no way to send it again", async () => {
  const { response, key, shown } = await write(unknown);
  assert.equal(response.location, `/writes/${key}`);
  assert.match(shown.text, /We don&#39;t know whether GREETING was saved/);
  assert.match(shown.text, /act_unknown/);
  assert.ok(!shown.text.includes('action="/secrets"'));
  assert.ok(!shown.text.includes("?submission="));
  // The form doesn't keep this key either.
  assert.notEqual(keyIn(await ada.get(`/secrets?submission=${key}`)), key);
});

test("records the user's finding once the request can no longer be on its way", async () => {
  const { key } = await write(unknown);
  const resolve = "POST /v1/tenants/*/action-executions/act_unknown:resolve";
  harbor.svc.on(resolve, () => problem(409, "EXECUTION_NOT_UNKNOWN", {}, { "retry-after": "2" }));
  const early = await ada.post("/resolve", { key, outcome: "succeeded" });
  assert.match((await ada.get(early.location)).text, /may still be on its way/);
  harbor.svc.on(resolve, () => ({ status: 200, body: {} }));
  harbor.svc.on("GET /v1/tenants/*/action-executions", () => ({
    status: 200,
    body: { executions: [{ id: "act_unknown", status: "succeeded", error: null }], nextCursor: null },
  }));
  const response = await ada.post("/resolve", { key, outcome: "succeeded" });
  assert.deepEqual(harbor.svc.to(resolve).at(-1)?.body, {
    outcome: "succeeded",
    note: "Ada Moreno checked at the provider.",
  });
  assert.match((await ada.get(response.location)).text, /GREETING was saved/);
});

test("says how long to wait, and shows a new form", async () => {
  const limited = problem(503, "PROVIDER_RATE_LIMITED", { retryable: true }, { "retry-after": "7" });
  const { key, shown } = await write(limited);
  assert.match(shown.text, /Doppler is limiting requests/);
  assert.match(shown.text, /in [67] s/);
  assert.match(shown.text, /value="GREETING"/);
  assert.notEqual(keyIn(shown), key);
});

for (const code of ["CONNECTION_NOT_ACTIVE", "PROVIDER_UNAUTHORIZED"]) {
  test(`${code} leads to reconnecting`, async () => {
    const { shown } = await write(problem(409, code));
    assert.match(shown.text, /Doppler needs to be reconnected/);
    assert.match(shown.text, /<a class="button" href="\/integrations">Reconnect<\/a>/);
  });
}

test("shows where the input is invalid, and doesn't keep the value", async () => {
  const errors = [{ pointer: "/name", keyword: "pattern", message: "Must be capital letters." }];
  const { shown } = await write(problem(422, "INPUT_INVALID", { errors }));
  assert.match(shown.text, /id="name-error">Must be capital letters\./);
  assert.match(shown.text, /aria-describedby="name-error"/);
  assert.match(shown.text, /name="value" type="password" required/);
  const pattern = [{ pointer: "/name", keyword: "pattern", message: "Must match ^[A-Z]$." }];
  const { shown: hinted } = await write(problem(422, "INPUT_INVALID", { errors: pattern }));
  assert.ok(!hinted.text.includes("^[A-Z]"));
});

test("without a response, keeps the write open with its key, and looks it up", async () => {
  harbor.svc.on("GET /v1/tenants/*/action-executions", () => ({
    status: 200,
    body: { executions: [], nextCursor: null },
  }));
  const { key, shown } = await write("break");
  assert.match(shown.text, /We didn&#39;t get a response/);
  assert.equal(keyIn(await ada.get(`/secrets?submission=${key}`)), key);
  const found = { id: "act_late", status: "outcome_unknown", error: { code: "ACTION_OUTCOME_UNKNOWN" } };
  harbor.svc.on("GET /v1/tenants/*/action-executions", ({ path }) => ({
    status: 200,
    body: { executions: path.includes(key) ? [found] : [], nextCursor: null },
  }));
  assert.match((await ada.get(`/writes/${key}`)).text, /We don&#39;t know whether .*act_late/s);
});

test("lets another user neither see nor resolve nor continue a write", async () => {
  const { key } = await write(unknown);
  const grace = await harbor.signIn("grace");
  const from = harbor.svc.asked.length;
  assert.equal((await grace.get(`/writes/${key}`)).status, 404);
  assert.equal((await grace.get(`/secrets?submission=${key}`)).status, 200);
  assert.equal((await grace.post("/resolve", { key, outcome: "failed" })).status, 404);
  harbor.svc.on("GET /v1/tenants/ten_northwind-freight/connections", () => ({ status: 200, body: graceConnections }));
  assert.equal((await grace.get(`/secrets?submission=${key}`)).status, 404);
  assert.equal((await grace.post("/secrets", fieldsOf(key))).status, 404);
  const asked = harbor.svc.asked.slice(from).filter(({ path }) => path.includes("ten_acme"));
  assert.deepEqual(asked, []);
});

test("sends the value only to svc", async () => {
  const from = harbor.log.length;
  const responses: Got[] = [];
  for (const given of [done, unknown, problem(422, "INPUT_INVALID"), problem(500, "INTERNAL"), "break" as const]) {
    const { response, shown } = await write(given);
    responses.push(response, shown);
  }
  assert.ok(harbor.svc.to(execute).at(-1)?.body["input"] !== undefined);
  for (const { text, location } of responses)
    assert.ok(!text.includes("canary-value") && !location.includes("canary-value"));
  assert.ok(!harbor.stored().includes("canary-value"));
  assert.ok(harbor.log.length > from && !harbor.log.join("\n").includes("canary-value"));
  assert.ok(!harbor.svc.asked.some(({ path }) => path.includes("canary-value")));
});

const graceConnections = {
  connections: [{ id: "con_northwind", provider: "doppler", status: "active", account: { slug: "n", name: "N" } }],
  nextCursor: null,
};
