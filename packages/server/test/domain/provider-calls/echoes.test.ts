/** What counts as part of a secret in a provider's response. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sensitive } from "@svc/contract";
import { doppler } from "@svc/provider-doppler";
import { github } from "@svc/provider-github";
import { staticCredential } from "@svc/provider-kit";
import { Type } from "typebox";
import { echoes, secretsOf, withoutSecrets } from "../../../src/domain/provider-calls/echoes.ts";
import { unrecordedTexts } from "../../../src/domain/schemas/compile.ts";

const random = "qX7fK2mZ9tLw4RbN8vYc3HsD6jGp1UaE5oTi0kPx";

test("eight consecutive characters are an echo, ignoring case; seven are not", () => {
  for (const text of [
    random,
    `req-${random}`,
    random.slice(10, 18),
    random.slice(32),
    random.slice(5, 13).toUpperCase(),
  ]) {
    assert.equal(echoes([random], `<${text}>`), true, text);
  }
  assert.equal(echoes([random.toUpperCase()], random.toLowerCase()), true);
  for (const text of ["", random.slice(10, 17), `${random.slice(0, 7)}-${random.slice(7, 14)}`, "Harbor Ltd"]) {
    assert.equal(echoes([random], text), false, text);
  }
});

test("searches for a secret of fewer than eight characters as a whole, and not for one of three", () => {
  assert.equal(echoes(["pa55"], "my-PA55-word"), true);
  assert.equal(echoes(["pa55wrd"], "pa55wr"), false);
  assert.equal(echoes(["abc"], "abc"), false);
  assert.equal(echoes([""], "anything"), false);
});

test("compares a long secret and a long text without noticeable delay", () => {
  const secret = Buffer.alloc(8192, "abcdefg-").toString();
  const startedAt = performance.now();
  assert.equal(echoes([secret], "x".repeat(500)), false);
  assert.ok(performance.now() - startedAt < 500);
});

const dopplerAuth = doppler.auth[0];
const of = (token: string) => secretsOf(dopplerAuth, { access_token: token }, { authorization: `Bearer ${token}` });

test("the random part of a token with dots is the secret, so a config's name is not", () => {
  const secrets = of(`dp.st.dev_personal.${random}`);
  assert.deepEqual(secrets, [random]);
  assert.equal(echoes(secrets, "Personal"), false);
  assert.deepEqual(of("dp.st.short"), ["dp.st.short"]);
});

test("an API version and the word Bearer are not secrets, but both tokens of an OAuth credential are", () => {
  const credential = { accessToken: random, refreshToken: "refresh-me-please", expiresAt: null, scopes: ["read:user"] };
  const auth = github.auth[0];
  assert.ok(auth.kind === "oauth2_authorization_code");
  const secrets = secretsOf(auth, credential, auth.headers(credential));
  assert.deepEqual(secrets, [random, "refresh-me-please"]);
  for (const text of ["2022-11-28", "Bearer", "read:user"]) assert.equal(echoes(secrets, text), false, text);
});

test("searches for a basic credential plain and encoded, but not for its user name", () => {
  type Basic = { user: string; password: string };
  const auth = staticCredential({
    submission: Type.Object({ user: Type.String(), password: sensitive(Type.String()) }),
    fields: [],
    credentialKind: () => "basic",
    explain: () => null,
    identify: dopplerAuth.identify,
    headers: ({ user, password }: Basic) => ({ authorization: `Basic ${btoa(`${user}:${password}`)}` }),
  });
  const credential = { user: "ada@example.com", password: "correct-horse" };
  const secrets = secretsOf(auth, credential, auth.headers(credential));
  assert.deepEqual(secrets, ["correct-horse", btoa("ada@example.com:correct-horse")]);
  assert.equal(echoes(secrets, "ada@example.com"), false);
  assert.equal(echoes(secrets, btoa("ada@example.com:correct-horse").slice(20)), true);
});

const schema = Type.Object({
  name: Type.String(),
  value: sensitive(Type.String()),
  items: Type.Array(Type.Object({ note: Type.String(), count: Type.Number() })),
});

test("separates the texts of sensitive fields from the others", () => {
  assert.deepEqual(unrecordedTexts(schema, { name: "open", value: "hidden", items: [] }), ["hidden"]);
  assert.deepEqual(unrecordedTexts(schema, undefined), []);
});

test("withholds each output text that contains the whole secret, and keeps what was requested", () => {
  const items = [
    { note: `token: ${random}`, count: 1 },
    { note: "plain", count: 2 },
  ];
  assert.deepEqual(withoutSecrets(schema, { name: "n", value: random, items }, [random]), {
    name: "n",
    value: random,
    items: [
      { note: "[withheld]", count: 1 },
      { note: "plain", count: 2 },
    ],
  });
  const stored = { name: "n", value: random, items: [] };
  assert.equal(withoutSecrets(schema, stored, [random]), stored);
  // Part of it may be an ordinary word.
  const part = { name: random.slice(0, 12), value: "", items: [] };
  assert.equal(withoutSecrets(schema, part, [random]), part);
  assert.equal(withoutSecrets(schema, undefined, [random]), undefined);
});
