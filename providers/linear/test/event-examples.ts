/** Deliveries in the form of https://linear.app/developers/webhooks. */
import type { EventExamples } from "@svc/provider-kit/testing";
import { signEvent } from "../simulator/index.ts";

const delivery = "234d1a4e-b617-4388-90fe-adc3633d6b72";
const organizationId = "2a7f1c5e-0d3b-4e6a-9f10-5b8c7d2e4a91";
const headers = { "linear-delivery": delivery };
const about = { id: delivery, account: organizationId, occurredAt: "2026-03-10T09:00:00.000Z" };
const actor = { id: "b5ea5f1f-8adc-4f52-b4bd-ab4e84cf51ba", type: "user", name: "Robin" };

const payload = (type: string, action: string, data: object) => (nowMs: number) => ({
  action,
  type,
  actor,
  createdAt: "2026-03-10T09:00:00.000Z",
  data,
  url: "https://linear.app/acme/issue/ENG-42",
  organizationId,
  webhookTimestamp: nowMs,
  webhookId: "000042e3-d123-4980-b49f-8e140eef9329",
});

/** Each type of event, and one that isn't declared. */
export const eventExamples: EventExamples = {
  signEvent,
  secret: "lin_wh_canaryOfASigningSecret",
  slug: `${organizationId}/0f6d7c3a-1b2e-4c5d-8e9f-a0b1c2d3e4f5`,
  examples: {
    "an issue": {
      headers: { ...headers, "linear-event": "Issue" },
      body: payload("Issue", "create", {
        id: "i1",
        identifier: "ENG-42",
        title: "Found a bug",
        teamId: "t1",
        stateId: "s1",
      }),
      event: {
        ...about,
        type: "issue",
        data: {
          action: "create",
          issueId: "i1",
          identifier: "ENG-42",
          teamId: "t1",
          stateId: "s1",
          assigneeId: null,
          actorId: actor.id,
        },
      },
    },
    "a comment": {
      headers: { ...headers, "linear-event": "Comment" },
      body: payload("Comment", "update", { id: "c1", body: "Me too", issueId: "i1", userId: actor.id }),
      event: {
        ...about,
        type: "comment",
        data: { action: "update", commentId: "c1", issueId: "i1", userId: actor.id, actorId: actor.id },
      },
    },
    "a reaction": { headers, body: payload("Reaction", "create", { id: "r1" }), event: null },
  },
};
