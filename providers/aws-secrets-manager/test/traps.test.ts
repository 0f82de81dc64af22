/** What is special about Secrets Manager: one status for all errors, deletions that wait, versions, and clocks. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ProviderFailure, staticAuthOf } from "@svc/provider-kit";
import {
  answered,
  answeredText,
  createPort,
  runAction,
  runLook,
  scriptedSend,
  testMarker,
  type RunEnd,
} from "@svc/provider-kit/testing";
import { awsCredential, type Switches } from "../simulator/index.ts";
import { grantAdvice } from "../src/auth.ts";
import { awsSecretsManager } from "../src/index.ts";
import { openSimulated, type Simulated } from "./simulated.ts";

const at = { project: "app", config: "prod" };
const secret = { ...at, name: "API_KEY" };
const minuteMs = 60_000;
const setAction = awsSecretsManager.actions.find(({ id }) => id === "secrets.set") ?? assert.fail();

type Options = Parameters<typeof openSimulated>[0];

async function using(
  options: Options,
  use: (simulated: Simulated) => Promise<void>,
  switches: Partial<Switches> = {},
): Promise<void> {
  const simulated = await openSimulated(options, switches);
  try {
    await use(simulated);
  } finally {
    await simulated.close();
  }
}

const codeOf = (end: RunEnd) => (end.kind === "failed" ? end.refusal.code : end.kind);
const detailOf = (end: RunEnd) => (end.kind === "failed" ? (end.refusal.detail ?? "") : "");
const outputOf = (end: RunEnd) => (end.kind === "output" ? (end.output as Record<string, unknown>) : {});
const bodiesOf = ({ simulator }: Simulated) =>
  simulator.ledger.requests.map(({ bodyText }) => JSON.parse(bodyText) as object);
const effectsOf = ({ simulator }: Simulated) => simulator.ledger.effects.map(({ kind }) => kind);

/** The account of the channel's key, or the refusal. */
async function identify({ channel }: Pick<Simulated, "channel">): Promise<unknown> {
  const { port } = createPort(awsSecretsManager, channel);
  return await staticAuthOf(awsSecretsManager)
    ?.identify(port)
    .catch((failure: unknown) => {
      assert.ok(failure instanceof ProviderFailure);
      return failure.refusal.code;
    });
}

test("the account is AWS's with the region, and one signed call of STS finds it", async () => {
  for (const region of ["eu-west-1", "us-east-1"]) {
    await using({ credential: awsCredential("everything", region) }, async (simulated) => {
      const name = `arn:aws:iam::123456789012:user/harbor in ${region}`;
      assert.deepEqual(await identify(simulated), { slug: `123456789012/${region}`, name });
      const sent = simulated.simulator.ledger.requests.map(({ method, path }) => `${method} ${path}`);
      assert.deepEqual(sent, ["POST /"]);
    });
  }
});

test("STS may answer in the XML that it documents, and in nothing else", async () => {
  await using(
    {},
    async (simulated) =>
      assert.equal((Object(await identify(simulated)) as { slug: string }).slug, "123456789012/eu-west-1"),
    { stsFormat: "xml" },
  );
  const connection = { credentialKind: "access_key", connectionFacts: { region: "eu-west-1" } };
  for (const text of ["<html>", "<Account>1</Account><Arn>arn:a</Arn>", "<Account>123456789012</Account>"]) {
    const { send } = scriptedSend([answeredText(200, text), answeredText(200, text)]);
    assert.equal(
      await identify({ channel: { ...connection, send, close: () => Promise.resolve() } }),
      "PROVIDER_ERROR",
    );
  }
});

