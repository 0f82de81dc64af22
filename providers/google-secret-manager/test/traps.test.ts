/** What is special about Google: the key, its token, ids, empty secrets, versions by number, and an answer that is lost for good. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ProviderFailure, type ExchangeFacts, type ProviderPort } from "@svc/provider-kit";
import {
  answered,
  createPort,
  makeBearer,
  runLook,
  scriptedSend,
  testMarker,
  type RunEnd,
} from "@svc/provider-kit/testing";
import { accounts, keyFileOf, projectId, type Switches } from "../simulator/index.ts";
import { accountOf } from "../simulator/tokens.ts";
import { keyAuth } from "../src/auth.ts";
import { grantAdvice } from "../src/grant.ts";
import { googleSecretManager } from "../src/index.ts";
import { tokenSeconds } from "../src/service-account.ts";
import { openSimulated, type Simulated } from "./simulated.ts";

const at = { project: projectId, config: "prod" };
const secret = { ...at, name: "API_KEY" };
const { project_id, client_email } = accounts.everything;
const connection = { credentialKind: "service_account_key", connectionFacts: { project_id, client_email } };

async function using(
  switches: Partial<Switches>,
  use: (simulated: Simulated) => Promise<void>,
  account: keyof typeof accounts = "everything",
): Promise<void> {
  const simulated = await openSimulated(account, switches);
  try {
    await use(simulated);
  } finally {
    await simulated.close();
  }
}

const codeOf = (end: RunEnd) => (end.kind === "failed" ? end.refusal.code : end.kind);
const detailOf = (end: RunEnd) => (end.kind === "failed" ? (end.refusal.detail ?? "") : "");
const sent = ({ simulator }: Simulated) => simulator.ledger.requests.map(({ method, path }) => `${method} ${path}`);
const actionOf = (id: string) => googleSecretManager.actions.find((action) => action.id === id) ?? assert.fail();
const port = (send: Simulated["send"]) => createPort(googleSecretManager, { ...connection, send }).port;
const secretsPath = `/v1/projects/${projectId}/secrets`;
const notFound = answered(404, { error: { code: 404, message: "m", status: "NOT_FOUND" } });

/** An answer with Google's time. */
function answeredAt(atMs: number, body: unknown): ExchangeFacts {
  const answer = answered(200, body);
  assert.ok(answer.kind === "answered");
  return { ...answer, headers: { date: new Date(atMs).toUTCString() } };
}

test("the account is the project, found by one read that shows no value", async () => {
  await using({}, async (simulated) => {
    assert.deepEqual(await keyAuth.identify(port(simulated.send)), { slug: projectId, name: client_email });
    assert.deepEqual(sent(simulated), [`GET ${secretsPath}`]);
  });
});

test("of a key four members are kept, and none of its addresses", () => {
  const submission = { service_account_key: keyFileOf(accounts.everything) };
  assert.ok(submission.service_account_key.includes("token_uri"));
  const kept = keyAuth.kept?.from(submission);
  assert.deepEqual(kept, accounts.everything);
  assert.deepEqual(keyAuth.connectionFacts?.(kept), { project_id, client_email });
  assert.ok(!JSON.stringify(kept).includes("elsewhere"));
});

test("a token is for this API alone, for five minutes, and with the key's id", () => {
  const nowMs = 1_790_000_000_500;
  const bearer = keyAuth.bearer?.(accounts.everything);
  assert.ok(bearer?.kind === "signed");
  const { keyId, claims, privateKey } = bearer.jwt(nowMs);
  assert.deepEqual([keyId, privateKey], [accounts.everything.private_key_id, accounts.everything.private_key]);
  const iat = 1_790_000_000;
  const aud = "https://secretmanager.googleapis.com/";
  assert.deepEqual(claims, { iss: client_email, sub: client_email, aud, iat, exp: iat + tokenSeconds });
  assert.equal(tokenSeconds, 300);
});

test("a token works until its end, and a refused one means that the key is dead", async () => {
  const nowMs = Date.now();
  const bearer = keyAuth.bearer?.(accounts.everything);
  assert.ok(bearer?.kind === "signed");
  const token = await makeBearer(bearer, () => assert.fail("it asks no token endpoint"), nowMs);
  const endMs = (Math.floor(nowMs / 1000) + tokenSeconds) * 1000;
  assert.equal(accountOf(token, endMs - 1), "everything");
  assert.equal(accountOf(token, endMs), null);
  const refused = scriptedSend([answered(401, { error: { code: 401, status: "UNAUTHENTICATED" } })]);
  await assert.rejects(actionOf("secrets.get").run(secret, port(refused.send)), (failure: unknown) => {
    return failure instanceof ProviderFailure && failure.refusal.code === "PROVIDER_UNAUTHORIZED";
  });
});

