/** Previews of issue changes, for the person who approves them. */
import { listed, ProviderFailure, quoted, shortened, type Preview, type ReadPort } from "@svc/provider-kit";
import { list, record } from "@svc/provider-kit/shape";
import type { Static } from "typebox";
import { projectsRequest, transitionsRequest, usersRequest } from "./client.ts";
import { readIssue } from "./evidence.ts";
import { project, transition, user, type issue } from "./resources.ts";

type Issue = Static<typeof issue.schema>;
type OfIssue = { issueKey?: string | undefined };

/** The maximum length of a name within a list, in characters. */
const nameMax = 30;

/** Previews a new issue: its project. */
export async function previewCreation(
  { projectKey = "", issueType = "" }: { projectKey?: string | undefined; issueType?: string | undefined },
  provider: ReadPort,
): Promise<Preview> {
  const { body } = await provider.read(projectsRequest({ keys: projectKey, maxResults: 1 }), { accept: [200] });
  const found = list(record(body)["values"])
    .map(project.read)
    .find(({ key }) => key === projectKey);
  if (found === undefined) {
    throw new ProviderFailure({
      code: "RESOURCE_NOT_FOUND",
      detail: "Jira has no project with this key, or the user can't see it.",
    });
  }
  const { id, key, name } = found;
  return {
    text: `Creates an issue of type ${quoted(issueType)} in the project ${quoted(name)} (${shortened(key, nameMax)}).`,
    precondition: { id, key, name },
  };
}

/** Previews an addition to an issue. @param does the beginning of the sentence, such as "Comments on". */
export async function previewAddition(does: string, { issueKey = "" }: OfIssue, provider: ReadPort): Promise<Preview> {
  const now = await readIssue(provider, issueKey);
  // A new status or other changed fields don't make it another issue.
  return { text: `${does} ${subject(now)}, which is in ${status(now)}.`, precondition: shown(now) };
}

/** Previews changed fields and their current values. */
export async function previewUpdate(
  {
    issueKey = "",
    ...wanted
  }: OfIssue & {
    summary?: string | undefined;
    priority?: string | undefined;
    dueDate?: string | undefined;
    addLabels?: readonly string[] | undefined;
    removeLabels?: readonly string[] | undefined;
  },
  provider: ReadPort,
  withheld: readonly string[],
): Promise<Preview> {
  const now = await readIssue(provider, issueKey);
  const setsDescription = withheld.includes("description");
  const { addLabels: added = [], removeLabels: removed = [] } = wanted;
  const gained = added.filter((label) => !now.labels.includes(label));
  const lost = removed.filter((label) => now.labels.includes(label));
  const words = [
    ...(wanted.summary === undefined ? [] : ["title"]),
    ...(setsDescription ? ["description"] : []),
    ...(wanted.priority === undefined
      ? []
      : [`priority (now ${now.priority === null ? "none" : quoted(now.priority, nameMax)})`]),
    ...(wanted.dueDate === undefined
      ? []
      : [`due date (now ${now.dueDate === null ? "none" : shortened(now.dueDate, nameMax)})`]),
    ...(wanted.addLabels === undefined && wanted.removeLabels === undefined
      ? []
      : [`labels (${String(gained.length)} added, ${String(lost.length)} removed)`]),
  ];
  const before = {
    description: setsDescription ? now.description : null,
    priority: wanted.priority === undefined ? null : (now.priority ?? ""),
    dueDate: wanted.dueDate === undefined ? null : (now.dueDate ?? ""),
    gained: gained.sort(),
    lost: lost.sort(),
  };
  const changes = words.length === 0 ? "Nothing would change" : `Its ${listed(words)} would be set`;
  return { text: `${subject(now)} is in ${status(now)}. ${changes}.`, precondition: { ...shown(now), before } };
}

/** Previews an assignment: the current assignee and the new one. */
export async function previewAssignment(
  { issueKey = "", assigneeId = null }: OfIssue & { assigneeId?: string | null | undefined },
  provider: ReadPort,
): Promise<Preview> {
  const now = await readIssue(provider, issueKey);
  const before = now.assignee === null ? "no one" : quoted(now.assignee.displayName);
  const after = assigneeId === null ? "no one" : await nameOf(provider, assigneeId);
  return {
    text: `${subject(now)} is assigned to ${before}, and would be assigned to ${after}.`,
    precondition: { ...shown(now), assignee: now.assignee?.accountId ?? null, after },
  };
}

/** Previews a transition: the current status and the new one. */
export async function previewTransition(
  { issueKey = "", transitionId = "" }: OfIssue & { transitionId?: string | undefined },
  provider: ReadPort,
): Promise<Preview> {
  const now = await readIssue(provider, issueKey);
  const { name, to } = await findTransition(provider, issueKey, transitionId);
  return {
    text: `${subject(now)} is in ${status(now)} and would move to ${quoted(to.name)} with the transition ${quoted(name)}.`,
    precondition: { ...shown(now), from: now.status.id, to: to.id },
  };
}

/** Reads a transition that is possible for an issue. @throws ProviderFailure `PROVIDER_REJECTED` if it isn't. */
export async function findTransition(provider: ReadPort, issueKey: string, id: string) {
  const { body } = await provider.read(transitionsRequest(issueKey), { accept: [200] });
  const found = list(record(body)["transitions"])
    .map(transition.read)
    .find((one) => one.id === id);
  if (found !== undefined) return found;
  throw new ProviderFailure({
    code: "PROVIDER_REJECTED",
    detail: "The issue doesn't currently have this transition. List its transitions again. Nothing was changed.",
  });
}

/** Returns a user's name, or the id if the connection's user can't find them. */
async function nameOf(provider: ReadPort, accountId: string): Promise<string> {
  const { body } = await provider.read(usersRequest({ accountId, maxResults: 1 }), { accept: [200] });
  const found = list(body)
    .map(user.read)
    .find((one) => one.accountId === accountId);
  return found === undefined ? `the user ${shortened(accountId, 128)}` : quoted(found.displayName);
}

function subject({ key, summary }: Issue): string {
  return `${shortened(key, nameMax)} ${quoted(summary)}`;
}

function status({ status }: Issue): string {
  return quoted(status.name, nameMax);
}

/** The fields by which a person recognizes an issue. */
function shown({ id, summary }: Issue) {
  return { id, title: quoted(summary) };
}
