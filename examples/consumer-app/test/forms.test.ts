/** Request checks: cookies, CSRF, headers, and the escaping of pages. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { html } from "../src/html.ts";
import { external } from "../src/layout.ts";
import { startHarbor, type Harbor } from "./harbor.ts";

let harbor: Harbor;
before(async () => {
  harbor = await startHarbor();
});
after(() => harbor.stop());

test("shows nothing before sign-in", async () => {
  for (const path of ["/", "/integrations", "/secrets", "/writes/x", "/connect/status"]) {
    assert.equal((await harbor.request(path)).location, "/sign-in", path);
  }
  const forged = await harbor.request("/integrations", { headers: { cookie: "harbor=AAAA" } });
  assert.equal(forged.location, "/sign-in");
});

test("refuses a form from another origin, and a form without this sign-in's token", async () => {
  const ada = await harbor.signIn("ada");
  const grace = await harbor.signIn("grace");
  const path = "/disconnect/con_acme";
  const disconnects = () => harbor.svc.to("DELETE /v1/tenants/*/connections/*").length;
  assert.equal((await ada.post(path, {}, { origin: "http://evil.example" })).status, 403);
  assert.equal((await ada.post(path, {}, { origin: "null" })).status, 403);
  assert.equal((await ada.post(path, { csrf: "" })).status, 403);
  assert.equal((await ada.post(path, { csrf: grace.csrf })).status, 403);
  assert.equal(disconnects(), 0);
  await ada.post(path, {});
  assert.equal(disconnects(), 1);
});

test("refuses a sign-in from another origin", async () => {
  const headers = { origin: "http://evil.example", "content-type": "application/x-www-form-urlencoded" };
  const response = await harbor.request("/sign-in", { method: "POST", headers, body: "user=ada" });
  assert.deepEqual([response.status, response.headers.get("set-cookie")], [403, null]);
});

test("invalidates a cookie when its user signs out, and doesn't store it", async () => {
  const ada = await harbor.signIn("ada");
  assert.equal((await ada.get("/integrations")).status, 200);
  assert.ok(!harbor.stored().includes(ada.cookie.split("=")[1] ?? ""));
  await ada.post("/sign-out", {});
  assert.equal((await ada.get("/integrations")).location, "/sign-in");
});

test("allows only Harbor's own scripts and svc's frame in every response", async () => {
  const ada = await harbor.signIn("ada");
  for (const response of [await ada.get("/integrations"), await ada.get("/nowhere"), await harbor.request("/app.js")]) {
    const policy = response.headers.get("content-security-policy") ?? "";
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/);
    assert.ok(policy.includes(`frame-src ${harbor.svc.url};`) && policy.includes("frame-ancestors 'none'"), policy);
    assert.equal(response.headers.get("x-content-type-options"), "nosniff");
    assert.equal(response.headers.get("referrer-policy"), "same-origin");
  }
});

test("puts the service key into no page, script or log", async () => {
  const ada = await harbor.signIn("ada");
  const paths = ["/integrations", "/secrets", "/app.js", "/svc-connect.js", "/disconnect/con_acme"];
  const texts = await Promise.all(paths.map(async (path) => (await ada.get(path)).text));
  for (const text of [...texts, harbor.stored(), harbor.log.join("\n")])
    assert.ok(!text.includes("canary-service-key"));
});

test("binds the cookie to its host over https", async () => {
  const secure = await startHarbor({ origin: "https://harbor.example" });
  try {
    const headers = { origin: "https://harbor.example", "content-type": "application/x-www-form-urlencoded" };
    const response = await secure.request("/sign-in", { method: "POST", headers, body: "user=ada" });
    const cookie = response.headers.get("set-cookie") ?? "";
    assert.match(cookie, /^__Host-harbor=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/);
    assert.match(response.headers.get("strict-transport-security") ?? "", /max-age/);
  } finally {
    await secure.stop();
  }
});

test("refuses an endless body", async () => {
  const ada = await harbor.signIn("ada");
  assert.equal((await ada.post("/secrets", { value: "x".repeat(200_000) })).status, 413);
});

test("escapes values in a page", () => {
  const hostile = `"><script>'&`;
  assert.equal(
    html`<p title="${hostile}">${[hostile, 1, null, false]}</p>`.text,
    '<p title="&quot;&gt;&lt;script&gt;&#39;&amp;">&quot;&gt;&lt;script&gt;&#39;&amp;1</p>',
  );
  assert.equal(html`<b>${html`<i>${"<"}</i>`}</b>`.text, "<b><i>&lt;</i></b>");
});

test("links to https only", () => {
  assert.equal(external("https://github.com/o/r/issues/1"), "https://github.com/o/r/issues/1");
  for (const address of ["javascript:alert(1)", "http://github.com", ""]) assert.equal(external(address), "#");
});
