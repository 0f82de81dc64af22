/** What is special about Parameter Store: descriptions with marks, types that stay, keys to keep, and empty pages. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { staticAuthOf } from "@svc/provider-kit";
import {
  answered,
  createPort,
  runAction,
  runLook,
  scriptedSend,
  testMarker,
  type RunEnd,
} from "@svc/provider-kit/testing";
import { awsCredential, type Switches } from "../simulator/index.ts";
import { defaultKey } from "../simulator/world.ts";
import { grantAdvice } from "../src/auth.ts";
import { awsParameterStore } from "../src/index.ts";
import { openSimulated, type Simulated } from "./simulated.ts";

const at = { project: "app", config: "prod" };
const secret = { ...at, name: "API_KEY" };
const minuteMs = 60_000;
const mark = `[svc:${testMarker.hex}]`;
const setAction = awsParameterStore.actions.find(({ id }) => id === "secrets.set") ?? assert.fail();
const connection = { credentialKind: "access_key", connectionFacts: { region: "eu-west-1" } };

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
  simulator.ledger.requests.map(({ bodyText }) => JSON.parse(bodyText) as Record<string, unknown>);
const effectsOf = ({ simulator }: Simulated) => simulator.ledger.effects.map(({ kind }) => kind);

test("the account is AWS's with the region; a key that is deleted is refused, and one that may only read changes nothing", async () => {
  await using({}, async ({ channel }) => {
    const { port } = createPort(awsParameterStore, channel);
    assert.equal((await staticAuthOf(awsParameterStore)?.identify(port))?.slug, "123456789012/eu-west-1");
  });
  const unknown = { ...awsCredential("everything"), access_key_id: "AKIAUNKNOWN222222222" };
  await using({ credential: unknown }, async ({ run }) =>
    assert.equal(codeOf(await run("secrets.get", secret)), "PROVIDER_UNAUTHORIZED"),
  );
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
  assert.deepEqual(awsParameterStore.limitStatuses, [400]);
});

test("lists only names of three levels, of the config alone, and over several pages", async () => {
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
    assert.deepEqual(outputOf(await run("secrets.names.list", at))["names"], ["API_KEY", "DB_PASSWORD", "PLAIN"]);
    const add = (number: number) => simulator.world.write({ name: `/app/prod/N${number}`, value: "v" }, 0);
    for (let number = 0; number < 120; number += 1) add(number);
    assert.equal((outputOf(await run("secrets.names.list", at))["names"] as string[]).length, 123);
    for (let number = 120; number < 1001; number += 1) add(number);
    assert.match(detailOf(await run("secrets.names.list", at)), /more than 1,000/);
  });
});

test("only names below the path are a config's own, whatever AWS finds", async () => {
  const Parameters = ["/app/prod/A", "/app/production/B", "app/prod/C", "/app/prod/eu/D"].map((Name) => ({ Name }));
  const { send } = scriptedSend([answered(200, { Parameters })]);
  const action = awsParameterStore.actions.find(({ id }) => id === "secrets.names.list") ?? assert.fail();
  const { end } = await runAction(awsParameterStore, action, at, { ...connection, send });
  assert.deepEqual(outputOf(end)["names"], ["A"]);
});

test("a new parameter is encrypted and created only once; an existing one keeps its key and its owner's description", async () => {
  await using({}, async (simulated) => {
    const { run, simulator } = simulated;
    await run("secrets.set", { ...at, name: "NEW", value: "first" });
    await run("secrets.set", { ...at, name: "DB_PASSWORD", value: "second" });
    await run("secrets.set", { ...at, name: "DB_PASSWORD", value: "third" });
    const puts = bodiesOf(simulated).filter((body) => "Value" in body);
    const fresh = { Name: "/app/prod/NEW", Value: "first", Type: "SecureString", Description: mark, Overwrite: false };
    assert.deepEqual(puts[0], fresh);
    const same = { Type: "SecureString", KeyId: "alias/own", Tier: "Standard", DataType: "text", Overwrite: true };
    const put = { Name: "/app/prod/DB_PASSWORD", ...same, Description: `Of the owner. ${mark}` };
    assert.deepEqual(puts.slice(1), [
      { ...put, Value: "second" },
      { ...put, Value: "third" },
    ]);
    const keys = ["/app/prod/NEW", "/app/prod/DB_PASSWORD"].map((name) => simulator.world.parameters.get(name)?.keyId);
    assert.deepEqual(keys, [defaultKey, "alias/own"]);
  });
});

test("a mark of another execution is replaced, and a description without room for one stays as it is", async () => {
  const earlier = `[svc:${"0".repeat(32)}]`;
  for (const [description, expected] of [
    [earlier, mark],
    [`Mine. ${earlier}`, `Mine. ${mark}`],
    [`Mine. ${earlier} More.`, `Mine. More. ${mark}`],
    ["x".repeat(1024 - mark.length - 1), `${"x".repeat(1024 - mark.length - 1)} ${mark}`],
    ["x".repeat(1024 - mark.length), "x".repeat(1024 - mark.length)],
  ] as const) {
    await using({}, async ({ run, simulator }) => {
      simulator.world.write({ name: "/app/prod/API_KEY", value: "v", description }, 0);
      assert.equal(codeOf(await run("secrets.set", { ...secret, value: "ours" })), "output");
      assert.equal(simulator.world.parameters.get("/app/prod/API_KEY")?.description, expected);
    });
  }
});

test("a parameter that isn't encrypted is read and never written, and no value with braces is sent", async () => {
  await using({}, async (simulated) => {
    const plain = { ...at, name: "PLAIN" };
    assert.equal(outputOf(await simulated.run("secrets.get", plain))["computed"], "canary-plain");
    assert.match(detailOf(await simulated.run("secrets.set", { ...plain, value: "v" })), /isn't encrypted/);
    assert.ok(bodiesOf(simulated).every((body) => !("Value" in body)));
    const sent = simulated.simulator.ledger.requests.length;
    for (const value of ["{{ssm:other}}", "a {{}} b", "{{\n}}"]) {
      assert.match(detailOf(await simulated.run("secrets.set", { ...secret, value })), /double braces/);
    }
    assert.equal(simulated.simulator.ledger.requests.length, sent);
    assert.equal(codeOf(await simulated.run("secrets.set", { ...secret, value: '{"a":{"b":1}} {{' })), "output");
  });
});

test("someone who is faster makes AWS refuse a creation and a deletion", async () => {
  await using({}, async (simulated) => {
    const { run, simulator } = simulated;
    const { world } = simulator;
    world.set({ readLagChanges: 1 });
    world.change(Date.now(), () => world.write({ name: "/app/prod/NEW", value: "theirs" }, Date.now()));
    const created = await run("secrets.set", { ...at, name: "NEW", value: "ours" });
    assert.match(detailOf(created), /Someone else created/);
    world.change(Date.now(), () => world.parameters.delete("/app/prod/API_KEY"));
    assert.equal(codeOf(await run("secrets.delete", secret)), "SECRET_NOT_FOUND");
    assert.deepEqual(effectsOf(simulated), []);
  });
});

const seenAt = Date.parse("2026-11-27T10:00:00Z");

/** What AWS says of the parameter so many minutes after the read before the change; null for no time. */
function described(parameter: object | null, afterMinutes: number | null) {
  const own = { Name: "/app/prod/API_KEY", Version: 3, LastModifiedDate: 1795000000.5, Type: "SecureString" };
  const facts = answered(200, { Parameters: parameter === null ? [] : [{ ...own, ...parameter }] });
  assert.ok(facts.kind === "answered");
  const date = afterMinutes === null ? {} : { date: new Date(seenAt + afterMinutes * minuteMs).toUTCString() };
  return { ...facts, headers: date };
}

