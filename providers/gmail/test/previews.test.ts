/** Texts of previews for the simulated Gmail, and changes that make an approval stale. */
import { exercisePlans } from "@svc/provider-kit/testing";
import { gmail } from "../src/index.ts";
import { openSimulated } from "./simulated.ts";

const lunch = { messageId: "18f0000000000001" };
const invoice = { messageId: "18f0000000000002" };
const draft = { draftId: "r100" };
const archiving = { ...lunch, add: ["STARRED"], remove: ["INBOX"] };

exercisePlans(gmail, () => openSimulated(), {
  texts: [
    [
      "messages.reply",
      { ...lunch, text: "Yes." },
      "Replies to the message “Lunch?” from “Robin <robin@example.com>”. The reply goes to robin@example.com.",
    ],
    [
      "messages.reply",
      { ...invoice, text: "Paid." },
      "Replies to the message “Invoice 7” from “Billing <billing@example.com>”. The reply goes to accounts@example.com.",
    ],
    [
      "messages.reply",
      { ...invoice, text: "Paid.", to: ["ann@example.com", "bob@example.com"], cc: ["eve@example.com"] },
      "Replies to the message “Invoice 7” from “Billing <billing@example.com>”. The reply goes to ann@example.com and bob@example.com, " +
        "and 1 copy to others.",
    ],
    [
      "messages.label",
      { ...archiving, add: ["Label_1", "STARRED"] },
      "The message “Lunch?” from “Robin <robin@example.com>” would get “Receipts” and “STARRED” and lose “INBOX”.",
    ],
    [
      "messages.label",
      { ...invoice, remove: ["UNREAD"] },
      "The message “Invoice 7” from “Billing <billing@example.com>” would have the same labels as now.",
    ],
    ["messages.trash", lunch, "Moves the message “Lunch?” from “Robin <robin@example.com>” to the trash."],
    ["drafts.send", draft, "Sends the draft “Dinner” to Robin <robin@example.com>."],
    ["labels.create", { name: "Invoices/2026" }, "The label “Invoices/2026” doesn't exist and would be created."],
    ["labels.create", { name: "Receipts" }, "The label “Receipts” already exists."],
  ],
  meanwhile: [
    ["messages.reply", { ...lunch, text: "Yes." }, ["messages.label", { ...lunch, remove: ["UNREAD"] }], "same"],
    ["messages.label", archiving, ["messages.label", { ...lunch, remove: ["UNREAD"] }], "same"],
    ["messages.label", archiving, ["messages.label", { ...lunch, remove: ["INBOX"] }], "stale"],
    ["messages.trash", lunch, ["messages.label", { ...lunch, remove: ["UNREAD"] }], "same"],
    ["messages.trash", lunch, ["messages.trash", lunch], "stale"],
    ["drafts.send", draft, ["drafts.create", { subject: "Another", text: "x" }], "same"],
    [
      "drafts.send",
      draft,
      ({ simulator: { world } }) => {
        const { messageId } = world.draft("r100");
        const headers = world
          .message(messageId)
          .headers.map(([name, value]): [string, string] => [name, name === "To" ? "eve@example.com" : value]);
        world.messages.update(messageId, { headers });
      },
      "stale",
    ],
    ["labels.create", { name: "New" }, ["labels.create", { name: "Other" }], "same"],
    ["labels.create", { name: "New" }, ["labels.create", { name: "New" }], "stale"],
  ],
  refused: [
    ["messages.trash", { messageId: "18f00000000000ff" }, "RESOURCE_NOT_FOUND"],
    ["drafts.send", { draftId: "r999" }, "RESOURCE_NOT_FOUND"],
  ],
});
