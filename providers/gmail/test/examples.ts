/** Example inputs for the kit's suite. */
import type { ProviderExamples } from "@svc/provider-kit/testing";

const lunch = { messageId: "18f0000000000001" };
const thread = { threadId: "18f0000000000001" };
const draft = { draftId: "r100" };
const mail = { to: ["robin@example.com"], subject: "Lunch", text: "At noon?" };
const badMail = [
  { ...mail, to: ["Robin <robin@example.com>"] },
  { ...mail, to: ["robin@example.com\r\nBcc: all@example.com"] },
  { ...mail, subject: "Lunch\r\nBcc: all@example.com" },
  { ...mail, from: "someone@example.com" },
];
const badIds = [{ messageId: "../x" }, { messageId: "" }, {}, { ...lunch, format: "raw" }];

/** The provider's examples. */
export const gmailExamples: ProviderExamples = {
  acceptedSubmissions: [],
  refusedSubmissions: [],
  errorBodies: (text) => [
    { error: { code: 403, message: text, errors: [{ domain: text, reason: text, message: text }] } },
    { error: { code: 403, message: text, status: text, details: [{ reason: text }] } },
  ],
  actions: {
    "messages.search": {
      inputs: [{}, { query: "lunch", labelIds: ["INBOX"], pageSize: 1 }],
      refusedInputs: [{ pageSize: 101 }, { pageToken: "a b" }, { q: "lunch" }, { query: "" }],
      emptyResponse: { resultSizeEstimate: 0 },
    },
    "messages.get": { inputs: [lunch, { messageId: "18f0000000000002" }], refusedInputs: badIds },
    "messages.send": {
      inputs: [
        mail,
        { ...mail, cc: ["ann@example.com"], bcc: ["bob@example.com"], subject: "Grüße", html: "<p>Hi</p>" },
      ],
      refusedInputs: [...badMail, { ...mail, to: [] }, { subject: "Lunch", text: "At noon?" }],
    },
    "messages.reply": {
      inputs: [
        { ...lunch, text: "Noon is fine." },
        { messageId: "18f0000000000002", text: "Paid.", html: "<p>Paid.</p>", to: ["ann@example.com"] },
      ],
      refusedInputs: [...badIds, lunch, { ...lunch, text: "x", subject: "Another" }],
    },
    "messages.label": {
      inputs: [
        { ...lunch, remove: ["UNREAD"] },
        { ...lunch, add: ["STARRED"], remove: ["INBOX"] },
      ],
      refusedInputs: [...badIds, { ...lunch, add: [] }, { ...lunch, add: ["a b"] }],
    },
    "messages.trash": { inputs: [{ messageId: "18f0000000000003" }], refusedInputs: badIds },
    "threads.list": {
      inputs: [{}, { query: "lunch", pageSize: 1 }],
      refusedInputs: [{ pageSize: 0 }, { format: "full" }],
      emptyResponse: { resultSizeEstimate: 0 },
    },
    "threads.get": { inputs: [thread], refusedInputs: [{}, { threadId: "a/b" }, { ...thread, format: "full" }] },
    "drafts.list": {
      inputs: [{}, { query: "dinner", pageSize: 1 }],
      refusedInputs: [{ pageSize: 0 }, { more: 1 }],
      emptyResponse: { resultSizeEstimate: 0 },
    },
    "drafts.get": { inputs: [draft], refusedInputs: [{}, { draftId: "a/b" }, { ...draft, format: "full" }] },
    "drafts.create": {
      inputs: [mail, { subject: "", text: "" }, { ...mail, ...thread, subject: "Re: Lunch?" }],
      refusedInputs: [...badMail, { text: "x" }],
    },
    "drafts.send": { inputs: [draft], refusedInputs: [{}, { draftId: "a/b" }, { ...draft, text: "x" }] },
    "labels.list": { inputs: [{}], refusedInputs: [{ name: "Receipts" }] },
    "labels.create": { inputs: [{ name: "Invoices/2026" }], refusedInputs: [{}, { name: "" }, { name: "a\nb" }] },
  },
};
