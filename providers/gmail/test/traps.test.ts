/** Gmail's traps, and mail that could be misread. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { runLook, testMarker } from "@svc/provider-kit/testing";
import { headerOf, tokens, type Switches } from "../simulator/index.ts";
import { gmail } from "../src/index.ts";
import { encodedWords, rawMessage } from "../src/mail.ts";
import { replyTo } from "../src/replies.ts";
import { openSimulated } from "./simulated.ts";

const mail = { to: ["robin@example.com"], subject: "Lunch", text: "At noon?" };

async function open(t: TestContext, switches: Partial<Switches> = {}, token?: string) {
  const world = await openSimulated(token === undefined ? {} : { token }, switches);
  t.after(() => world.close());
  const codeOf = async (id: string, input: unknown): Promise<string> => {
    const end = await world.run(id, input);
    return end.kind === "failed" ? end.refusal.code : end.kind;
  };
  const outputOf = async (id: string, input: unknown) => {
    const end = await world.run(id, input);
    assert.equal(end.kind, "output", JSON.stringify(end));
    return end.kind === "output" ? (end.output as Record<string, unknown>) : {};
  };
  const message = (id: unknown) => world.simulator.world.message(String(id));
  return { ...world, codeOf, outputOf, message };
}

test("recognizes a rate limit with 403 and with 429, but not a missing scope", async (t) => {
  for (const limitStatus of [403, 429]) {
    const { codeOf } = await open(t, { requestsPerMinute: 0, limitStatus });
    assert.equal(await codeOf("messages.send", mail), "PROVIDER_RATE_LIMITED");
  }
  const reading = await open(t, {}, tokens.readOnly);
  assert.equal(await reading.codeOf("messages.send", mail), "PROVIDER_FORBIDDEN");
  const composing = await open(t, {}, tokens.composing);
  assert.equal(await composing.codeOf("messages.search", {}), "PROVIDER_FORBIDDEN");
  assert.equal(await composing.codeOf("drafts.send", { draftId: "r100" }), "output");
  const unknown = await open(t, {}, "ya29.unknown");
  assert.equal(await unknown.codeOf("labels.list", {}), "PROVIDER_UNAUTHORIZED");
});

test("changes nothing if Gmail refuses, and sends a draft once", async (t) => {
  const { codeOf, simulator } = await open(t);
  const { id } = simulator.world.drafts.values()[0] ?? { id: "" };
  assert.equal(await codeOf("drafts.send", { draftId: "r999" }), "RESOURCE_NOT_FOUND");
  assert.equal(
    await codeOf("messages.label", { messageId: "18f0000000000001", add: ["Label_9"] }),
    "PROVIDER_REJECTED",
  );
  assert.equal(await codeOf("labels.create", { name: "receipts" }), "PROVIDER_REJECTED");
  assert.equal(simulator.ledger.effects.length, 0);
  assert.equal(await codeOf("drafts.send", { draftId: id }), "output");
  assert.equal(await codeOf("drafts.send", { draftId: id }), "RESOURCE_NOT_FOUND");
});

test("sends a reply to the Reply-To address, in the conversation, with its references", async (t) => {
  const { outputOf, message } = await open(t);
  const { id, threadId } = await outputOf("messages.reply", { messageId: "18f0000000000002", text: "Paid." });
  assert.equal(threadId, "18f0000000000002");
  const sent = message(id);
  assert.equal(headerOf(sent, "To"), "accounts@example.com");
  assert.equal(headerOf(sent, "Subject"), "Re: Invoice 7");
  assert.equal(headerOf(sent, "In-Reply-To"), "<invoice-7@example.com>");
  assert.equal(headerOf(sent, "References"), "<invoice-7@example.com>");
});

test("nothing in an untrusted message becomes a header of the reply", () => {
  const head = replyTo(
    new Map([
      ["from", "Eve <eve@example.com>, <all@example.com>"],
      ["subject", "Hi\r\nBcc: all@example.com\u2028X: y"],
      ["message-id", "<a@example.com>\r\nBcc: all@example.com"],
      ["references", `${"<r@example.com> ".repeat(30)}<b\r\nBcc: all@example.com>`],
    ]),
  );
  assert.equal(head.to, "eve@example.com");
  assert.equal(head.subject, "Re: Hi Bcc: all@example.com X: y");
  assert.equal(head.headers["In-Reply-To"], "<a@example.com>");
  assert.equal(head.headers["References"]?.split("\r\n ").length, 20);
  assert.throws(() => replyTo(new Map([["from", "nobody"]])), { name: "ProviderFailure" });
});

test("subjects and texts arrive unchanged", async (t) => {
  const { outputOf, message } = await open(t);
  const long = "A subject of many words, ".repeat(18).trim();
  const texts = [
    "",
    "x",
    "Grüße aus Zürich ☕",
    "🎉".repeat(100),
    long,
    "=?UTF-8?B?eA==?=",
    " lead and trail ",
    "ünï".repeat(120),
  ];
  for (const text of texts) {
    const { id } = await outputOf("messages.send", {
      ...mail,
      subject: text,
      text: `${text}\n--svc-${testMarker.hex}--`,
    });
    assert.equal(headerOf(message(id), "Subject").trim(), text.trim());
    assert.equal(message(id).parts[0]?.content, `${text}\r\n--svc-${testMarker.hex}--`);
  }
  for (const text of texts) {
    for (const line of `Subject: ${encodedWords(text)}`.split("\r\n")) assert.ok(line.length <= 78, line);
  }
  const both = Buffer.from(rawMessage({ ...mail, html: "<p>At noon?</p>" }, testMarker.hex), "base64url").toString();
  assert.match(both, /multipart\/alternative/);
  const { id } = await outputOf("messages.send", { ...mail, html: "<p>At noon?</p>" });
  assert.deepEqual(
    message(id).parts.map(({ mimeType }) => mimeType),
    ["text/plain", "text/html"],
  );
  assert.equal(headerOf(message(id), "Bcc"), "");
});

test("a look for a sent message proves only what it finds", async (t) => {
  const action = gmail.actions.find(({ id }) => id === "messages.send");
  assert.ok(action);
  for (const keepsHeaders of [true, false]) {
    const { outputOf, send } = await open(t, { keepsHeaders });
    await outputOf("messages.send", mail);
    const now = { sentAt: Date.now(), nowMs: Date.now() };
    const look = await runLook(gmail, action, { input: mail, ...now, credentialKind: "oauth_token", send });
    assert.equal(look.end.kind, "verdict");
    const verdict = look.end.kind === "verdict" ? look.end.verdict.verdict : "";
    assert.equal(verdict, keepsHeaders ? "applied" : "undetermined");
  }
});
