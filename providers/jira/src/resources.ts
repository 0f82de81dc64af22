/**
 * Issues and related entities, with the fields that actions return:
 * https://developer.atlassian.com/cloud/jira/platform/rest/v3/
 */
import { content, flag, integer, orNull, part, shape, text, textsOf, time, type Field } from "@svc/provider-kit/shape";
import { Type, type TString } from "typebox";
import { textOfAdf } from "./adf.ts";

/** A field with a document as plain text. It is empty if there is no document. */
function documentText(from: string, description: string): Field<TString> {
  return { from, schema: Type.String({ description }), read: textOfAdf, inner: null };
}

const person = shape({
  accountId: text("accountId", "Id of the user, for other actions."),
  displayName: text("displayName", "Display name, subject to the user's privacy settings."),
});

const status = shape({
  id: text("id", "Id of the status."),
  name: text("name", "Name of the status."),
  category: text("statusCategory.key", "Category of the status: `new`, `indeterminate` or `done`."),
});

export const issue = shape({
  id: text("id", "Id of the issue."),
  key: text("key", "Key of the issue, such as `ENG-7`. It changes if the issue moves to another project."),
  summary: text("fields.summary", "Title of the issue."),
  description: documentText("fields.description", "Description of the issue, as plain text."),
  status: part("fields.status", status),
  issueType: text("fields.issuetype.name", "Name of the issue type, such as Task or Bug."),
  projectKey: text("fields.project.key", "Key of the issue's project."),
  priority: orNull(text("fields.priority.name", "Name of the priority.")),
  assignee: orNull(part("fields.assignee", person)),
  reporter: orNull(part("fields.reporter", person)),
  labels: textsOf("fields.labels", "Labels of the issue."),
  dueDate: orNull(text("fields.duedate", "Due date.")),
  parentKey: orNull(text("fields.parent.key", "Key of the parent issue.")),
  createdAt: time("fields.created", "When it was created."),
  updatedAt: time("fields.updated", "When it last changed."),
});

/** An issue that was just created. */
export const createdIssue = shape({ id: text("id", "Id of the issue."), key: text("key", "Key of the issue.") });

/** A transition that is possible now. */
export const transition = shape({
  id: text("id", "Id of the transition, for `issues.transition`."),
  name: text("name", "Name of the transition."),
  to: part("to", status),
});

export const comment = shape({
  id: text("id", "Id of the comment."),
  author: orNull(part("author", person)),
  body: documentText("body", "Content of the comment, as plain text."),
  createdAt: time("created", "When it was written."),
  updatedAt: time("updated", "When it last changed."),
});

/** A comment that was just written. */
export const writtenComment = shape({ ...comment.fields, body: content(comment.fields.body) });

/** A work log entry. */
export const worklog = shape({
  id: text("id", "Id of the entry."),
  author: orNull(part("author", person)),
  comment: documentText("comment", "Description of the work, as plain text."),
  startedAt: time("started", "When the work started."),
  timeSpentSeconds: integer("timeSpentSeconds", "Time spent, in seconds."),
});

/** An entry that was just written. */
export const writtenWorklog = shape({ ...worklog.fields, comment: content(worklog.fields.comment) });

/** A link to a page outside Jira. */
export const link = shape({
  id: integer("id", "Id of the link."),
  globalId: orNull(text("globalId", "Global id of the link, which its creator chose.")),
  url: text("object.url", "URL of the linked page."),
  title: text("object.title", "Title of the link."),
});

export const project = shape({
  id: text("id", "Id of the project."),
  key: text("key", "Key of the project, the prefix of its issues' keys."),
  name: text("name", "Name of the project."),
  type: text("projectTypeKey", "Type of the project: `software`, `service_desk`, `business` or `product_discovery`."),
});

export const issueType = shape({
  id: text("id", "Id of the issue type."),
  name: text("name", "Name of the issue type, for `issues.create`."),
  subtask: flag("subtask", "Whether it is a subtask, which needs a parent."),
});

export const user = shape({
  ...person.fields,
  email: orNull(text("emailAddress", "Email address; null if the user hides it.")),
  active: flag("active", "Whether the user can still use the site."),
});
