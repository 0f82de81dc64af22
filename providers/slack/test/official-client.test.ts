/**
 * Slack's own client against the simulator: it has the same effects as the actions, and agrees with them on every
 * common field.
 */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { LogLevel, WebClient } from "../../../judges/vendors/slack.ts";
import { tokens } from "../simulator/index.ts";
import { openSimulated } from "./simulated.ts";

async function open(t: TestContext) {
  const world = await openSimulated();
  t.after(() => world.close());
  const slackApiUrl = `${world.simulator.url}/api/`;
  const client = new WebClient(tokens.everything, {
    slackApiUrl,
    retryConfig: { retries: 0 },
    logLevel: LogLevel.ERROR,
  });
  const run = async (id: string, input: unknown) => {
    const end = await world.run(id, input);
    assert.equal(end.kind, "output", JSON.stringify(end));
    return end.kind === "output" ? (end.output as Record<string, never>) : {};
  };
  return { client, run };
}

const channel = "C0GENERAL";

test("the actions and the client read the same channels, messages, threads and people", async (t) => {
  const { client, run } = await open(t);
  const listed = await client.conversations.list({ types: "public_channel,private_channel" });
  const { channels } = await run("channels.list", {
    types: ["public_channel", "private_channel"],
    excludeArchived: false,
  });
  const facts = (one: Record<string, unknown>) => [one["id"], one["name"], one["isPrivate"] ?? one["is_private"]];
  assert.deepEqual(
    (channels ?? []).map(facts),
    listed.channels?.map((one) => facts({ ...one })),
  );
  const info = await client.conversations.info({ channel, include_num_members: true });
  assert.equal((await run("channels.get", { channel }))["members"], info.channel?.num_members);
  const messageFacts = (one: Record<string, unknown>) => [
    one["ts"],
    one["user"],
    one["text"],
    one["replies"] ?? one["reply_count"] ?? null,
  ];
  const history = await client.conversations.history({ channel });
  const { messages } = await run("messages.list", { channel });
  assert.deepEqual(
    (messages ?? []).map(messageFacts),
    history.messages?.map((one) => messageFacts({ ...one })),
  );
  const ts = "1773133200.000100";
  const replies = await client.conversations.replies({ channel, ts });
  const thread = await run("threads.get", { channel, threadTs: ts });
  assert.deepEqual(
    (thread["messages"] ?? []).map(messageFacts),
    replies.messages?.map((one) => messageFacts({ ...one })),
  );
  const found = await client.users.lookupByEmail({ email: "robin@example.com" });
  const user = await run("users.findByEmail", { email: "robin@example.com" });
  assert.deepEqual(
    [user["id"], user["realName"], user["email"]],
    [found.user?.id, found.user?.profile?.real_name, found.user?.profile?.email],
  );
  const people = await client.users.list({});
  assert.deepEqual(
    ((await run("users.list", {}))["users"] ?? []).map(({ id }) => id),
    people.members?.map(({ id }) => id),
  );
});

test("the client reads what the actions write, and vice versa", async (t) => {
  const { client, run } = await open(t);
  const sent = await run("messages.post", { channel, text: "By the action" });
  const read = async () => (await client.conversations.history({ channel, include_all_metadata: true })).messages?.[0];
  const first = await read();
  assert.deepEqual(
    [first?.ts, first?.text, first?.metadata?.event_type],
    [sent["ts"], "By the action", "svc_execution"],
  );
  await run("messages.update", { channel, ts: sent["ts"], text: "Changed" });
  assert.equal((await read())?.text, "Changed");
  await run("reactions.add", { channel, ts: sent["ts"], name: "tada" });
  assert.deepEqual(
    (await read())?.reactions?.map(({ name, count }) => [name, count]),
    [["tada", 1]],
  );
  const { postMessage } = client.chat;
  const posted = await postMessage({ channel, text: "By the client" });
  assert.equal(((await run("messages.list", { channel, limit: 1 }))["messages"] ?? [])[0]?.["text"], "By the client");
  assert.deepEqual(await run("messages.delete", { channel, ts: posted.ts }), { channel, ts: posted.ts });
  const made = await run("channels.create", { name: "plans" });
  assert.equal((await client.conversations.info({ channel: String(made["id"]) })).channel?.name, "plans");
  await assert.rejects(client.conversations.create({ name: "plans" }), /name_taken/);
  const direct = await client.conversations.open({ users: "U0ROBIN" });
  assert.equal((await run("dm.open", { users: ["U0ROBIN"] }))["channel"], direct.channel?.id);
  await run("channels.invite", { channel, users: ["U0SAM"] });
  await assert.rejects(client.conversations.invite({ channel, users: "U0SAM" }), /already_in_channel/);
});
