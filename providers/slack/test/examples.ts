/** Example tokens and inputs for the kit's test suite. */
import type { ProviderExamples } from "@svc/provider-kit/testing";
import { tokens } from "../simulator/index.ts";

const channel = "C0GENERAL";
const ours = { channel, ts: "1773136800.000200" };
const parent = { channel, threadTs: "1773133200.000100" };

/** The provider's examples. */
export const slackExamples: ProviderExamples = {
  acceptedSubmissions: [{ access_token: tokens.everything }],
  refusedSubmissions: [
    { submission: { access_token: "xoxe.xoxb-1-1234567890123456789012345" }, explains: /rotated/ },
    { submission: { access_token: "xoxp-1234567890123456789012345" }, explains: /user token/ },
    { submission: { access_token: `${tokens.everything}\n` }, explains: /line break/ },
    { submission: { access_token: "hunter2-hunter2-hunter2" }, explains: /not a bot token/ },
    { submission: { access_token: 7 }, explains: /missing/ },
    { submission: null, explains: /missing/ },
  ],
  errorBodies: (text) => [
    { ok: false, error: text },
    { ok: false, error: "missing_scope", needed: text, provided: text },
  ],
  actions: {
    "channels.list": {
      inputs: [{}, { types: ["public_channel", "private_channel"], excludeArchived: false, limit: 1 }],
      refusedInputs: [{ types: [] }, { types: ["im"] }, { limit: 0 }, { cursor: "a b" }],
    },
    "channels.get": { inputs: [{ channel }], refusedInputs: [{}, { channel: "#general" }, { channel: "C0/x" }] },
    "messages.list": {
      inputs: [{ channel }, { channel, oldest: "1773130000.000000", limit: 1 }],
      refusedInputs: [{}, { channel, oldest: "yesterday" }, { channel, limit: 201 }],
    },
    "threads.get": { inputs: [parent], refusedInputs: [{ channel }, { ...parent, threadTs: "1" }] },
    "messages.post": {
      inputs: [
        { channel, text: "Lunch at 12 & coffee after." },
        {
          channel,
          text: "<!here> hello",
          format: "mrkdwn",
          threadTs: parent.threadTs,
          broadcast: true,
          unfurlLinks: false,
        },
      ],
      refusedInputs: [
        { channel },
        { channel, text: "" },
        { channel, text: "x".repeat(4001) },
        { channel: "general", text: "x" },
      ],
    },
    "messages.update": {
      inputs: [{ ...ours, text: "Lunch at 13." }],
      refusedInputs: [ours, { ...ours, ts: 1, text: "x" }, { ...ours, text: "" }],
    },
    "messages.delete": {
      inputs: [ours],
      refusedInputs: [{ channel }, { ...ours, text: "x" }],
    },
    "messages.schedule": {
      inputs: [{ channel, text: "Happy new year.", postAt: 4_102_444_800 }],
      refusedInputs: [
        { channel, text: "x" },
        { channel, text: "x", postAt: 1.5 },
      ],
    },
    "reactions.add": {
      inputs: [{ ...ours, name: "thumbsup" }],
      refusedInputs: [ours, { ...ours, name: ":thumbsup:" }],
    },
    "users.list": { inputs: [{}, { limit: 1 }], refusedInputs: [{ limit: 201 }, { email: "x" }] },
    "users.findByEmail": { inputs: [{ email: "robin@example.com" }], refusedInputs: [{}, { email: "robin" }] },
    "dm.open": { inputs: [{ users: ["U0ROBIN"] }], refusedInputs: [{ users: [] }, { users: ["robin"] }] },
    "channels.create": {
      failsIfRepeated: "a taken name nearly always belongs to another channel, and a channel has no place for a marker",
      inputs: [{ name: "plans" }],
      refusedInputs: [{}, { name: "Plans" }, { name: "x".repeat(81) }],
    },
    "channels.invite": {
      failsIfRepeated:
        "a person who is already in the channel was nearly always there before, and Slack's answer then has no channel to return",
      inputs: [{ channel, users: ["U0SAM"] }],
      refusedInputs: [
        { channel, users: [] },
        { channel: "general", users: ["U0SAM"] },
      ],
    },
  },
};
