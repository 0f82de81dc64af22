/** Linear's entities, as far as they are returned. */
import { decimal, flag, integer, orNull, part, shape, text, textsOf, time } from "@svc/provider-kit/shape";

const named = (what: string) => shape({ id: text("id", `Id of the ${what}.`), name: text("name", "Its name.") });

/** A workflow state, as an issue has it. */
const stateOfIssue = shape({
  id: text("id", "Id of the state."),
  name: text("name", "Its name."),
  type: text("type", "triage, backlog, unstarted, started, completed or canceled."),
});

/** An issue. */
export const issue = shape({
  id: text("id", "Id of the issue, a UUID."),
  identifier: text(
    "identifier",
    "Its identifier for people, such as `ENG-7`. It changes if the issue moves to another team.",
  ),
  title: text("title", "Its title."),
  description: orNull(text("description", "Its description, in Markdown.")),
  url: text("url", "Where it is in Linear."),
  priority: integer("priority", "0 for none, 1 urgent, 2 high, 3 medium, 4 low."),
  dueDate: orNull(text("dueDate", "The day by which it is due.")),
  team: part(
    "team",
    shape({ id: text("id", "Id of the team."), key: text("key", "Its key."), name: text("name", "Its name.") }),
  ),
  state: part("state", stateOfIssue),
  assignee: orNull(part("assignee", named("user"))),
  project: orNull(part("project", named("project"))),
  parent: orNull(
    part("parent", shape({ id: text("id", "Id of the issue."), identifier: text("identifier", "Its identifier.") })),
  ),
  labelIds: textsOf("labelIds", "Ids of its labels."),
  createdAt: time("createdAt", "When it was created."),
  updatedAt: time("updatedAt", "When it last changed."),
  archivedAt: orNull(time("archivedAt", "When it was archived.")),
});

const issueOf = shape({ id: text("id", "Id of the issue."), identifier: text("identifier", "Its identifier.") });

/** A comment. */
export const comment = shape({
  id: text("id", "Id of the comment, a UUID."),
  body: text("body", "Its text, in Markdown."),
  url: text("url", "Where it is in Linear."),
  user: orNull(part("user", named("user"))),
  issue: orNull(part("issue", issueOf)),
  parentId: orNull(text("parent.id", "Id of the comment that it answers.")),
  createdAt: time("createdAt", "When it was written."),
  updatedAt: time("updatedAt", "When it last changed."),
});

/** A link on an issue. */
export const attachment = shape({
  id: text("id", "Id of the attachment."),
  title: text("title", "Its title."),
  subtitle: orNull(text("subtitle", "Its second line.")),
  url: text("url", "What it links to."),
  issue: part("issue", issueOf),
});

/** A team. */
export const team = shape({
  id: text("id", "Id of the team."),
  key: text("key", "Its key, with which its issues' identifiers begin."),
  name: text("name", "Its name."),
  description: orNull(text("description", "Its description.")),
});

/** A workflow state. */
export const state = shape({
  ...stateOfIssue.fields,
  position: decimal("position", "Its place among the states of its type."),
  teamId: text("team.id", "Id of its team."),
});

/** A label. */
export const label = shape({
  id: text("id", "Id of the label."),
  name: text("name", "Its name."),
  color: text("color", "Its color, as `#rrggbb`."),
  teamId: orNull(text("team.id", "Id of its team; null for one of the whole workspace.")),
});

/** A member of the workspace. */
export const user = shape({
  id: text("id", "Id of the user."),
  name: text("name", "Full name."),
  displayName: text("displayName", "Name for mentions."),
  email: text("email", "Email address."),
  active: flag("active", "Whether the user can still use the workspace."),
});

/** A project. */
export const project = shape({
  id: text("id", "Id of the project."),
  name: text("name", "Its name."),
  description: text("description", "Its short description."),
  url: text("url", "Where it is in Linear."),
  state: text("state", "Its status, such as planned, started, completed or canceled."),
  targetDate: orNull(text("targetDate", "When it is to be done.")),
  lead: orNull(part("lead", named("user"))),
});
