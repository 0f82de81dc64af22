/** Previews of issue changes, for the person who approves them. */
import { listed, ProviderFailure, quoted, shortened, type Preview, type ReadPort } from "@svc/provider-kit";
import type { Static } from "typebox";
import { readPage } from "./client.ts";
import type { listDocuments } from "./documents.ts";
import { readIssue } from "./evidence.ts";
import { attachment, state, team, user, type issue } from "./resources.ts";

type Issue = Static<typeof issue.schema>;
/** The maximum length of an identifier, and of a name within a list, in characters. */
const nameMax = 30;

type OfIssue = { issueId?: string | undefined };

/** Previews a new issue: its team. */
export async function previewCreation(
  { teamId = "" }: { teamId?: string | undefined },
  provider: ReadPort,
): Promise<Preview> {
  const { id, key, name } = await readOne(provider, "teams", teamId, team);
  return {
    text: `Creates an issue in the team ${quoted(name)} (${shortened(key, nameMax)}).`,
    precondition: { id, key, name },
  };
}

export async function previewComment({ issueId = "" }: OfIssue, provider: ReadPort): Promise<Preview> {
  const now = await readIssue(provider, issueId);
  return {
    text: `Comments on ${subject(now)}, which is ${status(now)}, and notifies its subscribers.`,
    precondition: { ...shown(now), isArchived: now.archivedAt !== null },
  };
}

export async function previewArchive({ issueId = "" }: OfIssue, provider: ReadPort): Promise<Preview> {
  const now = await readIssue(provider, issueId);
  const then = now.archivedAt === null ? "and would be archived" : "so nothing would change";
  return {
    text: `${subject(now)} is ${status(now)}${now.archivedAt === null ? " " : ", "}${then}.`,
    precondition: { ...shown(now), state: now.state.id, isArchived: now.archivedAt !== null },
  };
}

/** The fields of an update. */
type Wanted = {
  title?: string | undefined;
  assigneeId?: string | undefined;
  stateId?: string | undefined;
  priority?: number | undefined;
  projectId?: string | undefined;
  dueDate?: string | undefined;
  addLabelIds?: readonly string[] | undefined;
  removeLabelIds?: readonly string[] | undefined;
};

/** Previews changed fields: their current values, and the new state and assignee by name. */
export async function previewUpdate(
  { issueId = "", ...wanted }: OfIssue & Wanted,
  provider: ReadPort,
  withheld: readonly string[],
): Promise<Preview> {
  const now = await readIssue(provider, issueId);
  const setsDescription = withheld.includes("description");
  const { addLabelIds: added = [], removeLabelIds: removed = [] } = wanted;
  const before = {
    title: wanted.title === undefined ? null : quoted(now.title),
    priority: wanted.priority === undefined ? null : now.priority,
    projectId: wanted.projectId === undefined ? null : (now.project?.id ?? "none"),
    dueDate: wanted.dueDate === undefined ? null : (now.dueDate ?? "none"),
    assigneeId: wanted.assigneeId === undefined ? null : (now.assignee?.id ?? "none"),
    labelIds: now.labelIds.filter((id) => added.includes(id) || removed.includes(id)).sort(),
    description: setsDescription ? now.description : null,
  };
  const words = [...(await namedChanges(wanted, now, provider)), ...valueChanges({ ...wanted, setsDescription }, now)];
  const changes = words.length === 0 ? "Nothing would change" : `Its ${listed(words, words.length)} would be set`;
  return {
    text: `${subject(now)} is ${status(now)}. ${changes}.`,
    precondition: { ...shown(now), state: now.state.id, isArchived: now.archivedAt !== null, before },
  };
}

/** Describes a new state and a new assignee by name. */
async function namedChanges({ stateId, assigneeId }: Wanted, now: Issue, provider: ReadPort): Promise<string[]> {
  const newState = stateId === undefined ? null : await readOne(provider, "workflowStates", stateId, state);
  const newUser = assigneeId === undefined ? null : await readOne(provider, "users", assigneeId, user);
  return [
    ...(newState === null ? [] : [`state (to ${quoted(newState.name, nameMax)})`]),
    ...(newUser === null ? [] : [`assignee (from ${nameOf(now.assignee)} to ${quoted(newUser.name, nameMax)})`]),
  ];
}

function valueChanges(wanted: Wanted & { setsDescription: boolean }, now: Issue): string[] {
  const { title, setsDescription, priority, projectId, dueDate, addLabelIds: added, removeLabelIds: removed } = wanted;
  const lost = removed?.filter((id) => now.labelIds.includes(id)).length ?? 0;
  const gained = added?.filter((id) => !now.labelIds.includes(id)).length ?? 0;
  return [
    ...(title === undefined ? [] : ["title"]),
    ...(setsDescription ? ["description"] : []),
    ...(priority === undefined ? [] : [`priority (now ${priorities[now.priority] ?? "unknown"})`]),
    ...(projectId === undefined ? [] : [`project (now ${nameOf(now.project)})`]),
    ...(dueDate === undefined ? [] : [`due date (now ${shortened(now.dueDate ?? "none", nameMax)})`]),
    ...(added === undefined && removed === undefined
      ? []
      : [`labels (${String(gained)} added, ${String(lost)} removed)`]),
  ];
}

function nameOf(named: { name: string } | null): string {
  return named === null ? "none" : quoted(named.name, nameMax);
}

const priorities = ["none", "urgent", "high", "medium", "low"];

/** Previews a link: whether the issue already has one to the URL. */
export async function previewLink(
  { issueId = "", url = "" }: OfIssue & { url?: string | undefined },
  provider: ReadPort,
): Promise<Preview> {
  const now = await readIssue(provider, issueId);
  const { nodes } = await readPage(provider, "attachments", { filter: { url: { eq: url } }, pageSize: 100 });
  const link = nodes.map(attachment.read).find(({ issue }) => issue.id === now.id);
  const what =
    link === undefined
      ? "has no link to this URL and would get one"
      : `has a link to this URL with the title ${quoted(link.title)}, which would be replaced`;
  return {
    text: `${subject(now)} ${what}.`,
    precondition: {
      ...shown(now),
      link: link === undefined ? null : [link.id, quoted(link.title, 500), link.subtitle],
    },
  };
}

/** Reads one entity of a list by its id. @throws ProviderFailure `RESOURCE_NOT_FOUND` if there is none. */
async function readOne<Entity extends { id: string }>(
  provider: ReadPort,
  name: keyof typeof listDocuments,
  id: string,
  { read }: { read: (value: unknown) => Entity },
): Promise<Entity> {
  const { nodes } = await readPage(provider, name, { filter: { id: { eq: id } }, pageSize: 1 });
  const found = nodes.map(read).find((one) => one.id === id);
  if (found !== undefined) return found;
  throw new ProviderFailure({
    code: "RESOURCE_NOT_FOUND",
    detail: "Linear has no team, state or user with this id, or the connection's user can't see it.",
  });
}

function subject({ identifier, title }: Issue): string {
  return `${shortened(identifier, nameMax)} ${quoted(title)}`;
}

function status({ state, archivedAt }: Issue): string {
  return archivedAt === null ? `in ${quoted(state.name, nameMax)}` : "archived";
}

/** The fields by which a person recognizes an issue. */
function shown({ id, title }: Issue) {
  return { id, title: quoted(title) };
}
