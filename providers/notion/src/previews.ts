/** Previews of page changes, for the person who approves them. */
import { checksumOf, listed, quoted, shortened, type Preview, type ReadPort } from "@svc/provider-kit";
import type { Static } from "typebox";
import { dataSourceRequest, pageRequest } from "./client.ts";
import { readNow } from "./evidence.ts";
import { readDataSource, readPage, type pageSchema } from "./resources.ts";

type Page = Pick<Static<typeof pageSchema>, "id" | "title" | "inTrash">;
type OfPage = { pageId?: string | undefined };

/** Previews a new page: its parent page or data source. */
export async function previewCreation(
  { parentPageId, dataSourceId = "" }: { parentPageId?: string | undefined; dataSourceId?: string | undefined },
  provider: ReadPort,
): Promise<Preview> {
  if (parentPageId !== undefined) {
    const parent = await readNow(provider, parentPageId);
    return { text: `Creates a page in ${subject(parent)}.`, precondition: shown(parent) };
  }
  const parent = readDataSource((await provider.read(dataSourceRequest(dataSourceId), { accept: [200] })).body);
  return { text: `Creates a page in ${subject(parent, "data source")}.`, precondition: shown(parent) };
}

/** Previews changed properties and their current values. */
export async function previewUpdate(
  { pageId = "", properties = [] }: OfPage & { properties?: readonly { name: string }[] | undefined },
  provider: ReadPort,
): Promise<Preview> {
  const now = await readNow(provider, pageId);
  const before = properties.map(({ name }) => ({
    name,
    text: now.properties.find((property) => property.name === name)?.text ?? null,
  }));
  const words = before.map(
    ({ name, text }) => `${quoted(name, 30)} (now ${text === null || text === "" ? "empty" : quoted(text, 30)})`,
  );
  return {
    text: `Sets ${listed(words, 3)} on ${subject(now)}.`,
    // Other properties and the page's content don't matter.
    precondition: { ...shown(now), before: checksumOf(before) },
  };
}

/** Previews moving a page to the trash. */
export async function previewTrash({ pageId = "" }: OfPage, provider: ReadPort): Promise<Preview> {
  const now = await readNow(provider, pageId);
  const named = subject({ ...now, inTrash: false });
  return {
    text: now.inTrash
      ? `${named.replace(/^t/, "T")} is already in the trash.`
      : `Moves ${named} to the trash, with everything in it.`,
    precondition: shown(now),
  };
}

/** Previews added text: the page. A block has no name. */
export async function previewAppend(
  { blockId = "" }: { blockId?: string | undefined },
  provider: ReadPort,
): Promise<Preview> {
  const { status, body } = await provider.read(pageRequest(blockId), { accept: [200, 404] });
  if (status === 404) return { text: `Adds text to the block ${shortened(blockId)}.`, precondition: null };
  const page = readPage(body);
  return { text: `Adds text at the end of ${subject(page)}.`, precondition: shown(page) };
}

/**
 * Previews a comment: its page. A discussion isn't read, because it is only in the list of all comments on its page.
 */
export async function previewComment(
  { pageId, discussionId = "" }: OfPage & { discussionId?: string | undefined },
  provider: ReadPort,
): Promise<Preview> {
  if (pageId === undefined)
    return { text: `Replies in the discussion ${shortened(discussionId)}.`, precondition: null };
  const page = await readNow(provider, pageId);
  return { text: `Comments on ${subject(page)}.`, precondition: shown(page) };
}

function subject({ title, inTrash }: Page, kind: string = "page"): string {
  const named = title === null || title === "" ? `the ${kind} without a title` : `the ${kind} ${quoted(title)}`;
  return `${named}${inTrash ? ", which is in the trash" : ""}`;
}

/** The fields by which a person recognizes a page. */
function shown({ id, title, inTrash }: Page) {
  return { id, title: title === null ? null : quoted(title), inTrash };
}