test("a config is what an id has before its last hyphen; other ids are left out", async () => {
  await using({}, async ({ run, simulator }) => {
    simulator.world.change(1, () => simulator.world.create("a--b-_X", {}, 1));
    simulator.world.change(1, () => simulator.world.create("prod-lower", {}, 1));
    const configs = await run("configs.list", { project: projectId });
    assert.ok(configs.kind === "output");
    assert.deepEqual(
      (configs.output as { configs: { name: string }[] }).configs.map(({ name }) => name),
      ["a--b", "prod", "prod-eu"],
    );
    const names = await run("secrets.names.list", at);
    assert.deepEqual(names.kind === "output" && (names.output as { names: string[] }).names.toSorted(), [
      "API_KEY",
      "BINARY",
      "DESTROYED",
      "DISABLED",
      "EMPTY",
    ]);
    assert.match(simulator.ledger.requests.at(-1)?.query ?? "", /filter=name%3Aprod-/);
  });
});

test("reads every page, and gives up on a list that never ends", async () => {
  await using({ pageMax: 2 }, async (simulated) => {
    const end = await simulated.run("secrets.names.list", at);
    assert.equal(end.kind === "output" && (end.output as { names: string[] }).names.length, 5);
    assert.equal(sent(simulated).length, 3);
  });
  const page = answered(200, { secrets: [{ name: "projects/1/secrets/prod-A" }], nextPageToken: "more" });
  const { send, requests } = scriptedSend(Array.from({ length: 21 }, () => page));
  await assert.rejects(actionOf("secrets.names.list").run(at, port(send)), (failure: unknown) => {
    return failure instanceof ProviderFailure && failure.refusal.code === "PROVIDER_REJECTED";
  });
  assert.equal(requests.length, 20);
});

test("an empty page isn't always the last, and an answer of another form is no page", async () => {
  const pages = [
    { nextPageToken: "more" },
    { totalSize: 1, nextPageToken: "more" },
    { secrets: [{ name: "projects/1/secrets/prod-A" }] },
  ];
  const { send } = scriptedSend(pages.map((page) => answered(200, page)));
  assert.deepEqual(await actionOf("secrets.names.list").run(at, port(send)), { names: ["A"] });
  const { send: other } = scriptedSend([answered(200, { items: [] })]);
  await assert.rejects(actionOf("secrets.names.list").run(at, port(other)), (failure: unknown) => {
    return failure instanceof ProviderFailure && failure.refusal.code === "PROVIDER_ERROR";
  });
});

