/**
 * Attacks that need two people or a hostile address: whose credential, whose connection, and where the return leads.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { uniqueName } from "../../../conformance/harness/caller.ts";
import { openForm, untilState } from "./check-page.ts";
import { openFixture, type Fixture } from "./fixture.ts";

let fixture: Fixture;
before(async () => {
  fixture = await openFixture();
});
after(() => fixture.close());

const complete = (session: { tenant_id: string; id: string }, completionCode: string) =>
  fixture.caller.post(`/v1/tenants/${session.tenant_id}/connect-sessions/${session.id}:complete`, { completionCode });

test("gives the completion code only to the person who entered the credential, even if another user finishes the link", async () => {
  const session = await fixture.session({ completion: "confirmed" });
  const attacker = await fixture.context();
  const victim = await fixture.context();
  const page = await victim.newPage();
  await openForm(page, session);
  await page.locator("input").fill(fixture.provider.tokens.serviceAccount);
  await page.keyboard.press("Enter");
  await page.waitForURL(/completion_code=/);
  const code = new URL(page.url()).searchParams.get("completion_code") ?? "";
  assert.ok(code.length > 40);

  // The attacker has everything except the code: the session, its token, its address, and a page at the server's
  // origin.
  const watching = await attacker.newPage();
  const seen: string[] = [];
  watching.on("response", async (response) => seen.push(await response.text().catch(() => "")));
  await watching.goto(`${session.connectUrl}#token=${session.token}`);
  await untilState(watching, "used");
  for (const path of ["status", "exchange", "session", "cancel"]) {
    const response = await watching.evaluate(
      async ({ path, token }) => {
        const isRead = path === "session";
        const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
        const body = isRead ? null : JSON.stringify(path === "cancel" ? {} : { token });
        return (await fetch(`/connect/v1/${path}`, { method: isRead ? "GET" : "POST", headers, body })).text();
      },
      { path, token: session.token },
    );
    seen.push(response);
  }
  seen.push(await watching.content(), JSON.stringify(await attacker.storageState()));
  assert.ok(seen.some((text) => text.includes("awaiting_confirmation")));
  assert.equal(seen.join("\n").includes(code), false);
  assert.equal((await fixture.readSession(session)).status, "awaiting_confirmation");
  assert.equal(await fixture.connectionCount(session.tenant_id), 0);

  // Without the code, the session can't be completed: five wrong guesses destroy the credential.
  for (let count = 0; count < 5; count += 1) {
    assert.equal(
      (await complete(session, `cc_${String(count).padStart(43, "A")}`)).problem().code,
      "COMPLETION_CODE_INVALID",
    );
  }
  assert.equal((await fixture.readSession(session)).status, "failed");
  assert.notEqual((await complete(session, code)).status, 200);
  assert.equal(await fixture.connectionCount(session.tenant_id), 0);
});

test("asks no one else for a credential after its creator has opened the link", async () => {
  const session = await fixture.session({ completion: "confirmed" });
  await openForm(await (await fixture.context()).newPage(), session);
  const victim = await (await fixture.context()).newPage();
  await victim.goto(`${session.connectUrl}#token=${session.token}`);
  await untilState(victim, "used");
  assert.equal(await victim.locator("input").count(), 0);
  assert.match(await victim.locator("main").innerText(), /don't enter anything/);
});

/** URLs that an attacker might put next to the registered `…/connected`. */
function hostileReturnUrls(origin: string): string[] {
  const { host, hostname, port } = new URL(origin);
  return [
    `http://${host}.evil.example/connected`,
    `http://evil.example/${host}/connected`,
    `http://${host}@evil.example/connected`,
    `http://user:pass@${host}/connected`,
    `http://evil.example\\@${host}/connected`,
    `http://${host}\\.evil.example/connected`,
    `${origin}/connectedevil`,
    `${origin}/connected.evil`,
    `${origin}/CONNECTED`,
    `${origin}/connected/..`,
    `${origin}/connected/../evil`,
    `${origin}/connected/%2e%2e/evil`,
    `${origin}/connected%2fevil`,
    `${origin}/connected/%5cevil`,
    `${origin}/connected#fragment`,
    `${origin}/connected?status=completed`,
    `${origin}/connected?connect_session_id=cs_x`,
    `${origin}/connected?completion_code=x`,
    `http://${hostname}:${Number(port) - 1}/connected`,
    `http://${hostname}/connected`,
    `https://${host}/connected`,
    `//${host}/connected`,
    "javascript:alert(1)//connected",
    "data:text/html,connected",
  ];
}

test("rejects every hostile return URL", async () => {
  const tenantId = await fixture.tenant();
  for (const returnUrl of hostileReturnUrls(fixture.app.origin)) {
    const body = {
      provider: "doppler",
      authKind: "static_credential",
      allowedOrigin: fixture.app.origin,
      requestedActions: ["secrets.get"],
      returnUrl,
    };
    const path = `/v1/tenants/${tenantId}/connect-sessions`;
    const response = await fixture.caller.post(path, body, { idempotencyKey: uniqueName("hostile") });
    assert.ok(
      ["RETURN_URL_NOT_REGISTERED", "INVALID_REQUEST"].includes(response.problem().code),
      `${returnUrl}: ${response.text}`,
    );
  }
});

test("returns to the registered URL, whatever its query contains", async () => {
  const { origin } = fixture.app;
  const queries = [
    "",
    "?next=https://evil.example/",
    "?next=https%3A%2F%2Fevil.example%2F&x=%0d%0aSet-Cookie:a=b",
    "?a=%22%3E%3Cscript%3Ealert(1)%3C/script%3E",
    "?STATUS=completed&a=1&a=2",
  ];
  for (const path of ["/connected", "/connected/deeper"]) {
    for (const query of path === "/connected" ? queries : queries.slice(1, 2)) {
      const session = await fixture.session({ returnUrl: `${origin}${path}${query}` });
      const page = await (await fixture.context()).newPage();
      await openForm(page, session);
      await page.getByRole("button", { name: "Cancel" }).click();
      await untilState(page, "cancelled");
      const href = (await page.getByRole("link", { name: /^Back/ }).getAttribute("href")) ?? "";
      const own = `connect_session_id=${session.id}&status=cancelled`;
      assert.equal(href, `${session.returnUrl}${query === "" ? "?" : "&"}${own}`);
      await page.waitForURL(/status=cancelled/);
      const landed = new URL(page.url());
      assert.deepEqual([landed.origin, landed.pathname], [origin, path]);
      await page.context().close();
    }
  }
});
