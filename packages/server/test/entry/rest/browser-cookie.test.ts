/** The cookie that binds flows to a browser: one secret, and nothing else. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { browserCookie, browserSecretIn } from "../../../src/entry/rest/browser-requests.ts";

const [a, b] = ["a", "b"].map((letter) => `cob_${letter.repeat(43)}`) as [string, string];

test("is a __Host- cookie over https, and has another name on loopback without TLS", () => {
  assert.equal(browserCookie(true, a), `__Host-svc_oauth=${a}; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure`);
  assert.equal(browserCookie(false, a), `svc_oauth=${a}; Path=/; Max-Age=600; HttpOnly; SameSite=Lax`);
  assert.equal(browserSecretIn(true, [`svc_oauth=${a}`]), null);
  assert.equal(browserSecretIn(false, [`__Host-svc_oauth=${a}`]), null);
});

test("reads a secret among other cookies, and nothing that isn't one", () => {
  assert.equal(browserSecretIn(true, [`x=1; __Host-svc_oauth=${a}; y=${b}`]), a);
  assert.equal(browserSecretIn(true, [`__Host-svc_oauth=junk`, `__Host-svc_oauth=${b}`]), b);
  for (const value of [`__Host-svc_oauth2=${a}`, `__Host-svc_oauth=${a}.${b}`, "__Host-svc_oauth=", ""]) {
    assert.equal(browserSecretIn(true, [value]), null, value);
  }
});
