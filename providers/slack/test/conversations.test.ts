/** Direct messages, group direct messages and threads: the scopes that actions need there, and what a look can see. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { runLook } from "@svc/provider-kit/testing";
import { slack } from "../src/index.ts";
import { openSimulated } from "./simulated.ts";

const general = "C0GENERAL";
const parent = "1773133200.000100";

function actionOf(id: string) {
  return slack.actions.find((one) => one.id === id) ?? assert.fail(id);
}

async function open(t: TestContext) {
  const world = await openSimulated();
  t.after(() => world.close());
  const output = async (id: string, input: unknown) => {
    const end = await world.run(id, input);
    assert.equal(end.kind, "output", `${id}: ${JSON.stringify(end)}`);
    return end.kind === "output" ? (end.output as Record<string, string>) : {};
  };
  const look = async (id: string, input: unknown, facts: Readonly<Record<string, unknown>> | null) => {
    const times = { sentAt: Date.now(), nowMs: Date.now(), credentialKind: "bot_token" };
    const { end } = await runLook(slack, actionOf(id), { input, facts, ...times, send: world.send });
    return end.kind === "verdict" ? end.verdict : assert.fail(JSON.stringify(end));
  };
  return { ...world, output, look };
}

/** Runs an action with a token that has only the action's own scopes. */
async function withOwnScopes(
  t: TestContext,
  id: string,
  input: unknown,
  channel: { name: string | null; isPrivate: boolean; members: string[] },
) {
  const token = `xoxb-${"narrow0000".repeat(3)}`;
  const world = await openSimulated({ token });
  t.after(() => world.close());
  const { tokens, channels, messages } = world.simulator.world;
  const { requiredScopes: scopes } = actionOf(id);
  tokens.add({
    value: token,
    name: "narrow",
    user: "robin",
    clientId: "x",
    parameter: "scope",
    expiresAtMs: null,
    scopes: [...scopes],
  });
  channels.put({ id: "D0X", isArchived: false, ...channel });
  messages.in("D0X").put({ ts: parent, text: "Hello", user: "U0BOT", reactions: [] });
  return await world.run(id, input);
}

test("each action's own scopes are enough in every kind of conversation", async (t) => {
  const kinds = {
    public: { name: "x", isPrivate: false, members: ["U0BOT"] },
    private: { name: "x", isPrivate: true, members: ["U0BOT"] },
    direct: { name: null, isPrivate: true, members: ["U0BOT", "U0SAM"] },
    group: { name: null, isPrivate: true, members: ["U0BOT", "U0SAM", "U0ROBIN"] },
  };
  const there = { channel: "D0X" };
  for (const [kind, channel] of Object.entries(kinds)) {
    for (const [id, input] of [
      ["channels.get", there],
      ["messages.list", there],
      ["threads.get", { ...there, threadTs: parent }],
      ["messages.post", { ...there, text: "x" }],
      ["messages.update", { ...there, ts: parent, text: "x" }],
      ["messages.delete", { ...there, ts: parent }],
      ["messages.schedule", { ...there, text: "x", postAt: 4_102_444_800 }],
      ["reactions.add", { ...there, ts: parent, name: "tada" }],
      ["dm.open", { users: ["U0SAM"] }],
      ["dm.open", { users: ["U0SAM", "U0ROBIN"] }],
      ...(channel.name === null ? [] : [["channels.invite", { ...there, users: ["U0SAM"] }] as const]),
    ] as const) {
      const end = await withOwnScopes(t, id, input, channel);
      assert.equal(end.kind, "output", `${id} in a ${kind} conversation: ${JSON.stringify(end)}`);
    }
  }
});

test("a look sees a reply in a thread, so it never takes one that exists for deleted", async (t) => {
  const { output, look } = await open(t);
  const { ts } = await output("messages.post", { channel: general, text: "Here", threadTs: parent });
  const reply = { channel: general, ts };
  assert.equal((await look("messages.delete", reply, { wasThere: true })).verdict, "undetermined");
  assert.equal((await look("messages.delete", reply, { wasThere: false })).verdict, "undetermined");
  assert.equal((await look("messages.delete", reply, null)).verdict, "undetermined");
  await output("messages.delete", reply);
  assert.equal((await look("messages.delete", reply, { wasThere: true })).verdict, "applied");
  assert.equal((await look("messages.delete", reply, { wasThere: false })).verdict, "undetermined");
});

test("what remains of a deleted message with replies counts as deleted", async (t) => {
  const { output, look } = await open(t);
  const { ts } = await output("messages.post", { channel: general, text: "Plans?" });
  await output("messages.post", { channel: general, text: "Here", threadTs: ts });
  const asked = { channel: general, ts };
  assert.equal((await look("messages.delete", asked, { wasThere: true })).verdict, "undetermined");
  await output("messages.delete", asked);
  assert.equal((await look("messages.delete", asked, { wasThere: true })).verdict, "applied");
});

test("an update is compared with the form that Slack stores, also in a thread", async (t) => {
  const { output, look, simulator } = await open(t);
  const { ts = "" } = await output("messages.post", { channel: general, text: "Here", threadTs: parent });
  const linked = { channel: general, ts, text: "See https://example.com/a?b=1&c=2 & more" };
  assert.equal((await look("messages.update", linked, { wasDifferent: true })).verdict, "undetermined");
  await output("messages.update", linked);
  assert.match(simulator.world.messages.in(general).get(ts)?.text ?? "", /<https:/);
  assert.equal((await look("messages.update", linked, { wasDifferent: true })).verdict, "applied");
  const cheerful = { ...linked, text: "Done 🎉" };
  await output("messages.update", cheerful);
  const verdict = await look("messages.update", cheerful, { wasDifferent: false });
  assert.match(verdict.verdict === "undetermined" ? verdict.why : "", /emoji/);
  assert.equal(
    (await look("messages.update", { ...linked, text: "Other" }, { wasDifferent: true })).verdict,
    "undetermined",
  );
});

test("reacts with an emoji of the workspace's own, whatever its alphabet", async (t) => {
  const { output } = await open(t);
  await output("reactions.add", { channel: general, ts: parent, name: "納豆" });
});