test("an empty secret has no value, one whose newest version is off is refused, and bytes are no text", async () => {
  await using({}, async ({ run }) => {
    assert.equal(codeOf(await run("secrets.get", { ...at, name: "EMPTY" })), "SECRET_NOT_FOUND");
    for (const name of ["DISABLED", "DESTROYED"]) {
      assert.match(detailOf(await run("secrets.get", { ...at, name })), /disabled or destroyed/);
      assert.equal((await run("secrets.set", { ...at, name, value: "new" })).kind, "output");
      assert.deepEqual(await run("secrets.get", { ...at, name }), {
        kind: "output",
        output: { name, computed: "new" },
      });
    }
    const binary = await run("secrets.get", { ...at, name: "BINARY" });
    assert.match(detailOf(binary), /isn't a text/);
  });
});

test("a 404 says that there is no secret only in Google's own words", async () => {
  for (const body of [undefined, {}, { error: { status: "OTHER" } }]) {
    const { send } = scriptedSend([answered(404, body)]);
    await assert.rejects(actionOf("secrets.get").run(secret, port(send)), (failure: unknown) => {
      return failure instanceof ProviderFailure && failure.refusal.code === "PROVIDER_ERROR";
    });
  }
});

test("an account that may use only some secrets hears that it may not, and so does one that may only look", async () => {
  await using({ absentIs: "forbidden" }, async ({ run }) => {
    for (const id of ["secrets.get", "secrets.set", "secrets.delete", "secrets.create"]) {
      assert.equal(codeOf(await run(id, { ...at, name: "ABSENT", value: "v" })), "PROVIDER_FORBIDDEN", id);
    }
  });
  await using(
    {},
    async ({ run, simulator }) => {
      assert.equal((await run("secrets.names.list", at)).kind, "output");
      for (const [id, name] of [
        ["secrets.get", "API_KEY"],
        ["secrets.set", "API_KEY"],
        ["secrets.delete", "API_KEY"],
        ["secrets.create", "ABSENT"],
      ] as const) {
        assert.match(detailOf(await run(id, { ...at, name, value: "v" })), /lacks the role/, id);
      }
      assert.deepEqual(simulator.ledger.effects, []);
    },
    "viewer",
  );
});

test("a disabled API and a used quota say so", async () => {
  await using({ isDisabled: true }, async ({ run }) => {
    assert.match(detailOf(await run("projects.list", {})), /isn't enabled in the service account's project/);
  });
  await using({ throttles: true }, async ({ run }) => {
    assert.equal(codeOf(await run("projects.list", {})), "PROVIDER_RATE_LIMITED");
  });
});

test("another project than the key's gets no request", async () => {
  await using({}, async (simulated) => {
    for (const { id, example = {} } of googleSecretManager.actions) {
      if (id === "projects.list") continue;
      assert.equal(codeOf(await simulated.run(id, { ...example, project: "other-one" })), "PROVIDER_NOT_FOUND", id);
    }
    assert.deepEqual(sent(simulated), []);
  });
});

test("an absent secret gets neither a version nor a deletion, and one that is there no second creation", async () => {
  await using({}, async (simulated) => {
    const absent = { ...at, name: "ABSENT" };
    assert.match(detailOf(await simulated.run("secrets.set", { ...absent, value: "v" })), /secrets\.create/);
    await simulated.run("secrets.delete", absent);
    assert.match(detailOf(await simulated.run("secrets.create", secret)), /exists already/);
    assert.ok(sent(simulated).every((line) => line.startsWith("GET ")));
  });
  const raced = scriptedSend([notFound, answered(409, { error: { code: 409, status: "ALREADY_EXISTS" } })]);
  await assert.rejects(actionOf("secrets.create").run(secret, port(raced.send)), (failure: unknown) => {
    return failure instanceof ProviderFailure && failure.refusal.code === "PROVIDER_REJECTED";
  });
  const gone = scriptedSend([answered(200, { name: "n" }), notFound]);
  const output = await actionOf("secrets.delete").run(secret, port(gone.send));
  assert.deepEqual(output, { ...secret, result: "already_absent" });
});

const createdAt = "2026-11-27T10:00:00.123Z";
const version = (number: number, created = createdAt) =>
  answered(200, { name: `projects/1/secrets/s/versions/${String(number)}`, createTime: created, state: "ENABLED" });
const value = (text: string) => answered(200, { payload: { data: Buffer.from(text).toString("base64") } });
const off = answered(400, { error: { code: 400, status: "FAILED_PRECONDITION" } });
const sentAt = 1_790_000_000_000;
const lagMs = 10 * 60_000;

test("a lost set is settled by the versions after the one before, each by its number", async () => {
  const input = { ...secret, value: "ours-and-long" };
  const facts = { version: 2, createdAt, answeredAtMs: sentAt };
  const empty = { version: 0, createdAt: "", answeredAtMs: sentAt };
  const same = { verdict: "applied", basis: "state" };
  const expiresAt = sentAt + tokenSeconds * 1000 + lagMs;
  const expired = { verdict: "not_applied", basis: "expiry", expiresAt };
  const open = { verdict: "undetermined" };
  const [ours, theirs] = [value(input.value), value("theirs")];
  for (const [given, answers, nowMs, verdict] of [
    [facts, [version(2), ours, notFound], sentAt, { ...same, wasDifferent: false }],
    [facts, [version(2), theirs, ours, notFound], sentAt, { ...same, wasDifferent: false }],
    [facts, [version(2), ours, theirs, notFound], expiresAt, open],
    [facts, [version(2), notFound], expiresAt - 1, open],
    [facts, [version(2), notFound], expiresAt, expired],
    [facts, [version(2), theirs, notFound], expiresAt, expired],
    // Deleted, and created again.
    [facts, [notFound], expiresAt, open],
    [facts, [version(2, "2026-11-28T10:00:00Z")], expiresAt, open],
    [empty, [ours, notFound], sentAt, { ...same, wasDifferent: true }],
    [empty, [notFound], expiresAt, open],
    [empty, [theirs, notFound], expiresAt, open],
    // By Google's clock, the token ends a minute later.
    [{ ...facts, answeredAtMs: sentAt - 60_000 }, [version(2), notFound], expiresAt, open],
    [
      { ...facts, answeredAtMs: sentAt - 60_000 },
      [version(2), notFound],
      expiresAt + 60_000,
      { verdict: "not_applied" },
    ],
    [facts, [version(2), ...Array.from({ length: 15 }, () => theirs)], expiresAt, open],
    [null, [], expiresAt, open],
  ] as const) {
    const { send } = scriptedSend(answers);
    const options = { ...connection, send, input, facts: given, sentAt, nowMs };
    const { end } = await runLook(googleSecretManager, actionOf("secrets.set"), options);
    assert.ok(end.kind === "verdict", JSON.stringify(end));
    assert.partialDeepStrictEqual(end.verdict, verdict, JSON.stringify([given, answers.length, nowMs - sentAt]));
  }
  const { send } = scriptedSend([version(2), off]);
  const options = { ...connection, send, input, facts, sentAt, nowMs: expiresAt };
  assert.equal((await runLook(googleSecretManager, actionOf("secrets.set"), options)).end.kind, "failed");
});

test("a set remembers the newest version, when it was made, and Google's time", async () => {
  const run = async (answers: ExchangeFacts[]) => {
    const { send } = scriptedSend([...answers, answered(200, { name: "n" })]);
    const action = actionOf("secrets.set");
    const input = { ...secret, value: "v" };
    const session = createPort(googleSecretManager, { ...connection, send }, { action, input });
    await action.run(input, session.port);
    return session.facts();
  };
  const body = { name: "projects/1/secrets/s/versions/7", createTime: createdAt };
  assert.deepEqual(await run([answeredAt(sentAt, body)]), { version: 7, createdAt, answeredAtMs: sentAt });
  // Without Google's time, the request can be accepted for ever.
  assert.deepEqual(await run([answered(200, body)]), { version: 7, createdAt, answeredAtMs: 0 });
  assert.deepEqual(await run([notFound, answered(200, { name: "n" })]), { version: 0, createdAt: "", answeredAtMs: 0 });
});

test("a newest version without a number is a fault, and nothing is written", async () => {
  for (const name of ["projects/1/secrets/s/versions/latest", "projects/1/secrets/s/versions/0", ""]) {
    const { send, requests } = scriptedSend([answered(200, { name, createTime: createdAt })]);
    await assert.rejects(actionOf("secrets.set").run({ ...secret, value: "v" }, port(send)), (failure: unknown) => {
      return failure instanceof ProviderFailure && failure.refusal.code === "PROVIDER_ERROR";
    });
    assert.equal(requests.length, 1);
  }
});

test("a lost creation is settled by its annotation", async () => {
  const found = (annotations: unknown) => answered(200, { name: "n", annotations });
  for (const [answer, verdict] of [
    [found({ "svc-marker": testMarker.hex }), { verdict: "applied", basis: "marker" }],
    [found({ "svc-marker": "0" }), { verdict: "undetermined" }],
    [found(undefined), { verdict: "undetermined" }],
    [notFound, { verdict: "not_applied", basis: "absence", isAnchored: false }],
  ] as const) {
    const { send } = scriptedSend([answer]);
    const options = { ...connection, send, input: secret, sentAt, nowMs: sentAt };
    const { end } = await runLook(googleSecretManager, actionOf("secrets.create"), options);
    assert.ok(end.kind === "verdict");
    assert.partialDeepStrictEqual(end.verdict, verdict);
  }
});

test("nothing but the answer to a read of one secret shows a value to the code, and the key is in no request", async () => {
  await using({}, async ({ send, simulator }) => {
    const seen: unknown[] = [];
    const watch = async <Answer extends { body: unknown }>(answer: Promise<Answer>): Promise<Answer> => {
      seen.push((await answer).body);
      return await answer;
    };
    for (const id of ["configs.list", "secrets.names.list", "secrets.set", "secrets.delete"]) {
      const inner = port(send);
      const watched: ProviderPort = {
        ...inner,
        read: (request, options) => watch(inner.read(request, options)),
        change: (request, options) => watch(inner.change(request, options)),
      };
      await actionOf(id).run({ ...secret, value: "canary-written" }, watched);
    }
    assert.ok(seen.length > 5 && !/canary|Y2FuYXJ5/.test(JSON.stringify(seen)));
    const [, key = ""] = accounts.everything.private_key.split("\n");
    for (const { path, query, bodyText } of simulator.ledger.requests) {
      assert.ok(!`${path}${query}${bodyText}`.includes(key));
    }
  });
});

test("the advice has the smallest roles for the requested actions", () => {
  const rolesFor = (...ids: string[]) =>
    [...(grantAdvice(ids).policy ?? "").matchAll(/roles\/secretmanager\.(\w+)/g)].map(([, role]) => role);
  assert.deepEqual(rolesFor("secrets.names.list"), ["viewer"]);
  assert.deepEqual(rolesFor("secrets.get"), ["secretAccessor"]);
  assert.deepEqual(rolesFor("secrets.get", "secrets.set"), ["viewer", "secretAccessor", "secretVersionAdder"]);
  assert.deepEqual(rolesFor("secrets.get", "secrets.create"), ["admin"]);
  assert.equal(grantAdvice([]).policy, undefined);
});
