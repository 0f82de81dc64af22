/** Google Secret Manager's traps: the key, its token, ids, empty secrets, versions by number, and lost responses. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  answered,
  answering,
  createPort,
  exerciseLooks,
  exerciseTraps,
  findAction,
  findConnection,
  makeBearer,
  opening,
  scriptedSend,
  testMarker,
  type TrapRun,
} from "@svc/provider-kit/testing";
import type { ExchangeFacts } from "@svc/provider-kit";
import { accounts, keyFileOf, projectId } from "../simulator/index.ts";
import { accountOf } from "../simulator/tokens.ts";
import { keyAuth } from "../src/auth.ts";
import { grantAdvice } from "../src/grant.ts";
import { googleSecretManager } from "../src/index.ts";
import { tokenSeconds } from "../src/service-account.ts";
import { googleSecrets } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

const { everything } = accounts;
const { client_email } = everything;
const when = opening(openSimulated);
const refused = (status: number, code: string) =>
  answered(status, { error: { code: status, message: "m", status: code } });
const notFound = refused(404, "NOT_FOUND");
const names = ["BINARY", "DESTROYED", "DISABLED", "EMPTY", "API_KEY"];
const changes = ["secrets.set", "secrets.delete", "secrets.create"] as const;
/** A secret whose newest version is disabled or destroyed. */
const off = (name: string) =>
  [
    ["secrets.get", { name }, "PROVIDER_REJECTED", /disabled or destroyed/],
    ["secrets.set", { name, value: "new" }, {}],
    ["secrets.get", { name }, { computed: "new" }],
  ] as const;
const no404 = (body: unknown) => answering([answered(404, body)], ["secrets.get", {}, "PROVIDER_ERROR"]);
const noNumber = (name: string) =>
  answering([answered(200, { name, createTime: "2026-11-27T10:00:00.123Z" })], ["secrets.set", {}, "PROVIDER_ERROR"]);

