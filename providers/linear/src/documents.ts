/**
 * The GraphQL documents. They are constant; values go into variables.
 * https://studio.apollographql.com/public/Linear-API/schema/reference
 */

const issueFields = `id identifier title description url priority dueDate createdAt updatedAt archivedAt
  team { id key name } state { id name type } assignee { id name } project { id name } parent { id identifier } labelIds`;
const commentFields = "id body url createdAt updatedAt user { id name } issue { id identifier } parent { id }";
const attachmentFields = "id title subtitle url issue { id identifier }";
const pageInfo = "pageInfo { hasNextPage endCursor }";

const list = (name: string, filter: string, fields: string) => `
query Page($filter: ${filter}, $first: Int, $after: String, $includeArchived: Boolean) {
  ${name}(filter: $filter, first: $first, after: $after, includeArchived: $includeArchived) { nodes { ${fields} } ${pageInfo} }
}`;

/** Lists, by the name of their query. */
export const listDocuments = {
  issues: list("issues", "IssueFilter", issueFields),
  comments: list("comments", "CommentFilter", commentFields),
  attachments: list("attachments", "AttachmentFilter", attachmentFields),
  teams: list("teams", "TeamFilter", "id key name description"),
  workflowStates: list("workflowStates", "WorkflowStateFilter", "id name type position team { id }"),
  issueLabels: list("issueLabels", "IssueLabelFilter", "id name color team { id }"),
  users: list("users", "UserFilter", "id name displayName email active"),
  projects: list("projects", "ProjectFilter", "id name description url status { type } targetDate lead { id name }"),
} as const;

/** Searches issues by text. Its argument `teamId` would only rank the issues of a team higher. */
export const searchDocument = `
query Search($term: String!, $filter: IssueFilter, $first: Int, $after: String) {
  searchIssues(term: $term, filter: $filter, first: $first, after: $after) { nodes { ${issueFields} } ${pageInfo} }
}`;

/** Reads an issue by id or identifier, archived or not. */
export const issueDocument = `query Issue($id: String!) { issue(id: $id) { ${issueFields} } }`;

/** Reads the user and workspace of the credential. */
export const viewerDocument = "query Viewer { viewer { id name } organization { id name } }";

export const issueCreateDocument = `
mutation CreateIssue($input: IssueCreateInput!) { issueCreate(input: $input) { success issue { ${issueFields} } } }`;

/** Changes an issue. */
export const issueUpdateDocument = `
mutation UpdateIssue($id: String!, $input: IssueUpdateInput!) {
  issueUpdate(id: $id, input: $input) { success issue { ${issueFields} } }
}`;

export const issueArchiveDocument =
  "mutation ArchiveIssue($id: String!) { issueArchive(id: $id) { success entity { id archivedAt } } }";

export const commentCreateDocument = `
mutation CreateComment($input: CommentCreateInput!) { commentCreate(input: $input) { success comment { ${commentFields} } } }`;

/** Links a URL to an issue. */
export const attachmentCreateDocument = `
mutation CreateAttachment($input: AttachmentCreateInput!) {
  attachmentCreate(input: $input) { success attachment { ${attachmentFields} } }
}`;
