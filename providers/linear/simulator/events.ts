/** Deliveries of an OAuth app's webhook: https://linear.app/developers/webhooks */
import { eventSigner, hmacSha256, type SampleEvent } from "@svc/simulator";

const actor = { id: "b5ea5f1f-8adc-4f52-b4bd-ab4e84cf51ba", type: "user", name: "Robin" };

const payload =
  (type: string, data: object) =>
  ({ account, atMs }: SampleEvent): object => ({
    action: "create",
    type,
    actor,
    createdAt: new Date(atMs).toISOString(),
    data,
    organizationId: account,
    webhookTimestamp: atMs,
    webhookId: "000042e3-d123-4980-b49f-8e140eef9329",
  });

const bodies = {
  issue: payload("Issue", { id: "i1", identifier: "ENG-42", title: "Found a bug", teamId: "t1", stateId: "s1" }),
  comment: payload("Comment", { id: "c1", body: "Me too", issueId: "i1", userId: actor.id }),
};

/** Signs a sample. */
export const signEvent = eventSigner(bodies, ({ id, secret, body }) => ({
  "linear-delivery": id,
  "linear-signature": hmacSha256(secret, body),
}));