exerciseTraps(googleSecretManager, openSimulated, googleSecrets, {
  "identifies the project as the account": {
    runs: [["identify", {}, { slug: projectId, name: client_email }]],
    sends: [`GET /v1/projects/${projectId}/secrets`],
  },
  "reports a refused token as an invalid key": answering(
    [refused(401, "UNAUTHENTICATED")],
    ["secrets.get", {}, "PROVIDER_UNAUTHORIZED"],
  ),
  "takes the config from the part of an id before the last hyphen, and skips other ids": {
    before({ simulator }) {
      for (const id of ["a--b-_X", "prod-lower"]) simulator.world.change(1, () => simulator.world.create(id, {}, 1));
    },
    runs: [
      ["configs.list", {}, ["a--b", "prod", "prod-eu"]],
      ["secrets.names.list", {}, names],
    ],
    after: (_world, exchanges) => assert.equal(exchanges.at(-1)?.request.query?.["filter"], "name:prod-"),
  },
  "reads every page": {
    ...when({ pageMax: 2 })(["secrets.names.list", {}, names]),
    after: (_world, exchanges) => assert.equal(exchanges.length, 3),
  },
  "gives up on an endless list after 20 pages": answering(
    Array.from({ length: 20 }, () => answered(200, { secrets: [{ name: "s/prod-A" }], nextPageToken: "more" })),
    ["secrets.names.list", {}, "PROVIDER_REJECTED"],
  ),
  "reads on after an empty page": answering(
    [
      answered(200, { nextPageToken: "more" }),
      answered(200, { totalSize: 1, nextPageToken: "more" }),
      answered(200, { secrets: [{ name: "projects/1/secrets/prod-A" }] }),
    ],
    ["secrets.names.list", {}, ["A"]],
  ),
  "rejects a response that isn't a page": answering(
    [answered(200, { items: [] })],
    ["secrets.names.list", {}, "PROVIDER_ERROR"],
  ),
  "reports an empty secret as not found": [["secrets.get", { name: "EMPTY" }, "SECRET_NOT_FOUND"]],
  "refuses to read a secret whose newest version is disabled, but writes it": off("DISABLED"),
  "refuses to read a secret whose newest version is destroyed, but writes it": off("DESTROYED"),
  "refuses to read a value that isn't text": [["secrets.get", { name: "BINARY" }, "PROVIDER_REJECTED", /isn't text/]],
  "doesn't take a 404 without a body to mean that there is no secret": no404(undefined),
  "doesn't take a 404 with an unknown body to mean that there is no secret": no404({}),
  "doesn't take a 404 with another status to mean that there is no secret": no404({ error: { status: "OTHER" } }),
  "reports an absent secret as forbidden to an account with access to only some secrets": when({
    absentIs: "forbidden",
  })(...(["secrets.get", ...changes] as const).map((id): TrapRun => [id, { name: "ABSENT" }, "PROVIDER_FORBIDDEN"])),
  "a viewer account can list names, but not read or change secrets": when({}, "viewer")(
    ["secrets.names.list", {}, {}],
    ["secrets.get", {}, "PROVIDER_FORBIDDEN", /lacks the role/],
    ["secrets.set", {}, "PROVIDER_FORBIDDEN", /lacks the role/],
    ["secrets.delete", {}, "PROVIDER_FORBIDDEN", /lacks the role/],
    ["secrets.create", { name: "ABSENT" }, "PROVIDER_FORBIDDEN", /lacks the role/],
  ),
  "reports that the API is disabled": when({ isDisabled: true })([
    "projects.list",
    {},
    "PROVIDER_FORBIDDEN",
    /isn't enabled in the service account's project/,
  ]),
  "reports an exhausted quota as a rate limit": when({ throttles: true })([
    "projects.list",
    {},
    "PROVIDER_RATE_LIMITED",
  ]),
  "sends no request for a project other than the key's": {
    runs: (["configs.list", "secrets.names.list", "secrets.get", ...changes] as const).map((id) => [
      id,
      { project: "other-one" },
      "RESOURCE_NOT_FOUND",
    ]),
    sends: [],
  },
  "doesn't add a version to an absent secret, delete it, or create an existing one": {
    runs: [
      ["secrets.set", { name: "ABSENT" }, "SECRET_NOT_FOUND", /secrets\.create/],
      ["secrets.delete", { name: "ABSENT" }, { result: "already_absent" }],
      ["secrets.create", {}, "PROVIDER_REJECTED", /already exists/],
    ],
    sends: "reads",
  },
  "a creation that Google refuses because the secret exists may have created it, so the outcome is unknown": answering(
    [notFound, refused(409, "ALREADY_EXISTS")],
    ["secrets.create", {}, "unknown"],
  ),
  "reports a secret deleted in the meantime as already absent": answering(
    [answered(200, { name: "n" }), notFound],
    ["secrets.delete", {}, { result: "already_absent" }],
  ),
  "rejects a newest version without a number": noNumber("projects/1/secrets/s/versions/latest"),
  "rejects a newest version with the number 0": noNumber("projects/1/secrets/s/versions/0"),
  "rejects a newest version without a name": noNumber(""),
});

const createdAt = "2026-11-27T10:00:00.123Z";
const versionName = (number: number) => `projects/1/secrets/s/versions/${String(number)}`;
const version = (number: number, createTime = createdAt) =>
  answered(200, { name: versionName(number), createTime, state: "ENABLED" });
const value = (text: string) => answered(200, { payload: { data: Buffer.from(text).toString("base64") } });
const sentAt = 1_790_000_000_000;
const expiresAt = sentAt + tokenSeconds * 1000 + 10 * 60_000;
const facts = { version: 2, createdAt, answeredAtMs: sentAt };
const empty = { version: 0, createdAt: "", answeredAtMs: sentAt };
/** By Google's clock, the token expires a minute later. */
const behind = { ...facts, answeredAtMs: sentAt - 60_000 };
const [ours, theirs] = [value("ours-and-long"), value("theirs")];
const applied = { verdict: "applied", basis: "state" } as const;
const expired = { verdict: "not_applied", basis: "expiry", expiresAt } as const;
const open = { verdict: "undetermined" } as const;

exerciseLooks(googleSecretManager, openSimulated, googleSecrets, {
  sentence: "a lost set is settled by the versions added since, each by its number",
  id: "secrets.set",
  value: "ours-and-long",
  sentAt,
  cases: [
    [facts, [version(2), ours, notFound], { ...applied, wasDifferent: false }],
    [facts, [version(2), theirs, ours, notFound], { ...applied, wasDifferent: false }],
    [facts, [version(2), ours, theirs, notFound], open, expiresAt],
    [facts, [version(2), notFound], open, expiresAt - 1],
    [facts, [version(2), notFound], expired, expiresAt],
    [facts, [version(2), theirs, notFound], expired, expiresAt],
    // Deleted, and created again.
    [facts, [notFound], open, expiresAt],
    [facts, [version(2, "2026-11-28T10:00:00Z")], open, expiresAt],
    [empty, [ours, notFound], { ...applied, wasDifferent: true }],
    [empty, [notFound], open, expiresAt],
    [empty, [theirs, notFound], open, expiresAt],
    [behind, [version(2), notFound], open, expiresAt],
    [behind, [version(2), notFound], { verdict: "not_applied" }, expiresAt + 60_000],
    [facts, [version(2), ...Array.from({ length: 15 }, () => theirs)], open, expiresAt],
    [null, [], open, expiresAt],
    [facts, [version(2), refused(400, "FAILED_PRECONDITION")], "failed", expiresAt],
  ],
});

const annotated = (annotations: unknown) => answered(200, { name: "n", annotations });

exerciseLooks(googleSecretManager, openSimulated, googleSecrets, {
  sentence: "a lost creation is settled by its annotation",
  id: "secrets.create",
  cases: [
    [null, [annotated({ "svc-marker": testMarker.hex })], { verdict: "applied", basis: "marker" }],
    [null, [annotated({ "svc-marker": "0" })], open],
    [null, [annotated(undefined)], open],
    [null, [notFound], { verdict: "not_applied", basis: "absence", isAnchored: false }],
  ],
});

test("a set records the newest version, its creation time, and Google's time", async () => {
  const factsOf = async (...responses: ExchangeFacts[]) => {
    const { send } = scriptedSend([...responses, answered(200, { name: "n" })]);
    const action = findAction(googleSecretManager, "secrets.set");
    const input = { project: projectId, config: "prod", name: "API_KEY", value: "v" };
    const options = { ...findConnection(googleSecretManager, everything), send };
    const session = createPort(googleSecretManager, options, { action, input });
    await action.run(input, session.port);
    return session.facts();
  };
  const body = { name: versionName(7), createTime: createdAt };
  const dated = answered(200, body, { date: new Date(sentAt).toUTCString() });
  assert.deepEqual(await factsOf(dated), { version: 7, createdAt, answeredAtMs: sentAt });
  // Without Google's time, the request could be accepted at any time.
  assert.deepEqual(await factsOf(answered(200, body)), { version: 7, createdAt, answeredAtMs: 0 });
  assert.deepEqual(await factsOf(notFound, answered(200, { name: "n" })), { ...empty, answeredAtMs: 0 });
});

test("keeps four fields of a key, and none of its addresses", () => {
  const submission = { service_account_key: keyFileOf(everything) };
  assert.ok(submission.service_account_key.includes("elsewhere"));
  assert.deepEqual(keyAuth.kept?.from(submission), everything);
  assert.deepEqual(keyAuth.connectionFacts?.(everything), { project_id: projectId, client_email });
});

test("a token is for this API only, has the key's id, and is valid for five minutes", async () => {
  const nowMs = 1_790_000_000_500;
  const bearer = keyAuth.bearer?.(everything);
  assert.ok(bearer?.kind === "signed");
  const { keyId, claims, privateKey } = bearer.jwt(nowMs);
  assert.deepEqual([keyId, privateKey], [everything.private_key_id, everything.private_key]);
  const [iat, exp] = [1_790_000_000, 1_790_000_300];
  const aud = "https://secretmanager.googleapis.com/";
  assert.deepEqual(claims, { iss: client_email, sub: client_email, aud, iat, exp });
  const token = await makeBearer(bearer, () => assert.fail("it must not use a token endpoint"), nowMs);
  assert.equal(accountOf(token, exp * 1000 - 1), "everything");
  assert.equal(accountOf(token, exp * 1000), null);
});

test("advises the least privileged roles for the requested actions", () => {
  const rolesFor = (...ids: string[]) =>
    [...(grantAdvice(ids).policy ?? "").matchAll(/roles\/secretmanager\.(\w+)/g)].map(([, role]) => role);
  assert.deepEqual(rolesFor("secrets.names.list"), ["viewer"]);
  assert.deepEqual(rolesFor("secrets.get"), ["secretAccessor"]);
  assert.deepEqual(rolesFor("secrets.get", "secrets.set"), ["viewer", "secretAccessor", "secretVersionAdder"]);
  assert.deepEqual(rolesFor("secrets.get", "secrets.create"), ["admin"]);
  assert.equal(grantAdvice([]).policy, undefined);
});
