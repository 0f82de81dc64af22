/** Issues and comments in the API's format. Follows docs.github.com/en/rest/issues/issues#get-an-issue. */
import { associationOf } from "../access.ts";
import type { RegisteredApp } from "../apps.ts";
import type { Comment, Issue, Label, Milestone, Repository } from "../model.ts";
import { seededAtMs } from "../world.ts";
import { simpleUser, userOrNull, usersOf } from "./accounts.ts";
import { repositoryHtmlUrl, repositoryUrl } from "./repositories.ts";
import { bodyFields, htmlOrigin, nodeId, timeOf, timeOrNull } from "./view.ts";
import type { Shape, View } from "./view.ts";

/** The schema `issue`; a pull request also has `pull_request`. */
export function issueShape(issue: Issue, repository: Repository, view: View): Shape {
  const repositoryApi = repositoryUrl(repository, view);
  const url = `${repositoryApi}/issues/${issue.number}`;
  return {
    url,
    repository_url: repositoryApi,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: `${repositoryHtmlUrl(repository, view)}/${issue.pull === null ? "issues" : "pull"}/${issue.number}`,
    id: issue.id,
    node_id: nodeId(issue.pull === null ? "Issue" : "PullRequest", issue.id),
    number: issue.number,
    title: issue.title,
    user: userOrNull(issue.authorId, view),
    labels: labelsOf(issue, repository, view),
    state: issue.state,
    locked: issue.locked,
    assignee: userOrNull(issue.assigneeIds[0] ?? null, view),
    assignees: usersOf(issue.assigneeIds, view),
    milestone: milestoneOf(issue, repository, view),
    comments: issue.comments.length,
    created_at: timeOf(issue.createdAtMs),
    updated_at: timeOf(issue.updatedAtMs),
    closed_at: timeOrNull(issue.closedAtMs),
    closed_by: userOrNull(issue.closedById, view),
    author_association: associationOf(issue.authorId, repository, view.world),
    type: null,
    active_lock_reason: issue.lockReason,
    ...pullFields(issue, repository, view),
    sub_issues_summary: { total: 0, completed: 0, percent_completed: 0 },
    issue_dependencies_summary: { blocked_by: 0, total_blocked_by: 0, blocking: 0, total_blocking: 0 },
    ...bodyFields(issue.body, view.format),
    reactions: reactions(url),
    timeline_url: `${url}/timeline`,
    performed_via_github_app: appShape(view.world.apps.get(issue.appClientId ?? ""), view),
    state_reason: issue.stateReason,
    pinned_comment: null,
  };
}

/** The schema `issue-comment`. */
export function commentShape(comment: Comment, issue: Issue, repository: Repository, view: View): Shape {
  const repositoryApi = repositoryUrl(repository, view);
  const url = `${repositoryApi}/issues/comments/${comment.id}`;
  const page = `${repositoryHtmlUrl(repository, view)}/${issue.pull === null ? "issues" : "pull"}/${issue.number}`;
  return {
    url,
    html_url: `${page}#issuecomment-${comment.id}`,
    issue_url: `${repositoryApi}/issues/${issue.number}`,
    id: comment.id,
    node_id: nodeId("IssueComment", comment.id),
    user: userOrNull(comment.authorId, view),
    created_at: timeOf(comment.createdAtMs),
    updated_at: timeOf(comment.createdAtMs),
    ...bodyFields(comment.body, view.format),
    author_association: associationOf(comment.authorId, repository, view.world),
    reactions: reactions(url),
    performed_via_github_app: appShape(view.world.apps.get(comment.appClientId ?? ""), view),
    pin: null,
    minimized: null,
  };
}

/** The labels of an issue, in the schema `label`. */
export function labelsOf(issue: Issue, repository: Repository, view: View): readonly Shape[] {
  const found = issue.labels.map((name) => repository.labels.find((label) => label.name === name));
  return found.filter((label) => label !== undefined).map((label) => labelShape(label, repository, view));
}

/** The milestone of an issue, in the schema `nullable-milestone`. */
export function milestoneOf(issue: Issue, repository: Repository, view: View): Shape | null {
  const milestone = repository.milestones.find(({ number }) => number === issue.milestoneNumber);
  return milestone === undefined ? null : milestoneShape(milestone, repository, view);
}

function labelShape(label: Label, repository: Repository, view: View): Shape {
  return {
    id: label.id,
    node_id: nodeId("Label", label.id),
    url: `${repositoryUrl(repository, view)}/labels/${encodeURIComponent(label.name)}`,
    name: label.name,
    color: label.color,
    default: label.isDefault,
    description: label.description,
  };
}

function milestoneShape(milestone: Milestone, repository: Repository, view: View): Shape {
  const url = `${repositoryUrl(repository, view)}/milestones/${milestone.number}`;
  const within = [...repository.issues.values()].filter((issue) => issue.milestoneNumber === milestone.number);
  return {
    url,
    html_url: `${repositoryHtmlUrl(repository, view)}/milestone/${milestone.number}`,
    labels_url: `${url}/labels`,
    id: milestone.id,
    node_id: nodeId("Milestone", milestone.id),
    number: milestone.number,
    title: milestone.title,
    description: milestone.description,
    creator: userOrNull(milestone.creatorId, view),
    open_issues: within.filter(({ state }) => state === "open").length,
    closed_issues: within.filter(({ state }) => state === "closed").length,
    state: milestone.state,
    created_at: timeOf(milestone.createdAtMs),
    updated_at: timeOf(milestone.createdAtMs),
    due_on: timeOrNull(milestone.dueOnMs),
    closed_at: null,
  };
}

function pullFields({ pull, number }: Issue, repository: Repository, view: View): Shape {
  if (pull === null) return {};
  const page = `${repositoryHtmlUrl(repository, view)}/pull/${number}`;
  return {
    draft: pull.draft,
    pull_request: {
      url: `${repositoryUrl(repository, view)}/pulls/${number}`,
      html_url: page,
      diff_url: `${page}.diff`,
      patch_url: `${page}.patch`,
      merged_at: timeOrNull(pull.mergedAtMs),
    },
  };
}

function reactions(url: string): Shape {
  const counts = { "+1": 0, "-1": 0, laugh: 0, hooray: 0, confused: 0, heart: 0, rocket: 0, eyes: 0 };
  return { url: `${url}/reactions`, total_count: 0, ...counts };
}

function appShape(app: RegisteredApp | undefined, view: View): Shape | null {
  const owner = [...view.world.accounts.values()][0];
  if (app === undefined || app.kind === "oauth_app" || owner === undefined) return null;
  const slug = app.name.toLowerCase().replaceAll(" ", "-");
  return {
    id: 1,
    client_id: app.clientId,
    slug,
    node_id: nodeId("App", 1),
    owner: simpleUser(owner, view),
    name: app.name,
    description: null,
    external_url: "https://example.com",
    html_url: `${htmlOrigin}/apps/${slug}`,
    created_at: timeOf(seededAtMs),
    updated_at: timeOf(seededAtMs),
    permissions: app.permissions,
    events: [],
  };
}