test("a lost set is settled by its mark, or by the end of its signature while nothing has changed", async () => {
  const known = { version: 3, modifiedAt: 1795000000.5, seenAt };
  const none = { version: 0, modifiedAt: 0, seenAt };
  const absent = { verdict: "not_applied", basis: "absence", isAnchored: false };
  const expired = { verdict: "not_applied", basis: "expiry", expiresAt: seenAt + 45 * minuteMs };
  const unsure = { verdict: "undetermined" };
  const found = { verdict: "applied", basis: "marker" };
  const cases = [
    [known, described({ Version: 4, Description: `Mine. ${mark}` }, 0), found],
    [known, described({ Version: 9, Description: `${mark} edited` }, 60), found],
    [none, described({ Version: 1, Description: mark }, 0), found],
    [null, described({ Description: mark }, null), found],
    [known, described({}, 0), unsure],
    [known, described({}, 44), unsure],
    [known, described({}, 45), expired],
    [known, described({ Description: `[svc:${"0".repeat(32)}]` }, 45), expired],
    [known, described({}, null), unsure],
    [{ ...known, seenAt: null }, described({}, 60), unsure],
    [known, described({ Version: 4 }, 60), unsure],
    [known, described({ LastModifiedDate: 1795000001 }, 60), unsure],
    [known, described(null, 60), absent],
    [none, described(null, 60), absent],
    [known, described({ Name: "/app/prod/OTHER", Description: mark }, 0), absent],
    [none, described({ Version: 1 }, 60), unsure],
    [null, described({}, 60), unsure],
    [null, described(null, 60), absent],
  ] as const;
  for (const [facts, answer, verdict] of cases) {
    const { send } = scriptedSend([answer]);
    const input = { ...secret, value: "v" };
    const { end } = await runLook(awsParameterStore, setAction, {
      ...connection,
      send,
      input,
      facts,
      sentAt: 1,
      nowMs: 2,
    });
    assert.ok(end.kind === "verdict", JSON.stringify(end));
    assert.partialDeepStrictEqual(end.verdict, verdict, JSON.stringify([facts, answer]));
  }
});

