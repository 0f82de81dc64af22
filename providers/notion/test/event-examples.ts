/** Deliveries from https://developers.notion.com/reference/webhooks-events-delivery. */
import type { EventExamples } from "@svc/provider-kit/testing";
import { signEvent } from "../simulator/index.ts";

const bot = "1edc05f6-2702-81b5-8408-00279347f034";
const author = "c7c11cca-1d73-471d-9b6e-bdef51470190";
const id = "56c3e00c-4f0c-4566-9676-4b058a50a03d";
const parent = { id: "0ef104cd-477e-80e1-8571-cfd10e92339a", type: "page" };

const common = {
  id,
  timestamp: "2024-12-05T19:49:36.997Z",
  workspace_id: "13950b26-c203-4f3b-b97d-93ec06319565",
  workspace_name: "Quantify Labs",
  subscription_id: "29d75c0d-5546-4414-8459-7b7a92f1fc4b",
  integration_id: "0ef2e755-4912-8096-91c1-00376a88a5ca",
  authors: [{ id: author, type: "person" }],
  accessible_by: [
    { id: "556a1abf-4f08-40c6-878a-75890d2a88ba", type: "person" },
    { id: bot, type: "bot" },
  ],
  attempt_number: 1,
};
const event = { id, account: [bot], occurredAt: "2024-12-05T19:49:36.997Z" };
const inPage = { parentId: parent.id, parentType: "page", authorIds: author };

/** Each type of event, and others that aren't declared. */
export const eventExamples: EventExamples = {
  signEvent,
  secret: "secret_tMrlL1qK5vuQAh1b6cZGhFChZTSYJlce98V0pYn7yBl",
  slug: bot,
  examples: {
    "a changed page": {
      headers: {},
      body: () => ({
        ...common,
        type: "page.content_updated",
        entity: { id: "153104cd-477e-809d-8dc4-ff2d96ae3090", type: "page" },
        data: { updated_blocks: [{ id: "153104cd-477e-80ec-a87d-f7ff0236d35c", type: "block" }], parent },
      }),
      event: {
        ...event,
        type: "page",
        data: {
          action: "content_updated",
          pageId: "153104cd-477e-809d-8dc4-ff2d96ae3090",
          dataSourceId: null,
          ...inPage,
        },
      },
    },
    "a page in a data source, by two authors": {
      headers: {},
      body: () => ({
        ...common,
        type: "page.created",
        authors: [
          { id: author, type: "person" },
          { id: bot, type: "bot" },
        ],
        entity: { id: "153104cd-477e-809d-8dc4-ff2d96ae3090", type: "page" },
        data: {
          parent: {
            id: "36cc9195-760f-4fff-a67e-3a46c559b176",
            type: "database",
            data_source_id: "98024f3c-b1d3-4aec-a301-f01e0dacf023",
          },
        },
      }),
      event: {
        ...event,
        type: "page",
        data: {
          action: "created",
          pageId: "153104cd-477e-809d-8dc4-ff2d96ae3090",
          parentId: "36cc9195-760f-4fff-a67e-3a46c559b176",
          parentType: "database",
          dataSourceId: "98024f3c-b1d3-4aec-a301-f01e0dacf023",
          authorIds: `${author},${bot}`,
        },
      },
    },
    "a data source with other properties": {
      headers: {},
      body: () => ({
        ...common,
        type: "data_source.schema_updated",
        entity: { id: "153104cd-477e-80eb-ae76-e1c2a32c7b35", type: "data_source" },
        data: { parent, updated_properties: [{ id: "kqLW", name: "Created at", action: "created" }] },
      }),
      event: {
        ...event,
        type: "data_source",
        data: { action: "schema_updated", dataSourceId: "153104cd-477e-80eb-ae76-e1c2a32c7b35", ...inPage },
      },
    },
    "a deleted database": {
      headers: {},
      body: () => ({
        ...common,
        type: "database.deleted",
        entity: { id: "153104cd-477e-80eb-ae76-e1c2a32c7b35", type: "database" },
        data: { parent },
      }),
      event: {
        ...event,
        type: "database",
        data: { action: "deleted", databaseId: "153104cd-477e-80eb-ae76-e1c2a32c7b35", ...inPage },
      },
    },
    "a comment on a block": {
      headers: {},
      body: () => ({
        ...common,
        type: "comment.created",
        entity: { id: "153104cd-477e-8071-b16a-001d9a35ad84", type: "comment" },
        data: { page_id: parent.id, parent: { id: "153104cd-477e-803a-88dc-caececf26478", type: "block" } },
      }),
      event: {
        ...event,
        type: "comment",
        data: {
          action: "created",
          commentId: "153104cd-477e-8071-b16a-001d9a35ad84",
          pageId: parent.id,
          parentId: "153104cd-477e-803a-88dc-caececf26478",
          parentType: "block",
          authorIds: author,
        },
      },
    },
    "a view": { headers: {}, body: () => ({ ...common, type: "view.created" }), event: null },
    "a deleted transcript": {
      headers: {},
      body: () => ({ ...common, type: "page.transcription_block.transcript_deleted" }),
      event: null,
    },
    "a request with a token that is signed": {
      headers: {},
      body: () => ({ verification_token: "secret_tMrlL1qK5vuQAh1b6cZGhFChZTSYJlce98V0pYn7yBl" }),
      event: null,
    },
  },
};