test("a key that is deleted, wrong or the root user's is refused; one of another time is a fault", async () => {
  const valid = awsCredential("everything");
  const cases: readonly (readonly [options: Options, account: string, action: string])[] = [
    [{ credential: awsCredential("root") }, "PROVIDER_REJECTED", "output"],
    [{ credential: { ...valid, secret_access_key: "x".repeat(40) } }, "PROVIDER_UNAUTHORIZED", "PROVIDER_UNAUTHORIZED"],
    [
      { credential: { ...valid, access_key_id: "AKIAUNKNOWN222222222" } },
      "PROVIDER_UNAUTHORIZED",
      "PROVIDER_UNAUTHORIZED",
    ],
    [{ awsMs: () => Date.now() + 6 * minuteMs }, "PROVIDER_ERROR", "PROVIDER_ERROR"],
    [{ awsMs: () => Date.now() - 6 * minuteMs }, "PROVIDER_ERROR", "PROVIDER_ERROR"],
    [{ awsMs: () => Date.now() + 4 * minuteMs }, "account", "output"],
  ];
  for (const [options, account, action] of cases) {
    await using(options, async (simulated) => {
      const found = await identify(simulated);
      assert.equal(typeof found === "string" ? found : "account", account, JSON.stringify(options));
      assert.equal(codeOf(await simulated.run("secrets.get", secret)), action, JSON.stringify(options));
    });
  }
});

test("a key that may only read changes nothing, and a rate limit is told from other refusals", async () => {
  await using({ credential: awsCredential("readOnly") }, async (simulated) => {
    assert.equal(codeOf(await simulated.run("secrets.set", { ...secret, value: "v" })), "PROVIDER_FORBIDDEN");
    assert.equal(codeOf(await simulated.run("secrets.delete", secret)), "PROVIDER_FORBIDDEN");
    assert.equal(codeOf(await simulated.run("secrets.get", secret)), "output");
    assert.deepEqual(effectsOf(simulated), []);
  });
  await using({}, async ({ run }) => assert.equal(codeOf(await run("secrets.get", secret)), "PROVIDER_RATE_LIMITED"), {
    throttles: true,
  });
  // Without this, such a read isn't repeated.
  assert.deepEqual(awsSecretsManager.limitStatuses, [400]);
});

test("lists only names of three parts, of the config alone, and over several pages", async () => {
  await using({}, async (simulated) => {
    const { run, simulator } = simulated;
    const listed = async (id: string, input: object, member: string, key: string) =>
      ((outputOf(await run(id, input))[member] ?? []) as Record<string, unknown>[]).map((entry) => entry[key]);
    assert.deepEqual(await listed("projects.list", {}, "projects", "slug"), ["app", "shop"]);
    assert.deepEqual(await listed("configs.list", { project: "app" }, "configs", "name"), [
      "prod",
      "production",
      "dev",
    ]);
    const alone = { project: "app", environment: "prod" };
    assert.deepEqual(await listed("configs.list", alone, "configs", "name"), ["prod"]);
    const names = ["API_KEY", "DB_PASSWORD", "BINARY"];
    assert.deepEqual(outputOf(await run("secrets.names.list", at))["names"], names);
    for (let number = 0; number < 250; number += 1) simulator.world.write(`app/prod/N${number}`, "v", `${number}`, 0);
    assert.equal((outputOf(await run("secrets.names.list", at))["names"] as string[]).length, 253);
    for (let number = 250; number < 2001; number += 1)
      simulator.world.write(`app/prod/N${number}`, "v", `${number}`, 0);
    const before = simulator.ledger.requests.length;
    assert.match(detailOf(await run("secrets.names.list", at)), /more than 2,000/);
    assert.equal(simulator.ledger.requests.length, before + 20);
  });
});

test("a secret that is scheduled for deletion is absent, and its name is blocked before any change", async () => {
  await using({}, async (simulated) => {
    const { run } = simulated;
    const blocked = { ...at, name: "SCHEDULED" };
    assert.equal(codeOf(await run("secrets.get", blocked)), "SECRET_NOT_FOUND");
    assert.deepEqual(outputOf(await run("secrets.delete", blocked)), { ...blocked, result: "already_absent" });
    const set = await run("secrets.set", { ...blocked, value: "v" });
    assert.equal(codeOf(set), "PROVIDER_REJECTED");
    assert.match(detailOf(set), /scheduled for deletion/);
    const last = bodiesOf(simulated).at(-1);
    assert.deepEqual(last, { SecretId: "app/prod/SCHEDULED" }, "a change was sent");
  });
});

