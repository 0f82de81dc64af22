/** Connecting: sessions belong to the user who opened them, and a tenant keeps one connection per provider. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { problem } from "./fake-svc.ts";
import { startHarbor, type Harbor } from "./harbor.ts";

const create = "POST /v1/tenants/*/connect-sessions";
const complete = "POST /v1/tenants/*/connect-sessions/*:complete";
const cancel = "POST /v1/tenants/*/connect-sessions/*:cancel";
const get = "GET /v1/tenants/*/connect-sessions/*";

let harbor: Harbor;
before(async () => {
  harbor = await startHarbor();
  answerSessions(harbor);
});
after(() => harbor.stop());

/** This svc returns sessions cs_1, cs_2, …, which stay pending. */
function answerSessions({ svc }: Harbor): void {
  let count = 0;
  svc.on(create, () => {
    count += 1;
    const id = `cs_${count}`;
    return {
      status: 201,
      body: { id, connectUrl: `${svc.url}/connect/${id}`, token: `token-of-${id}`, status: "pending" },
    };
  });
  const withStatus = (status: string) => () => ({ status: 200, body: { status, error: null } });
  svc.on(get, withStatus("pending"));
  svc.on(cancel, withStatus("cancelled"));
  svc.on(complete, withStatus("completed"));
}

type Opened = { session: { id: string }; token: string; mode: string };
const opened = (text: string): Opened => JSON.parse(text) as Opened;

test("requests this app's actions and a confirmation, and passes the token only to this browser", async () => {
  const grace = await harbor.signIn("grace");
  const { session, token, mode } = opened((await grace.post("/connect/start", { provider: "doppler" })).text);
  assert.deepEqual([token, mode], [`token-of-${session.id}`, "modal"]);
  assert.deepEqual(harbor.svc.to(create).at(-1)?.body, {
    provider: "doppler",
    authKind: "static_credential",
    allowedOrigin: harbor.origin,
    returnUrl: `${harbor.origin}/connected`,
    requestedActions: ["secrets.names.list", "secrets.set", "secrets.get"],
    completion: "confirmed",
  });
  assert.ok(!harbor.stored().includes(token) && !harbor.log.join().includes(token));
  assert.ok(!(await grace.get("/integrations")).text.includes(token));
});

test("connecting again reconnects the existing connection, and cancels the earlier session", async () => {
  const ada = await harbor.signIn("ada");
  const { session } = opened((await ada.post("/connect/start", { provider: "doppler" })).text);
  assert.equal(harbor.svc.to(create).at(-1)?.body["connection_id"], "con_acme");
  await ada.post("/connect/start", { provider: "doppler" });
  assert.ok(harbor.svc.to(cancel).some(({ path }) => path.includes(session.id)));
});

test("refuses a provider that the tenant may not use, or that Harbor has no feature for", async () => {
  const ada = await harbor.signIn("ada");
  for (const provider of ["github", "constructor", "../x"]) {
    assert.equal((await ada.post("/connect/start", { provider })).status, 404, provider);
  }
});

test("completes a session only for the user who opened it", async () => {
  const ada = await harbor.signIn("ada");
  const grace = await harbor.signIn("grace");
  const { session } = opened((await ada.post("/connect/start", { provider: "doppler" })).text);
  const sent = { session: session.id, completionCode: "code" };
  const link = `/connected?connect_session_id=${session.id}&status=awaiting_confirmation&completion_code=code`;
  const from = harbor.svc.to(complete).length;
  assert.equal((await grace.post("/connect/finish", sent)).status, 404);
  assert.equal((await grace.get(link)).status, 404);
  assert.equal((await grace.post("/connect/cancel", { session: session.id })).status, 404);
  assert.equal(harbor.svc.to(complete).length, from);
  assert.deepEqual(JSON.parse((await ada.post("/connect/finish", sent)).text), { status: "completed" });
  assert.deepEqual(harbor.svc.to(complete).at(-1)?.body, { completionCode: "code" });
});

test("removes a returned code from the address, and never logs it", async () => {
  const ada = await harbor.signIn("ada");
  const { session } = opened((await ada.post("/connect/start", { provider: "doppler" })).text);
  const query = `connect_session_id=${session.id}&status=awaiting_confirmation&completion_code=canary-code`;
  assert.equal((await ada.get(`/connected?${query}`)).location, "/integrations");
  assert.deepEqual(harbor.svc.to(complete).at(-1)?.body, { completionCode: "canary-code" });
  assert.ok(!harbor.log.join().includes("canary-code") && !harbor.stored().includes("canary-code"));
});

test("trusts svc, not the browser, about a session's result", async () => {
  const automatic = await startHarbor({ completion: "automatic" });
  try {
    answerSessions(automatic);
    const ada = await automatic.signIn("ada");
    const { session } = opened((await ada.post("/connect/start", { provider: "doppler" })).text);
    assert.equal(automatic.svc.to(create).at(-1)?.body["completion"], "automatic");
    await ada.get(`/connected?connect_session_id=${session.id}&status=completed`);
    assert.match((await ada.get("/integrations")).text, />Connecting</);
    automatic.svc.on(get, () => ({ status: 200, body: { status: "completed", error: null } }));
    assert.match((await ada.get("/integrations")).text, />Connected</);
  } finally {
    await automatic.stop();
  }
});

const endings = [
  ["cancelled", null, /You cancelled\./],
  ["expired", null, /That took too long\./],
  ["failed", "CREDENTIAL_REJECTED", /refused the token five times/],
  ["failed", "CONNECTION_ACCOUNT_MISMATCH", /That was another account\./],
  ["failed", "SOMETHING_NEW", /tell us SOMETHING_NEW/],
] as const;
for (const [status, code, text] of endings) {
  test(`says what to do after a session is ${status}${code === null ? "" : ` with ${code}`}`, async () => {
    const ada = await harbor.signIn("ada");
    harbor.svc.on(get, () => ({ status: 200, body: { status: "pending", error: null } }));
    const { session } = opened((await ada.post("/connect/start", { provider: "doppler" })).text);
    harbor.svc.on(complete, () => problem(409, "CONNECT_SESSION_NOT_OPEN"));
    const error = code === null ? null : { code, detail: "" };
    harbor.svc.on(get, () => ({ status: 200, body: { status, error } }));
    const sent = { session: session.id, completionCode: "late" };
    assert.deepEqual(JSON.parse((await ada.post("/connect/finish", sent)).text), { status });
    assert.match((await ada.get("/integrations")).text, text);
  });
}

test("asks before disconnecting, and finds only the tenant's own connections", async () => {
  const ada = await harbor.signIn("ada");
  const grace = await harbor.signIn("grace");
  assert.match((await ada.get("/disconnect/con_acme")).text, /Disconnect Doppler\?/);
  assert.equal((await grace.get("/disconnect/con_acme")).status, 404);
  const paths = harbor.svc.asked.filter(({ path }) => path.includes("con_acme")).map(({ path }) => path.split("/")[3]);
  assert.deepEqual(new Set(paths), new Set(["ten_acme-bakery", "ten_northwind-freight"]));
});
