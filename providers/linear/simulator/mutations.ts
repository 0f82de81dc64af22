/** The mutations. */
import type { SimEffect } from "@svc/simulator";
import { attachmentEntity, commentEntity, findIssue, issueEntity } from "./entities.ts";
import { linearError, notFound } from "./errors.ts";
import type { StoredIssue } from "./model.ts";
import { seededId, type LinearWorld } from "./world.ts";

/** The context of a mutation. */
export interface Changing {
  readonly world: LinearWorld;
  readonly scopes: readonly string[];
  readonly timeMs: number;
  readonly effects: SimEffect[];
}

type IssueInput = Partial<Omit<StoredIssue, "labelIds">> & {
  readonly labelIds?: readonly string[] | null;
  readonly addedLabelIds?: readonly string[] | null;
  readonly removedLabelIds?: readonly string[] | null;
};

/** Builds the mutations. */
export function mutationsOf(changing: Changing) {
  const { world, timeMs, effects } = changing;
  const at = new Date(timeMs).toISOString();
  const done = { success: true, lastSyncId: effects.length + 1 };
  const allow = (...anyOf: string[]): void => {
    if (!anyOf.some((scope) => changing.scopes.includes(scope))) {
      throw linearError("forbidden", `Invalid scope: ${anyOf.join(" or ")} required`);
    }
  };
  return {
    issueCreate({ input }: { input: IssueInput & { teamId: string } }) {
      allow("write", "issues:create", "admin");
      const { labelIds, addedLabelIds: _, removedLabelIds: __, ...fields } = input;
      if (!world.teams.has(input.teamId)) throw notFound("Team");
      checkReferences(world, input);
      if (typeof input.id === "string" && world.issues.has(input.id)) {
        throw linearError("invalid input", `Entity Issue with id ${input.id} already exists`);
      }
      const title = input.title ?? "";
      if (title === "") throw linearError("invalid input", "title must not be empty");
      const issue = world.addIssue({ ...present(fields), teamId: input.teamId, title, labelIds: labelIds ?? [] }, at);
      effects.push({ kind: "issue.create", issue: issue.id });
      return { ...done, issue: issueEntity(world, issue) };
    },
    issueUpdate({ id, input }: { id: string; input: IssueInput }) {
      allow("write", "admin");
      const issue = findIssue(world, id);
      checkReferences(world, input);
      const { labelIds, addedLabelIds, removedLabelIds, ...fields } = input;
      const kept = (labelIds ?? issue.labelIds).filter((label) => !(removedLabelIds ?? []).includes(label));
      const labels = [...new Set([...kept, ...(addedLabelIds ?? [])])];
      const changed = world.issues.update(issue.id, { ...present(fields), labelIds: labels, updatedAt: at });
      effects.push({ kind: "issue.update", issue: issue.id });
      return { ...done, issue: issueEntity(world, changed) };
    },
    issueArchive({ id }: { id: string }) {
      allow("write", "admin");
      const issue = findIssue(world, id);
      const changed = world.issues.update(issue.id, { archivedAt: issue.archivedAt ?? at });
      effects.push({ kind: "issue.archive", issue: issue.id });
      return { ...done, entity: issueEntity(world, changed) };
    },
    commentCreate({ input }: { input: { id?: string; issueId?: string; body?: string; parentId?: string } }) {
      allow("write", "comments:create", "admin");
      const issue = findIssue(world, input.issueId ?? "");
      if (input.id !== undefined && world.comments.has(input.id)) {
        throw linearError("invalid input", `Entity Comment with id ${input.id} already exists`);
      }
      if (input.parentId !== undefined && !world.comments.has(input.parentId)) throw notFound("Comment");
      const comment = world.comments.create({
        ...(input.id === undefined ? {} : { id: input.id }),
        body: input.body ?? "",
        issueId: issue.id,
        userId: seededId(21),
        parentId: input.parentId ?? null,
        createdAt: at,
        updatedAt: at,
      });
      effects.push({ kind: "comment.create", comment: comment.id });
      return { ...done, comment: commentEntity(world, comment) };
    },
    attachmentCreate({ input }: { input: { issueId: string; url: string; title: string; subtitle?: string } }) {
      allow("write", "issues:create", "admin");
      const issue = findIssue(world, input.issueId);
      const { url, title, subtitle = null } = input;
      const fields = { url, title, subtitle, issueId: issue.id, updatedAt: at };
      const same = world.attachments.values().find((one) => one.issueId === issue.id && one.url === url);
      const attachment =
        same === undefined
          ? world.attachments.create({ ...fields, createdAt: at })
          : world.attachments.update(same.id, fields);
      effects.push({ kind: "attachment.create", attachment: attachment.id });
      return { ...done, attachment: attachmentEntity(world, attachment) };
    },
  };
}

function checkReferences(world: LinearWorld, input: IssueInput): void {
  const isAbsent = (collection: { has(id: string): boolean }, id: string | null | undefined) =>
    id !== undefined && id !== null && !collection.has(id);
  if (isAbsent(world.states, input.stateId)) throw notFound("WorkflowState");
  if (isAbsent(world.users, input.assigneeId)) throw notFound("User");
  if (isAbsent(world.projects, input.projectId)) throw notFound("Project");
  if (isAbsent(world.issues, input.parentId)) throw notFound("Issue");
  const labels = [input.labelIds, input.addedLabelIds, input.removedLabelIds].flatMap((ids) => ids ?? []);
  if (labels.some((id) => !world.labels.has(id))) throw notFound("IssueLabel");
}

function present<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
}