test("someone who is faster makes AWS refuse a creation, and a write of what they deleted", async () => {
  await using({}, async (simulated) => {
    const { run, simulator } = simulated;
    const { world } = simulator;
    world.set({ readLagChanges: 1 });
    world.change(Date.now(), () => world.write("app/prod/NEW", "theirs", "their-version", Date.now()));
    const created = await run("secrets.set", { ...at, name: "NEW", value: "ours" });
    assert.equal(codeOf(created), "PROVIDER_REJECTED");
    assert.match(detailOf(created), /Someone else created/);
    world.change(Date.now(), () => world.schedule("app/prod/API_KEY", Date.now()));
    for (const [id, input] of [
      ["secrets.set", { ...secret, value: "ours" }],
      ["secrets.delete", secret],
    ] as const) {
      const end = await run(id, input);
      assert.equal(codeOf(end), "PROVIDER_REJECTED");
      assert.match(detailOf(end), /nothing was changed/);
    }
    assert.deepEqual(effectsOf(simulated), []);
  });
});

test("only names that begin with the config are its own, whatever AWS finds", async () => {
  const SecretList = ["app/prod/A", "other/prod/B", "App/prod/C"].map((Name) => ({ Name }));
  const { send } = scriptedSend([answered(200, { SecretList })]);
  const action = awsSecretsManager.actions.find(({ id }) => id === "secrets.names.list") ?? assert.fail();
  const connection = { credentialKind: "access_key", connectionFacts: { region: "eu-west-1" }, send };
  const { end } = await runAction(awsSecretsManager, action, at, connection);
  assert.deepEqual(outputOf(end)["names"], ["A"]);
});

test("a lost set is found when later writes have taken its labels", async () => {
  await using({}, async (simulated) => {
    const { run, simulator, channel } = simulated;
    await run("secrets.set", { ...secret, value: "ours" });
    for (const version of ["second", "third"]) simulator.world.write("app/prod/API_KEY", version, version, Date.now());
    const input = { ...secret, value: "ours" };
    const { end } = await runLook(awsSecretsManager, setAction, { ...channel, input, sentAt: 1, nowMs: 2 });
    assert.partialDeepStrictEqual(end, { verdict: { verdict: "applied", basis: "marker" } });
  });
});

test("a binary secret isn't read, and is in no error", async () => {
  await using({}, async ({ run }) => {
    const end = await run("secrets.get", { ...at, name: "BINARY" });
    assert.equal(codeOf(end), "PROVIDER_REJECTED");
    assert.match(detailOf(end), /binary/);
    assert.ok(!JSON.stringify(end).includes("Y2FuYXJ5"));
  });
});

test("a version has the execution's id, a deletion waits for seven days, and nothing is forced", async () => {
  await using({}, async (simulated) => {
    const { run, simulator } = simulated;
    await run("secrets.set", { ...at, name: "NEW", value: "first" });
    await run("secrets.set", { ...secret, value: "second" });
    await run("secrets.delete", secret);
    assert.deepEqual(bodiesOf(simulated), [
      { SecretId: "app/prod/NEW" },
      { Name: "app/prod/NEW", SecretString: "first", ClientRequestToken: testMarker.uuid },
      { SecretId: "app/prod/API_KEY" },
      { SecretId: "app/prod/API_KEY", SecretString: "second", ClientRequestToken: testMarker.uuid },
      { SecretId: "app/prod/API_KEY" },
      { SecretId: "app/prod/API_KEY", RecoveryWindowInDays: 7 },
    ]);
    const { secret_access_key: key } = awsCredential("everything");
    for (const { path, query, bodyText, headers } of simulator.ledger.requests) {
      assert.ok(!`${path}${query}${bodyText}${JSON.stringify(headers)}`.includes(key));
    }
  });
});

const arn = "arn:aws:secretsmanager:eu-west-1:123456789012:secret:app/prod/API_KEY-a1b2c3";
const seenAt = Date.parse("2026-11-27T10:00:00Z");

/** A page of versions, with AWS's time so many minutes after the read before the change; null for no time. */
function page(ids: readonly string[], afterMinutes: number | null, more: object = {}) {
  const facts = answered(200, { ARN: arn, Versions: ids.map((VersionId) => ({ VersionId })), ...more });
  assert.ok(facts.kind === "answered");
  const date = afterMinutes === null ? {} : { date: new Date(seenAt + afterMinutes * minuteMs).toUTCString() };
  return { ...facts, headers: date };
}

