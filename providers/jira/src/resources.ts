/** Issues and what belongs to them, as far as they are returned: https://developer.atlassian.com/cloud/jira/platform/rest/v3/ */
import { flag, integer, orNull, part, shape, text, textsOf, time, type Field } from "@svc/provider-kit/shape";
import { Type, type TString } from "typebox";
import { textOfAdf } from "./adf.ts";

/** A document, as plain text. A missing one is empty. */
function documentText(from: string, description: string): Field<TString> {
  return { from, schema: Type.String({ description }), read: textOfAdf, inner: null };
}

const person = shape({
  accountId: text("accountId", "Id of the user, which other actions take."),
  displayName: text("displayName", "Name, as far as the user shows it."),
});

const status = shape({
  id: text("id", "Id of the status."),
  name: text("name", "Its name."),
  category: text("statusCategory.key", "new, indeterminate or done."),
});

/** An issue. */
export const issue = shape({
  id: text("id", "Id of the issue."),
  key: text("key", "Its key, such as `ENG-7`. It changes if the issue moves to another project."),
  summary: text("fields.summary", "Its title."),
  description: documentText("fields.description", "Its description, as plain text."),
  status: part("fields.status", status),
  issueType: text("fields.issuetype.name", "Its type, such as Task or Bug."),
  projectKey: text("fields.project.key", "Key of its project."),
  priority: orNull(text("fields.priority.name", "Its priority.")),
  assignee: orNull(part("fields.assignee", person)),
  reporter: orNull(part("fields.reporter", person)),
  labels: textsOf("fields.labels", "Its labels."),
  dueDate: orNull(text("fields.duedate", "The day by which it is due.")),
  parentKey: orNull(text("fields.parent.key", "Key of the issue of which it is a part.")),
  createdAt: time("fields.created", "When it was created."),
  updatedAt: time("fields.updated", "When it last changed."),
});

/** An issue that was just created. */
export const createdIssue = shape({ id: text("id", "Id of the issue."), key: text("key", "Its key.") });

/** A transition that is possible now. */
export const transition = shape({
  id: text("id", "Id of the transition, which `issues.transition` takes."),
  name: text("name", "Its name."),
  to: part("to", status),
});

/** A comment. */
export const comment = shape({
  id: text("id", "Id of the comment."),
  author: orNull(part("author", person)),
  body: documentText("body", "Its text, as plain text."),
  createdAt: time("created", "When it was written."),
  updatedAt: time("updated", "When it last changed."),
});

/** Time that was logged. */
export const worklog = shape({
  id: text("id", "Id of the entry."),
  author: orNull(part("author", person)),
  comment: documentText("comment", "What was done, as plain text."),
  startedAt: time("started", "When the work began."),
  timeSpentSeconds: integer("timeSpentSeconds", "How long it took, in seconds."),
});

/** A link to something outside of Jira. */
export const link = shape({
  id: integer("id", "Id of the link."),
  globalId: orNull(text("globalId", "Its permanent id.")),
  url: text("object.url", "What it links to."),
  title: text("object.title", "Its title."),
});

/** A project. */
export const project = shape({
  id: text("id", "Id of the project."),
  key: text("key", "Its key, with which its issues' keys begin."),
  name: text("name", "Its name."),
  type: text("projectTypeKey", "software, service_desk, business or product_discovery."),
});

/** A type of issues. */
export const issueType = shape({
  id: text("id", "Id of the type."),
  name: text("name", "Its name, which `issues.create` takes."),
  subtask: flag("subtask", "Whether it needs a parent."),
});

/** A user. */
export const user = shape({
  ...person.fields,
  email: orNull(text("emailAddress", "Email address, if the user shows it.")),
  active: flag("active", "Whether the user can still use the site."),
});
