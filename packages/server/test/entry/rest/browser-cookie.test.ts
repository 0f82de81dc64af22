/** The cookie that binds OAuth flows to a browser: one secret per flow, and nothing else. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { browserCookie, secretsIn } from "../../../src/entry/rest/browser-cookie.ts";

const secret = (letter: string): string => `cob_${letter.repeat(43)}`;
const [a, b, c, d, e] = ["a", "b", "c", "d", "e"].map(secret) as [string, string, string, string, string];

test("is a __Host- cookie over https, and has another name on loopback without TLS", () => {
  assert.equal(
    browserCookie(true, [], { keep: a }),
    `__Host-svc_oauth=${a}; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure`,
  );
  assert.equal(browserCookie(false, [], { keep: a }), `svc_oauth=${a}; Path=/; Max-Age=600; HttpOnly; SameSite=Lax`);
  assert.deepEqual(secretsIn(true, [`svc_oauth=${a}`]), []);
  assert.deepEqual(secretsIn(false, [`__Host-svc_oauth=${a}`]), []);
});

test("contains the secrets of the four newest flows, and is deleted with the last", () => {
  const kept = (change: { keep: string } | { drop: string }, ...before: string[]): string =>
    browserCookie(true, before, change).split(";", 1)[0]?.slice("__Host-svc_oauth=".length) ?? "";
  assert.equal(kept({ keep: b }, a), `${a}.${b}`);
  assert.equal(kept({ keep: a }, a, b), `${b}.${a}`);
  assert.equal(kept({ keep: e }, a, b, c, d), [b, c, d, e].join("."));
  assert.equal(kept({ drop: a }, a, b), b);
  assert.match(browserCookie(true, [a], { drop: a }), /^__Host-svc_oauth=; Path=\/; Max-Age=0;/);
});

test("reads only secrets, and only a few", () => {
  const cookies = [`x=1; __Host-svc_oauth=${a}.junk.${b}${b}.${c}; y=${d}`, `__Host-svc_oauth2=${e}`];
  assert.deepEqual(secretsIn(true, cookies), [a, c]);
  assert.deepEqual(secretsIn(true, [`__Host-svc_oauth=${[a, b, c, d, e].join(".")}`]), [b, c, d, e]);
  assert.deepEqual(secretsIn(true, []), []);
});
