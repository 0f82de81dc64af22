/** Preview texts for the simulated Slack, and the changes that make a plan stale. */
import { exercisePlans } from "@svc/provider-kit/testing";
import { slack } from "../src/index.ts";
import { openSimulated } from "./simulated.ts";

const channel = "C0GENERAL";
const post = { channel, text: "Lunch at 12." };
const ours = { channel, ts: "1773136800.000200" };
const asked = { channel, ts: "1773133200.000100" };
const reply = { channel, ts: "1773133260.000100" };
const inviting = { channel, users: ["U0SAM"] };

exercisePlans(slack, () => openSimulated(), {
  texts: [
    ["messages.post", post, "Sends a message to #general (public, 2 members)."],
    ["messages.post", { ...post, channel: "G0SECRET" }, "Sends a message to #secret (private, 2 members)."],
    ["messages.post", { ...post, channel: "U0ROBIN" }, "Sends a message to the person U0ROBIN, directly."],
    [
      "messages.post",
      { channel, text: "<!here> hello", format: "mrkdwn", threadTs: asked.ts, broadcast: true },
      "Replies in a thread in #general (public, 2 members) and shows the reply in the channel. Its markup can mention people, and notify everyone there with <!channel>.",
    ],
    ["messages.post", { channel, text: "<!here> as it is" }, "Sends a message to #general (public, 2 members)."],
    [
      "messages.schedule",
      { ...post, postAt: 4_102_444_800 },
      "Schedules a message to #general (public, 2 members) for 2100-01-01 00:00 UTC.",
    ],
    ["channels.invite", inviting, "Invites 1 person to #general (public, 2 members)."],
    [
      "messages.update",
      { ...ours, text: "Lunch at 13." },
      "Replaces the message “Lunch at 12.” in #general (public, 2 members).",
    ],
    ["messages.delete", ours, "Deletes the message “Lunch at 12.” in #general (public, 2 members)."],
    [
      "messages.delete",
      reply,
      "Deletes the message 1773133260.000100, if it's in a thread of #general (public, 2 members). It isn't among the channel's top-level " +
        "messages.",
    ],
    [
      "reactions.add",
      { ...asked, name: "thumbsup" },
      "Reacts to the message “Who has the plans?” (1 reply) in #general (public, 2 members).",
    ],
  ],
  meanwhile: [
    ["messages.post", post, ["channels.invite", inviting], "same"],
    ["messages.post", post, ["messages.post", post], "same"],
    ["messages.post", post, ({ simulator }) => simulator.world.channels.update(channel, { name: "everyone" }), "stale"],
    [
      "channels.invite",
      inviting,
      ({ simulator }) => simulator.world.channels.update(channel, { isPrivate: true }),
      "stale",
    ],
    ["messages.delete", ours, ["reactions.add", { ...ours, name: "eyes" }], "same"],
    ["messages.delete", ours, ["messages.post", { ...post, threadTs: ours.ts }], "same"],
    ["messages.delete", ours, ["messages.update", { ...ours, text: "Lunch at 13." }], "stale"],
    ["messages.delete", ours, ["messages.delete", ours], "stale"],
    ["messages.update", { ...ours, text: "x" }, ["messages.update", { ...ours, text: "y" }], "stale"],
    ["reactions.add", { ...ours, name: "eyes" }, ["messages.update", { ...ours, text: "y" }], "stale"],
  ],
  refused: [
    ["messages.post", { ...post, channel: "C0ATTIC" }, "PROVIDER_REJECTED"],
    ["messages.post", { ...post, channel: "C0NOWHERE" }, "RESOURCE_NOT_FOUND"],
    ["messages.delete", { ...ours, channel: "C0OTHER" }, "PROVIDER_FORBIDDEN"],
  ],
});