test("a lost set is settled by its version, or by the end of its signature with the secret's history", async () => {
  const { uuid } = testMarker;
  const gone = answered(400, { __type: "ResourceNotFoundException" });
  const known = { arn, seenAt };
  const absent = { verdict: "not_applied", basis: "absence", isAnchored: false };
  const expired = { verdict: "not_applied", basis: "expiry", expiresAt: seenAt + 45 * minuteMs };
  const unsure = { verdict: "undetermined" };
  const found = { verdict: "applied", basis: "marker" };
  const cases = [
    [known, [page([uuid], 0)], found],
    [known, [page(["a"], 0, { NextToken: "t" }), page(["b", uuid], 0)], found],
    [{ arn: null, seenAt: null }, [page([uuid], null, { ARN: "another" })], found],
    [null, [page(["a", uuid], 2000)], found],
    [known, [page(["a"], 0)], unsure],
    [known, [page(["a"], 44)], unsure],
    [known, [page(["a"], 45)], expired],
    [known, [page(["a"], 44, { NextToken: "t" }), page(["b"], 46)], unsure],
    [known, [page(["a"], 45, { NextToken: "t" }), page(["b"], 46)], expired],
    [known, [page(["a"], 23 * 60)], expired],
    [known, [page(["a"], 23 * 60 + 1)], unsure],
    [known, [page(["a"], null)], unsure],
    [{ arn, seenAt: null }, [page(["a"], 60)], unsure],
    [known, [page(["a"], 60, { ARN: "another" })], absent],
    [known, [gone], absent],
    [{ arn: null, seenAt: null }, [gone], absent],
    [{ arn: null, seenAt: null }, [page(["a"], 60)], absent],
    [null, [page(["a"], 60)], absent],
  ] as const;
  for (const [facts, answers, verdict] of cases) {
    const { send } = scriptedSend([...answers]);
    const connection = { credentialKind: "access_key", connectionFacts: { region: "eu-west-1" }, send };
    const input = { ...secret, value: "v" };
    const { end } = await runLook(awsSecretsManager, setAction, { ...connection, input, facts, sentAt: 1, nowMs: 2 });
    assert.ok(end.kind === "verdict", JSON.stringify(end));
    assert.partialDeepStrictEqual(end.verdict, verdict, JSON.stringify([facts, answers]));
  }
});

test("a set that never arrived is denied after 45 minutes of AWS's time, and not before", async () => {
  let nowMs = Date.now();
  await using({ nowMs: () => nowMs }, async ({ channel }) => {
    const input = { ...secret, value: "ours" };
    const sentAt = nowMs;
    const { end, facts } = await runAction(awsSecretsManager, setAction, input, {
      ...channel,
      send: (request, purpose) =>
        purpose === "read" ? channel.send(request, purpose) : Promise.resolve({ kind: "lost", reason: "timeout" }),
    });
    assert.equal(end.kind, "unknown");
    const look = async () =>
      (await runLook(awsSecretsManager, setAction, { ...channel, input, facts, sentAt, nowMs })).end;
    nowMs += 44 * minuteMs;
    assert.partialDeepStrictEqual(await look(), { verdict: { verdict: "undetermined" } });
    nowMs += 2 * minuteMs;
    assert.partialDeepStrictEqual(await look(), { verdict: { verdict: "not_applied", basis: "expiry" } });
  });
});

test("the advice is the policy for the requested actions, and no more", () => {
  const statementsOf = (ids: readonly string[]) =>
    (JSON.parse(grantAdvice(ids).policy ?? "{}") as { Statement?: { Action: string[]; Resource: string }[] }).Statement;
  const own = "arn:aws:secretsmanager:*:*:secret:app/prod/*";
  const allow = (names: readonly string[], Resource: string) => {
    return { Effect: "Allow", Action: names.map((name) => `secretsmanager:${name}`), Resource };
  };
  assert.deepEqual(statementsOf(["secrets.get"]), [allow(["GetSecretValue"], own)]);
  assert.deepEqual(statementsOf(["configs.list"]), [allow(["ListSecrets"], "*")]);
  assert.deepEqual(statementsOf(["secrets.names.list", "secrets.set", "secrets.delete"]), [
    allow(["DescribeSecret", "ListSecretVersionIds", "CreateSecret", "PutSecretValue", "DeleteSecret"], own),
    allow(["ListSecrets"], "*"),
  ]);
  assert.equal(grantAdvice([]).policy, undefined);
});
