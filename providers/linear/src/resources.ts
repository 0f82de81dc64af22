/** Linear's entities, with the fields that actions return. */
import { content, decimal, flag, integer, orNull, part, shape, text, textsOf, time } from "@svc/provider-kit/shape";

const named = (what: string) =>
  shape({ id: text("id", `Id of the ${what}.`), name: text("name", `Name of the ${what}.`) });

/** The workflow state of an issue. */
const stateOfIssue = shape({
  id: text("id", "Id of the state."),
  name: text("name", "Name of the state."),
  type: text("type", "Type of the state: `triage`, `backlog`, `unstarted`, `started`, `completed` or `canceled`."),
});

export const issue = shape({
  id: text("id", "UUID of the issue."),
  identifier: text(
    "identifier",
    "Human-readable identifier of the issue, such as `ENG-7`. It changes if the issue moves to another team.",
  ),
  title: text("title", "Title of the issue."),
  description: orNull(text("description", "Description of the issue, in Markdown.")),
  url: text("url", "URL in Linear."),
  priority: integer("priority", "Priority: 0 none, 1 urgent, 2 high, 3 medium, 4 low."),
  dueDate: orNull(text("dueDate", "Due date.")),
  team: part(
    "team",
    shape({
      id: text("id", "Id of the team."),
      key: text("key", "Key of the team."),
      name: text("name", "Name of the team."),
    }),
  ),
  state: part("state", stateOfIssue),
  assignee: orNull(part("assignee", named("user"))),
  project: orNull(part("project", named("project"))),
  parent: orNull(
    part(
      "parent",
      shape({
        id: text("id", "Id of the parent issue."),
        identifier: text("identifier", "Identifier of the parent issue."),
      }),
    ),
  ),
  labelIds: textsOf("labelIds", "Ids of the issue's labels."),
  createdAt: time("createdAt", "When it was created."),
  updatedAt: time("updatedAt", "When it last changed."),
  archivedAt: orNull(time("archivedAt", "When it was archived.")),
});

/** An issue that was just written. */
export const writtenIssue = shape({ ...issue.fields, description: content(issue.fields.description) });

const issueOf = shape({
  id: text("id", "Id of the issue."),
  identifier: text("identifier", "Identifier of the issue."),
});

export const comment = shape({
  id: text("id", "UUID of the comment."),
  body: text("body", "Text of the comment, in Markdown."),
  url: text("url", "URL in Linear."),
  user: orNull(part("user", named("user"))),
  issue: orNull(part("issue", issueOf)),
  parentId: orNull(text("parent.id", "Id of the parent comment; null if it isn't a reply.")),
  createdAt: time("createdAt", "When it was written."),
  updatedAt: time("updatedAt", "When it last changed."),
});

/** A comment that was just written. */
export const writtenComment = shape({ ...comment.fields, body: content(comment.fields.body) });

/** A link on an issue. */
export const attachment = shape({
  id: text("id", "Id of the attachment."),
  title: text("title", "Title of the link."),
  subtitle: orNull(text("subtitle", "Second line of the link.")),
  url: text("url", "URL that it links to."),
  issue: part("issue", issueOf),
});

export const team = shape({
  id: text("id", "Id of the team."),
  key: text("key", "Key of the team, the prefix of its issues' identifiers."),
  name: text("name", "Name of the team."),
  description: orNull(text("description", "Description of the team.")),
});

/** A workflow state. */
export const state = shape({
  ...stateOfIssue.fields,
  position: decimal("position", "Position of the state among the states of its type."),
  teamId: text("team.id", "Id of the state's team."),
});

export const label = shape({
  id: text("id", "Id of the label."),
  name: text("name", "Name of the label."),
  color: text("color", "Color of the label, as `#rrggbb`."),
  teamId: orNull(text("team.id", "Id of the label's team; null for a label of the whole workspace.")),
});

/** A member of the workspace. */
export const user = shape({
  id: text("id", "Id of the user."),
  name: text("name", "Full name."),
  displayName: text("displayName", "Name for mentions."),
  email: text("email", "Email address."),
  active: flag("active", "Whether the user can still use the workspace."),
});

export const project = shape({
  id: text("id", "Id of the project."),
  name: text("name", "Name of the project."),
  description: text("description", "Short description of the project."),
  url: text("url", "URL in Linear."),
  state: text("status.type", "Kind of the project's status, such as `planned`, `started`, `completed` or `canceled`."),
  targetDate: orNull(text("targetDate", "Target date of the project.")),
  lead: orNull(part("lead", named("user"))),
});
