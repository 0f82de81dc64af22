/** Issues, pull requests as issues, and comments (`issue`, `issue-search-result-item`, `issue-comment`). */
import { Type } from "typebox";
import { markedText } from "../markers.ts";
import { count, flag, list, listOf, orNull, part, shape, text, time, type Field } from "@svc/provider-kit/shape";
import { account } from "./accounts.ts";

export const label = shape({
  name: text("name", "Name of the label."),
  color: orNull(text("color", "Color as six hexadecimal digits.")),
  description: orNull(text("description", "Description of the label.")),
});

export const milestone = shape(
  {
    number: count("number", "Number of the milestone."),
    title: text("title", "Title of the milestone."),
    state: text("state", "State: open or closed."),
    dueOn: orNull(time("due_on", "When it is due.")),
  },
  { description: "Its milestone; null if it has none." },
);

const pullRequestLink = shape(
  {
    htmlUrl: orNull(text("html_url", "URL of the pull request on github.com.")),
    mergedAt: orNull(time("merged_at", "When it was merged.")),
  },
  { description: "Present if this is a pull request; null for an issue." },
);

/** Labels of an issue. According to GitHub's documentation, a label may be just a name. */
const issueLabels: Field<ReturnType<typeof labelsSchema>> = {
  from: "labels",
  schema: labelsSchema(),
  read: (value) => list(value).map((item) => label.read(typeof item === "string" ? { name: item, color: null } : item)),
  inner: label.fields,
};

function labelsSchema() {
  return Type.Array(label.schema, { description: "Its labels." });
}

const common = {
  id: count("id", "Global id of the issue, also for a pull request."),
  number: count("number", "Number in the repository: the `number` that other actions take."),
  title: text("title", "Title."),
  state: text("state", "State: open or closed."),
  stateReason: orNull(text("state_reason", "Reason for the state, such as completed, not_planned or reopened.")),
  htmlUrl: text("html_url", "URL of the issue on github.com."),
  repositoryUrl: text("repository_url", "URL of its repository in GitHub's API."),
  user: orNull(part("user", account)),
  labels: issueLabels,
  assignees: listOf("assignees", "Its assignees.", account),
  milestone: orNull(part("milestone", milestone)),
  type: orNull(text("type.name", "Its issue type (GitHub's `type.name`); null if it has none.")),
  locked: flag("locked", "Whether only collaborators can comment."),
  comments: count("comments", "Number of comments."),
  pullRequest: orNull(part("pull_request", pullRequestLink)),
  draft: orNull(flag("draft", "Whether it is a draft pull request.")),
  authorAssociation: orNull(text("author_association", "The author's relation to the repository, such as MEMBER.")),
  createdAt: time("created_at", "When it was created."),
  updatedAt: time("updated_at", "When it last changed."),
  closedAt: orNull(time("closed_at", "When it was closed.")),
};

const body = { body: markedText("body", "Its text in GitHub's Markdown.") };

/** An issue, or a pull request shown as one. */
export const issue = shape({
  ...common,
  ...body,
  closedBy: orNull(part("closed_by", account)),
});

/** A search result. */
export const foundIssue = shape({ ...common, ...body });

/** The output for a written issue: everything except its text, which the caller has. */
export const writtenIssue = shape({
  id: common.id,
  number: common.number,
  title: common.title,
  state: common.state,
  stateReason: common.stateReason,
  htmlUrl: common.htmlUrl,
  labels: common.labels,
  assignees: common.assignees,
  milestone: common.milestone,
  type: common.type,
  createdAt: common.createdAt,
  updatedAt: common.updatedAt,
});

/** The output for a written comment. */
export const writtenComment = shape({
  id: count("id", "Id of the comment."),
  htmlUrl: text("html_url", "URL of the comment on github.com."),
  user: orNull(part("user", account)),
  createdAt: time("created_at", "When it was created."),
  updatedAt: time("updated_at", "When it last changed."),
});

export const comment = shape({
  ...writtenComment.fields,
  ...body,
  authorAssociation: orNull(text("author_association", "The author's relation to the repository, such as MEMBER.")),
});