test("a set that never arrived is denied after 45 minutes of AWS's time, and not before", async () => {
  let nowMs = Date.now();
  await using({ nowMs: () => nowMs }, async ({ channel }) => {
    const input = { ...secret, value: "ours" };
    const { end, facts } = await runAction(awsParameterStore, setAction, input, {
      ...channel,
      send: (request, purpose) =>
        purpose === "read" ? channel.send(request, purpose) : Promise.resolve({ kind: "lost", reason: "timeout" }),
    });
    assert.equal(end.kind, "unknown");
    const look = async () =>
      (await runLook(awsParameterStore, setAction, { ...channel, input, facts, sentAt: 1, nowMs })).end;
    nowMs += 44 * minuteMs;
    assert.partialDeepStrictEqual(await look(), { verdict: { verdict: "undetermined" } });
    nowMs += 2 * minuteMs;
    assert.partialDeepStrictEqual(await look(), { verdict: { verdict: "not_applied", basis: "expiry" } });
  });
});

test("the advice is the policy for the requested actions, and no more", () => {
  const statementsOf = (ids: readonly string[]) =>
    (JSON.parse(grantAdvice(ids).policy ?? "{}") as { Statement?: unknown[] }).Statement;
  const own = "arn:aws:ssm:*:*:parameter/app/prod/*";
  const allow = (names: readonly string[], Resource: string) => {
    return { Effect: "Allow", Action: names.map((name) => `ssm:${name}`), Resource };
  };
  assert.deepEqual(statementsOf(["secrets.get"]), [allow(["GetParameter"], own)]);
  assert.deepEqual(statementsOf(["configs.list"]), [allow(["DescribeParameters"], "*")]);
  assert.deepEqual(statementsOf(["secrets.set", "secrets.delete"]), [
    allow(["PutParameter", "DeleteParameter"], own),
    allow(["DescribeParameters"], "*"),
  ]);
  assert.equal(grantAdvice([]).policy, undefined);
});
