/**
 * Google's own client against the simulator: it does the same as the actions, and agrees with them on every common
 * field.
 */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { auth as googleAuth, gmail, type gmail_v1 } from "../../../judges/vendors/gmail.ts";
import { tokens } from "../simulator/index.ts";
import { openSimulated } from "./simulated.ts";

async function open(t: TestContext) {
  const world = await openSimulated();
  t.after(() => world.close());
  const auth = new googleAuth.OAuth2();
  auth.setCredentials({ access_token: tokens.everything });
  const client = gmail({ version: "v1", auth, rootUrl: `${world.simulator.url}/`, retry: false });
  const run = async (id: string, input: unknown) => {
    const end = await world.run(id, input);
    assert.equal(end.kind, "output", JSON.stringify(end));
    return end.kind === "output" ? (end.output as Record<string, unknown>) : {};
  };
  return { client: client.users, run };
}

const me = { userId: "me" };

/** Converts the client's message to the form of our output, without its text. */
function ours({ id, threadId, labelIds, snippet, internalDate, payload }: gmail_v1.Schema$Message) {
  const header = (name: string) => payload?.headers?.find((one) => one.name?.toLowerCase() === name)?.value ?? null;
  const receivedAt = new Date(Number(internalDate)).toISOString();
  const [from, to, cc, subject, date] = ["from", "to", "cc", "subject", "date"].map(header);
  return { id, threadId, labelIds, snippet, from, to, cc, subject, date, receivedAt };
}

test("reads agree: searches, messages, threads, drafts and labels", async (t) => {
  const { client, run } = await open(t);
  const { data: found } = await client.messages.list({ ...me, q: "from:robin" });
  assert.equal(found.messages?.length, 2);
  assert.deepEqual((await run("messages.search", { query: "from:robin" }))["messages"], found.messages);
  for (const { id } of (await client.messages.list(me)).data.messages ?? []) {
    const { data } = await client.messages.get({ ...me, id: id ?? "" });
    const { text, html, attachments, ...envelope } = await run("messages.get", { messageId: id });
    assert.deepEqual(envelope, ours(data));
    const parts = data.payload?.parts ?? [data.payload ?? {}];
    const content = (type: string) => {
      const encoded = parts.find(({ mimeType, filename }) => mimeType === type && filename === "")?.body?.data;
      return encoded === undefined || encoded === null ? null : Buffer.from(encoded, "base64url").toString();
    };
    assert.deepEqual([text, html], [content("text/plain"), content("text/html")]);
    const files = parts.filter(({ filename }) => filename !== "");
    assert.deepEqual(
      attachments,
      files.map(({ filename, mimeType, body }) => ({ filename, mimeType, size: body?.size })),
    );
  }
  const { data: threads } = await client.threads.list(me);
  const listed = (await run("threads.list", {}))["threads"];
  assert.deepEqual(
    listed,
    threads.threads?.map(({ id, snippet }) => ({ id, snippet })),
  );
  const { data: thread } = await client.threads.get({ ...me, id: "18f0000000000001", format: "metadata" });
  const { messages } = await run("threads.get", { threadId: "18f0000000000001" });
  assert.deepEqual(messages, thread.messages?.map(ours));
  const { data: drafts } = await client.drafts.list(me);
  assert.deepEqual((await run("drafts.list", {}))["drafts"], drafts.drafts);
  const { data: draft } = await client.drafts.get({ ...me, id: "r100" });
  const {
    text: _,
    html: __,
    attachments: ___,
    ...envelope
  } = (await run("drafts.get", { draftId: "r100" }))["message"] as Record<string, unknown>;
  assert.deepEqual(envelope, ours(draft.message ?? {}));
  const { data: labels } = await client.labels.list(me);
  assert.deepEqual(
    (await run("labels.list", {}))["labels"],
    labels.labels?.map(({ id, name, type }) => ({ id, name, type })),
  );
});

test("writes agree: the client reads what the action sends, and vice versa", async (t) => {
  const { client, run } = await open(t);
  const sent = await run("messages.send", { to: ["robin@example.com"], subject: "Café ☕", text: "Grüße\nA." });
  const { data } = await client.messages.get({ ...me, id: String(sent["id"]) });
  assert.deepEqual([data.threadId, data.labelIds], [sent["threadId"], sent["labelIds"]]);
  assert.equal(ours(data).subject, "Café ☕");
  assert.equal(Buffer.from(data.payload?.body?.data ?? "", "base64url").toString(), "Grüße\r\nA.");
  const raw = Buffer.from("To: ann@example.com\r\nSubject: By the client\r\n\r\nHello").toString("base64url");
  const { data: draft } = await client.drafts.create({ ...me, requestBody: { message: { raw } } });
  const read = (await run("drafts.get", { draftId: draft.id }))["message"] as Record<string, unknown>;
  assert.deepEqual([read["to"], read["subject"], read["text"]], ["ann@example.com", "By the client", "Hello"]);
  const done = await run("drafts.send", { draftId: draft.id });
  assert.equal(ours((await client.messages.get({ ...me, id: String(done["id"]) })).data).subject, "By the client");
  await assert.rejects(client.drafts.send({ ...me, requestBody: { id: draft.id ?? "" } }), /not found/);
  const lunch = "18f0000000000001";
  const changed = await run("messages.label", { messageId: lunch, add: ["STARRED"], remove: ["UNREAD"] });
  assert.deepEqual(changed["labelIds"], (await client.messages.get({ ...me, id: lunch })).data.labelIds);
  const { data: trashed } = await client.messages.trash({ ...me, id: lunch });
  assert.ok(trashed.labelIds?.includes("TRASH"));
  assert.deepEqual((await run("messages.get", { messageId: lunch }))["labelIds"], trashed.labelIds);
  const label = await run("labels.create", { name: "Invoices" });
  await assert.rejects(client.labels.create({ ...me, requestBody: { name: "invoices" } }), /exists or conflicts/);
  const { data: labels } = await client.labels.list(me);
  assert.ok(labels.labels?.some(({ id, name }) => id === label["id"] && name === "Invoices"));
});
