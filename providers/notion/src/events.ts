/**
 * Webhooks of a public integration.
 * https://developers.notion.com/reference/webhooks
 * https://developers.notion.com/reference/webhooks-events-delivery
 *
 * An event names the bots of the integration that can see what it is about, and each connection has a bot of its own. So
 * it goes to those connections, and not to the rest of the workspace.
 */
import { defineEvents, jsonBody, type Delivery, type ProviderEventType, type ReadEvent } from "@svc/provider-kit";
import { listOf, orNull, shape, text, time, type Shape } from "@svc/provider-kit/shape";
import { reading, readingComments } from "./scopes.ts";

/** A type with its actions, each the second part of Notion's name for an event, and the shape of its fields. */
type Kind = { type: ProviderEventType; actions: readonly string[]; fields: Shape };

const created = ["created", "moved", "deleted", "undeleted"];
const updated = ["content_updated", "schema_updated"];

const action = (actions: readonly string[]) => ({
  action: text("action", `What happened: ${actions.slice(0, -1).join(", ")} or ${actions.at(-1) ?? ""}.`),
});
const authors = { authorIds: text("authorIds", "Ids of the people and bots who did it, separated by commas.") };
const parent = {
  parentId: orNull(text("data.parent.id", "Id of what it is in, if known.")),
  parentType: orNull(text("data.parent.type", "Kind of what it is in, such as page, database, block or space.")),
};

const pageActions = ["content_updated", "properties_updated", ...created, "locked", "unlocked"];
const pageFields = shape({
  ...action(pageActions),
  pageId: text("entity.id", "Id of the page."),
  ...parent,
  dataSourceId: orNull(text("data.parent.data_source_id", "Id of the data source that it is in, if any.")),
  ...authors,
});

const page: Kind = {
  type: {
    type: "page",
    title: "Page changed",
    description: "A page was created, changed, moved, deleted, restored, locked or unlocked. Read it with an action.",
    consent: "Learn when pages change",
    requiredScopes: reading,
    data: pageFields.schema,
  },
  actions: pageActions,
  fields: pageFields,
};

const dataSourceFields = shape({
  ...action([...updated, ...created]),
  dataSourceId: text("entity.id", "Id of the data source."),
  ...parent,
  ...authors,
});

const dataSource: Kind = {
  type: {
    type: "data_source",
    title: "Data source changed",
    description: "The contents or the schema of a data source changed, or it was created, moved, deleted or restored.",
    consent: "Learn when the contents or properties of databases change",
    requiredScopes: reading,
    data: dataSourceFields.schema,
  },
  actions: [...updated, ...created],
  fields: dataSourceFields,
};

const databaseFields = shape({
  ...action([...updated, ...created]),
  databaseId: text("entity.id", "Id of the database."),
  ...parent,
  ...authors,
});

const database: Kind = {
  type: {
    type: "database",
    title: "Database changed",
    description:
      "A database was created, moved, deleted or restored. In API version 2022-06-28, also when its contents or schema change.",
    consent: "Learn when databases are created, moved or deleted",
    requiredScopes: reading,
    data: databaseFields.schema,
  },
  actions: [...updated, ...created],
  fields: databaseFields,
};

const commentActions = ["created", "updated", "deleted"];
const commentFields = shape({
  ...action(commentActions),
  commentId: text("entity.id", "Id of the comment."),
  pageId: orNull(text("data.page_id", "Id of the page, if known.")),
  ...parent,
  ...authors,
});

const comment: Kind = {
  type: {
    type: "comment",
    title: "Comment changed",
    description: "A comment was added, changed or deleted. Read it with an action.",
    consent: "Learn when comments are added, changed or deleted",
    requiredScopes: readingComments,
    data: commentFields.schema,
  },
  actions: commentActions,
  fields: commentFields,
};

const kinds: readonly Kind[] = [page, dataSource, database, comment];

const someone = shape({ id: text("id", "Id of a person or a bot."), type: text("type", "Kind: person or bot.") });
const envelope = shape({
  id: text("id", "Id of the event, the same in each attempt."),
  at: time("timestamp", "When it happened."),
  authors: listOf("authors", "Who did it.", someone),
  seenBy: listOf("accessible_by", "Who of the integration's connections can see it.", someone),
});

/** Pages, data sources, databases and comments that the connected bot can see. */
export const events = defineEvents({
  docsUrl: "https://developers.notion.com/reference/webhooks",
  verification: {
    kind: "hmac_sha256",
    header: "x-notion-signature",
    prefix: "sha256=",
    encoding: "hex",
    signed: ["body"],
  },
  offeredSecret,
  read,
  types: [page.type, dataSource.type, database.type, comment.type],
});

/** The request that Notion sends when a subscription is made: https://developers.notion.com/reference/webhooks */
function offeredSecret(delivery: Delivery): string | null {
  const { verification_token: token, type } = jsonBody(delivery);
  return type === undefined && typeof token === "string" && /^[a-z]+_[0-9A-Za-z]{20,200}$/.test(token) ? token : null;
}

function read(delivery: Delivery): ReadEvent | null {
  const body = jsonBody(delivery);
  const { type } = body;
  const [name = "", done = ""] = typeof type === "string" ? type.split(/\.(.*)/s, 2) : [];
  const found = kinds.find((kind) => kind.type.type === name && kind.actions.includes(done));
  if (found === undefined) return null;
  const { id, at, authors, seenBy } = envelope.read(body);
  const authorIds = authors.map((author) => author.id).join(",");
  return {
    id,
    // A person who is named may have connected with a bot that wasn't given the page.
    account: seenBy.filter((one) => one.type === "bot").map((bot) => bot.id),
    type: name,
    occurredAt: new Date(at).toISOString(),
    data: found.fields.read({ ...body, action: done, authorIds }) as ReadEvent["data"],
  };
}
