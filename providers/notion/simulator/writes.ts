/** The write endpoints. */
import { fieldsOf, uuidOf, type Fields, type Result } from "@svc/simulator";
import { blockBody, commentBody, listBody, pageBody } from "./bodies.ts";
import { plain, richText, type Parent, type RichText, type StoredPage, type Values } from "./model.ts";
import { invalid, placeOf, type NotionCall } from "./reads.ts";
import { seededId, withHyphens, type NotionWorld } from "./world.ts";

/** `POST /v1/pages` */
export function createPage({ request, store }: NotionCall): Result {
  const { parent, properties, markdown } = fieldsOf(request);
  const place = parentOf(store, Object(parent) as Fields);
  const values = checkedValues(store, { parent: place }, Object(properties) as Fields);
  const { timeMs } = request;
  const page = store.pages.create({ parent: place, values, inTrash: false, createdMs: timeMs, editedMs: timeMs });
  if (typeof markdown === "string") {
    for (const line of markdown.split("\n")) {
      const [, heading] = /^# (.*)$/.exec(line) ?? [];
      const type = heading === undefined ? "paragraph" : "heading_1";
      store.blocks.create({ parentId: page.id, type, text: richText(heading ?? line) });
    }
  }
  return { json: pageBody(store, page), effects: [{ kind: "page.create", page: page.id }] };
}

/** `PATCH /v1/pages/{id}` */
export function updatePage({ request, store, params }: NotionCall): Result {
  const page = store.page(params["page"] ?? "");
  const { properties, in_trash: inTrash } = fieldsOf(request);
  if (page.inTrash && inTrash !== false && properties !== undefined) throw invalid("Can't edit page that is archived.");
  const values = { ...page.values, ...checkedValues(store, page, Object(properties) as Fields) };
  const trash = typeof inTrash === "boolean" ? { inTrash } : {};
  const changed = store.pages.update(page.id, { values, ...trash, editedMs: request.timeMs });
  return { json: pageBody(store, changed), effects: [{ kind: "page.update", page: page.id }] };
}

/** `PATCH /v1/blocks/{id}/children` */
export function appendBlocks({ request, store, params }: NotionCall): Result {
  const parentId = placeOf(store, params["block"] ?? "");
  const { children } = fieldsOf(request);
  if (!Array.isArray(children) || children.length === 0 || children.length > 100) {
    throw invalid("body.children.length should be ≤ `100`");
  }
  const blocks = (children as Fields[]).map((child) => {
    const type = String(child["type"]);
    return store.blocks.create({ parentId, type, text: checkedText(Object(child[type]).rich_text) });
  });
  return {
    json: listBody(blocks.map(blockBody), null, "block"),
    effects: [{ kind: "blocks.append", parent: parentId }],
  };
}

/**
 * `POST /v1/comments`. Notion doesn't document the answer for an integration that may not read comments: here, the
 * partial object.
 */
export function createComment({ request, store, caller }: NotionCall): Result {
  const { parent, discussion_id: discussion, rich_text: text } = fieldsOf(request);
  const createdMs = request.timeMs;
  const place =
    typeof discussion === "string"
      ? store.found(
          store.comments.values().find(({ discussionId }) => discussionId === withHyphens(discussion)),
          "discussion",
        )
      : { parentId: store.page(String(Object(parent).page_id)).id, discussionId: uuidOf(`discussion ${createdMs}`) };
  const { parentId, discussionId } = place;
  const comment = store.comments.create({ parentId, discussionId, text: checkedText(text), createdMs });
  const isSeen = caller.scopes.includes("read_comments");
  const json = isSeen ? commentBody(comment) : { object: "comment", id: comment.id };
  return { json, effects: [{ kind: "comment.create", comment: comment.id }] };
}

function parentOf(store: NotionWorld, parent: Fields): Parent {
  if (typeof parent["page_id"] === "string") return { type: "page_id", page_id: store.page(parent["page_id"]).id };
  if (typeof parent["data_source_id"] === "string") return store.parentOf(parent["data_source_id"]);
  if (typeof parent["database_id"] === "string") return store.parentOf(seededId(51));
  throw invalid("body.parent should be defined");
}

/** Returns the values by property name. Throws `Refusal` 400 for an unknown property or a value of another type. */
function checkedValues(store: NotionWorld, page: Pick<StoredPage, "parent">, properties: Fields): Values {
  const checked = Object.entries(properties).map(([given, value]): [string, Fields] => {
    const property = store.typeOf(page, given);
    if (property === undefined) throw invalid(`${given} is not a property that exists.`);
    const content = Object(value) as Fields;
    if (!(property.type in content)) throw invalid(`${given} is expected to be ${property.type}.`);
    if (property.type === "title" || property.type === "rich_text") checkedText(content[property.type]);
    return [property.name, { [property.type]: content[property.type] }];
  });
  return Object.fromEntries(checked);
}

function checkedText(items: unknown): RichText[] {
  if (!Array.isArray(items)) throw invalid("rich_text should be an array");
  for (const item of items) {
    if (plain([item]).length > 2000) throw invalid("text.content.length should be ≤ `2000`");
  }
  return items as RichText[];
}
