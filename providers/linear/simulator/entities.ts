/** Stored entities in the form of the schema. References are resolved when they are requested. */
import { notFound } from "./errors.ts";
import type { StoredAttachment, StoredComment, StoredIssue } from "./model.ts";
import type { LinearWorld } from "./world.ts";

export function issueEntity(world: LinearWorld, issue: StoredIssue) {
  const identifier = world.identifierOf(issue);
  return {
    ...issue,
    identifier,
    url: `https://linear.app/simulated/issue/${identifier}`,
    priorityLabel: ["No priority", "Urgent", "High", "Medium", "Low"][issue.priority] ?? "",
    previousIdentifiers: [],
    reactions: [],
    metadata: {},
    sharedAccess: {
      isShared: false,
      sharedWithCount: 0,
      sharedWithUsers: [],
      viewerHasOnlySharedAccess: false,
      disallowedIssueFields: [],
    },
    team: () => world.teams.find(issue.teamId),
    state: () => stateEntity(world, issue.stateId),
    assignee: () => world.users.get(issue.assigneeId ?? "") ?? null,
    creator: () => world.users.get(issue.creatorId ?? "") ?? null,
    project: () => (issue.projectId === null ? null : projectEntity(world, issue.projectId)),
    parent: (): unknown => (issue.parentId === null ? null : issueEntity(world, world.issues.find(issue.parentId))),
  };
}

/** Finds an issue by id or identifier. Throws a `GraphQLError` if there is none. */
export function findIssue(world: LinearWorld, id: string): StoredIssue {
  const found = world.issues.get(id) ?? world.issues.values().find((issue) => world.identifierOf(issue) === id);
  if (found === undefined) throw notFound("Issue");
  return found;
}

/** A workflow state. */
export function stateEntity(world: LinearWorld, id: string) {
  const state = world.states.find(id);
  return { ...state, team: () => world.teams.find(state.teamId) };
}

export function labelEntity(world: LinearWorld, id: string) {
  const label = world.labels.find(id);
  return { ...label, team: () => world.teams.get(label.teamId ?? "") ?? null };
}

export function projectEntity(world: LinearWorld, id: string) {
  const project = world.projects.find(id);
  const url = `https://linear.app/simulated/project/${project.name.toLowerCase()}`;
  const status = { id: `status-${project.state}`, name: project.state, type: project.state };
  return { ...project, url, status, lead: () => world.users.get(project.leadId ?? "") ?? null };
}

export function commentEntity(world: LinearWorld, comment: StoredComment): Readonly<Record<string, unknown>> {
  const parent = world.comments.get(comment.parentId ?? "");
  return {
    ...comment,
    url: `https://linear.app/simulated/comment/${comment.id}`,
    reactions: [],
    user: () => world.users.get(comment.userId) ?? null,
    issue: () => issueEntity(world, world.issues.find(comment.issueId)),
    parent: () => (parent === undefined ? null : commentEntity(world, parent)),
  };
}

/** A link. */
export function attachmentEntity(world: LinearWorld, attachment: StoredAttachment) {
  return {
    ...attachment,
    metadata: {},
    groupBySource: false,
    issue: () => issueEntity(world, world.issues.find(attachment.issueId)),
  };
}
