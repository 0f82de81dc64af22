/** Deliveries of an integration's webhook: https://developers.notion.com/reference/webhooks-events-delivery */
import { eventSigner, hmacSha256, type SampleEvent } from "@svc/simulator";
import { bot, seededId } from "./world.ts";

const person = { id: seededId(82), type: "person" };

const payload =
  (type: string, entity: string, id: string, data: object) =>
  (event: SampleEvent): object => ({
    id: event.id,
    timestamp: new Date(event.atMs).toISOString(),
    workspace_id: bot.workspaceId,
    workspace_name: bot.workspace,
    subscription_id: seededId(97),
    integration_id: seededId(98),
    authors: [person],
    accessible_by: [person, { id: event.account, type: "bot" }],
    attempt_number: 1,
    api_version: "2025-09-03",
    type,
    entity: { id, type: entity },
    data,
  });

const inPage = { parent: { id: seededId(1), type: "page" } };

const bodies = {
  page: payload("page.content_updated", "page", seededId(2), {
    ...inPage,
    updated_blocks: [{ id: seededId(3), type: "block" }],
  }),
  data_source: payload("data_source.schema_updated", "data_source", seededId(51), {
    parent: { id: seededId(50), type: "database" },
    updated_properties: [{ id: "kqLW", name: "Width", action: "updated" }],
  }),
  database: payload("database.created", "database", seededId(50), inPage),
  comment: payload("comment.created", "comment", seededId(72), { page_id: seededId(1), ...inPage }),
};

/** Signs a sample. */
export const signEvent = eventSigner(bodies, ({ secret, body }) => ({
  "x-notion-signature": `sha256=${hmacSha256(secret, body)}`,
}));
