/**
 * Webhooks of a Linear OAuth app: https://linear.app/developers/webhooks
 *
 * A webhook has its workspace, not its user, so an event is for every connection in the workspace.
 */
import { defineEvents, jsonBody, type Delivery, type ProviderEventType, type ReadEvent } from "@svc/provider-kit";
import { orNull, shape, text, textOf, time, type Shape } from "@svc/provider-kit/shape";
import { reading } from "./scopes.ts";

/** A type with Linear's name for it, and the shape of its fields. */
type Kind = { type: ProviderEventType; name: string; fields: Shape };

const action = { action: text("action", "What happened: create, update or remove.") };
const actor = { actorId: orNull(text("actor.id", "Id of the user or app that did it, if known.")) };

const issueFields = shape({
  ...action,
  issueId: text("data.id", "Id of the issue."),
  identifier: orNull(text("data.identifier", "Identifier of the issue, such as ENG-42.")),
  teamId: orNull(text("data.teamId", "Id of its team.")),
  stateId: orNull(text("data.stateId", "Id of its workflow state.")),
  assigneeId: orNull(text("data.assigneeId", "Id of the assigned user.")),
  ...actor,
});

const issue: Kind = {
  name: "Issue",
  type: {
    type: "issue",
    title: "Issue changed",
    description: "An issue was created, updated or removed. Read it with an action.",
    consent: "Learn when issues change",
    requiredScopes: reading,
    data: issueFields.schema,
  },
  fields: issueFields,
};

const commentFields = shape({
  ...action,
  commentId: text("data.id", "Id of the comment."),
  issueId: orNull(text("data.issueId", "Id of the issue; null if the comment is on something else.")),
  userId: orNull(text("data.userId", "Id of the user who wrote it; null if an app did.")),
  ...actor,
});

const comment: Kind = {
  name: "Comment",
  type: {
    type: "comment",
    title: "Comment changed",
    description: "A comment was created, updated or removed. Read it with an action.",
    consent: "Learn when comments change",
    requiredScopes: reading,
    data: commentFields.schema,
  },
  fields: commentFields,
};

const envelope = shape({
  organization: text("organizationId", "Id of the workspace."),
  at: time("createdAt", "When it happened."),
});

/** Issues and comments in the connected workspace. */
export const events = defineEvents({
  docsUrl: "https://linear.app/developers/webhooks",
  verification: {
    kind: "hmac_sha256",
    header: "linear-signature",
    encoding: "hex",
    signed: ["body"],
    time: { from: { member: "webhookTimestamp" }, unit: "milliseconds", toleranceSeconds: 60 },
  },
  read,
  // A connection's account is its workspace and its user.
  accountOf: (slug) => slug.split("/", 1)[0] ?? slug,
  types: [issue.type, comment.type],
});

function read(delivery: Delivery): ReadEvent | null {
  const body = jsonBody(delivery);
  const found = [issue, comment].find(({ name }) => name === body["type"]);
  if (found === undefined) return null;
  const { organization, at } = envelope.read(body);
  return {
    id: textOf(delivery.header("linear-delivery")),
    account: organization,
    type: found.type.type,
    occurredAt: new Date(at).toISOString(),
    data: found.fields.read(body) as ReadEvent["data"],
  };
}
