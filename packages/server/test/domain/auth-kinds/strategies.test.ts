/** How each auth kind treats credentials. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { doppler } from "@svc/provider-doppler";
import { github } from "@svc/provider-github";
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
      return [connectsWith, form(each) === each, issuer(each) === each];
    }),
  );
  assert.deepEqual(found, [
    ["form", true, false],
    ["redirect", false, true],
  ]);
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
