/** How each auth kind treats credentials. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sensitive } from "@svc/contract";
import { doppler } from "@svc/provider-doppler";
import { github } from "@svc/provider-github";
import { oauthAuthOf } from "@svc/provider-kit";
import { Type } from "typebox";
import { authorizationOrigin, findAuth, needsApp, strategyFor } from "../../../src/domain/auth-kinds/table.ts";

const kinds = ["static_credential", "oauth2_authorization_code"] as const;

test("decides which refusals mean that a credential is invalid", () => {
  const codes = ["PROVIDER_UNAUTHORIZED", "PROVIDER_REJECTED", "PROVIDER_FORBIDDEN", "PROVIDER_ERROR"] as const;
  const invalid = kinds.map((kind) =>
    [false, true].map((isConnected) => codes.filter((code) => strategyFor(kind).isInvalid(code, isConnected))),
  );
  const [chosen, unauthorized] = [codes.slice(0, 3), codes.slice(0, 1)];
  assert.deepEqual(invalid, [
    [chosen, chosen],
    [codes.slice(0, 2), unauthorized],
  ]);
});

test("has a form or an issuer, depending on how the user connects", () => {
  const found = [doppler, github].flatMap(({ auth }) =>
    auth.map((each) => {
      const { connectsWith, form, issuer } = strategyFor(each.kind);
      const submission = each.kind === "static_credential" ? each.submission : null;
      return [connectsWith, form(each)?.submission === submission, issuer(each) === each];
    }),
  );
  assert.deepEqual(found, [
    ["form", true, false],
    ["redirect", false, true],
  ]);
});

test("keeps the parts of a submission that its auth declares, with their secrets and facts", () => {
  const [plain] = doppler.auth;
  assert.ok(plain?.kind === "static_credential");
  const { form, importForm, secretTexts, facts } = strategyFor(plain.kind);
  const submission = { access_token: "dp.st.dev.canary" };
  assert.equal(form(plain)?.toCredential(submission), submission);
  assert.deepEqual([secretTexts(plain, submission), facts(plain, submission)], [[submission.access_token], {}]);
  const keeping = {
    ...plain,
    kept: {
      schema: Type.Object({ key: sensitive(Type.String()), project: Type.String() }),
      from: (given: unknown) => (given === submission ? { key: "canary-key", project: "harbor" } : null),
    },
    connectionFacts: (credential: unknown) => ({ project_id: (credential as { project: string }).project }),
  };
  for (const convert of [form(keeping), importForm(keeping)]) {
    const credential = convert?.toCredential(submission);
    assert.deepEqual(credential, { key: "canary-key", project: "harbor" });
    assert.equal(convert?.toCredential({}), null);
    assert.deepEqual(secretTexts(keeping, credential), ["canary-key"]);
    assert.deepEqual(facts(keeping, credential), { project_id: "harbor" });
  }
});

test("keeps only the secret parts of tokens that have public ones", () => {
  const auth = oauthAuthOf(github);
  assert.ok(auth);
  const { secretTexts } = strategyFor(auth.kind);
  const credential = { accessToken: "a.canary-1", refreshToken: "r.canary-2", expiresAt: null, scopes: [] };
  assert.deepEqual(secretTexts(auth, credential), ["a.canary-1", "r.canary-2"]);
  const secretPart = (token: string) => token.slice(2);
  assert.deepEqual(secretTexts({ ...auth, secretPart }, credential), ["canary-1", "canary-2"]);
  assert.deepEqual(secretTexts({ ...auth, secretPart }, { ...credential, refreshToken: null }), ["canary-1"]);
});

test("finds a provider's auth, its authorization server, and whether it needs an app", () => {
  assert.deepEqual([findAuth(doppler, kinds[1]), findAuth(github, kinds[1])], [null, github.auth[0]]);
  assert.deepEqual([authorizationOrigin(doppler), authorizationOrigin(github)], [null, "https://github.com"]);
  assert.deepEqual([needsApp(doppler), needsApp(github)], [false, true]);
});

test("doesn't import a token that lacks what only the provider's token response says", () => {
  const [auth] = github.auth;
  assert.ok(auth?.kind === "oauth2_authorization_code");
  const tokens = { accessToken: "gho_0123456789abcdef", scopes: ["repo"] };
  const { importForm } = strategyFor(auth.kind);
  assert.notEqual(importForm(auth).toCredential(tokens), null);
  for (const [optional, isImported] of [
    [false, false],
    [true, true],
  ] as const) {
    const connectionFacts = { workspace: { member: ["workspace_id"], pattern: "[a-z]+", optional } };
    assert.equal(importForm({ ...auth, connectionFacts }).toCredential(tokens) !== null, isImported);
  }
});
