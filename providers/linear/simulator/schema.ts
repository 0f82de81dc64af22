/** The simulated part of Linear's schema: https://studio.apollographql.com/public/Linear-API/schema/reference */
import { buildSchema } from "graphql";

const page =
  "first: Int, after: String, last: Int, before: String, includeArchived: Boolean, orderBy: PaginationOrderBy";
const connected = (type: string) => `type ${type}Connection { nodes: [${type}!]! pageInfo: PageInfo! }`;

/** The schema. Fields of Linear's schema that no test requests are left out. */
export const schema = buildSchema(`
scalar JSON
scalar JSONObject
enum PaginationOrderBy { createdAt updatedAt }

input IDComparator { eq: ID in: [ID!] }
input StringComparator { eq: String contains: String }
input NestedFilter { id: IDComparator }
input IssueFilter {
  id: IDComparator team: NestedFilter assignee: NestedFilter state: NestedFilter labels: NestedFilter project: NestedFilter
}
input CommentFilter { id: IDComparator issue: NestedFilter }
input AttachmentFilter { id: IDComparator url: StringComparator }
input TeamFilter { id: IDComparator }
input WorkflowStateFilter { id: IDComparator team: NestedFilter }
input IssueLabelFilter { id: IDComparator }
input UserFilter { id: IDComparator email: StringComparator }
input ProjectFilter { id: IDComparator }
input IssueSortInput { createdAt: JSON }
input UserSortInput { createdAt: JSON }
input ProjectSortInput { createdAt: JSON }

type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
type Organization { id: ID! name: String! urlKey: String! }
type User {
  id: ID! name: String! displayName: String! email: String! active: Boolean! admin: Boolean! createdAt: String! updatedAt: String!
}
type Team { id: ID! key: String! name: String! description: String createdAt: String! updatedAt: String! }
type WorkflowState {
  id: ID! name: String! type: String! color: String! position: Float! team: Team! createdAt: String! updatedAt: String!
}
type IssueLabel { id: ID! name: String! color: String! team: Team createdAt: String! updatedAt: String! }
type ProjectStatus { id: ID! name: String! type: String! }
type Project {
  id: ID! name: String! description: String! url: String! status: ProjectStatus! targetDate: String lead: User
  state: String! @deprecated(reason: "Use project.status instead")
  createdAt: String! updatedAt: String!
}
type Reaction { id: ID! }
type IssueSharedAccess {
  isShared: Boolean! sharedWithCount: Int! sharedWithUsers: [User!]! viewerHasOnlySharedAccess: Boolean! disallowedIssueFields: [String!]!
}
type Issue {
  id: ID! identifier: String! number: Float! title: String! description: String url: String! priority: Float! priorityLabel: String!
  dueDate: String createdAt: String! updatedAt: String! archivedAt: String labelIds: [String!]! previousIdentifiers: [String!]!
  reactions: [Reaction!]! sharedAccess: IssueSharedAccess!
  team: Team! state: WorkflowState! assignee: User creator: User project: Project parent: Issue
}
type IssueSearchResult {
  id: ID! identifier: String! number: Float! title: String! description: String url: String! priority: Float! priorityLabel: String!
  dueDate: String createdAt: String! updatedAt: String! archivedAt: String labelIds: [String!]! previousIdentifiers: [String!]!
  reactions: [Reaction!]! sharedAccess: IssueSharedAccess! metadata: JSONObject!
  team: Team! state: WorkflowState! assignee: User creator: User project: Project parent: Issue
}
type Comment {
  id: ID! body: String! url: String! createdAt: String! updatedAt: String! user: User issue: Issue issueId: String parent: Comment
  parentId: String reactions: [Reaction!]!
}
type Attachment {
  id: ID! title: String! subtitle: String url: String! issue: Issue! metadata: JSONObject! groupBySource: Boolean!
  createdAt: String! updatedAt: String!
}

${["Issue", "Comment", "Attachment", "Team", "WorkflowState", "IssueLabel", "User", "Project"].map(connected).join("\n")}
type ArchiveResponse { archive: String! totalCount: Float! databaseVersion: Float! includesDependencies: [String!]! }
type IssueSearchPayload { nodes: [IssueSearchResult!]! pageInfo: PageInfo! totalCount: Float! archivePayload: ArchiveResponse! }

type Query {
  viewer: User!
  organization: Organization!
  issue(id: String!): Issue!
  comment(id: String!): Comment!
  attachment(id: String!): Attachment!
  team(id: String!): Team!
  workflowState(id: String!): WorkflowState!
  user(id: String!): User!
  project(id: String!): Project!
  issues(filter: IssueFilter, sort: [IssueSortInput!], ${page}): IssueConnection!
  searchIssues(
    term: String!, teamId: String, filter: IssueFilter, includeComments: Boolean, ${page}
  ): IssueSearchPayload!
  comments(filter: CommentFilter, ${page}): CommentConnection!
  attachments(filter: AttachmentFilter, ${page}): AttachmentConnection!
  teams(filter: TeamFilter, ${page}): TeamConnection!
  workflowStates(filter: WorkflowStateFilter, ${page}): WorkflowStateConnection!
  issueLabels(filter: IssueLabelFilter, ${page}): IssueLabelConnection!
  users(filter: UserFilter, sort: [UserSortInput!], includeDisabled: Boolean, ${page}): UserConnection!
  projects(filter: ProjectFilter, sort: [ProjectSortInput!], ${page}): ProjectConnection!
}

input IssueCreateInput {
  id: String teamId: String! title: String description: String assigneeId: String stateId: String priority: Int
  labelIds: [String!] projectId: String parentId: String dueDate: String
}
input IssueUpdateInput {
  title: String description: String assigneeId: String stateId: String priority: Int labelIds: [String!] addedLabelIds: [String!]
  removedLabelIds: [String!] projectId: String dueDate: String
}
input CommentCreateInput { id: String issueId: String body: String parentId: String }
input AttachmentCreateInput { id: String issueId: String! url: String! title: String! subtitle: String }
type IssuePayload { success: Boolean! lastSyncId: Float! issue: Issue }
type IssueArchivePayload { success: Boolean! lastSyncId: Float! entity: Issue }
type CommentPayload { success: Boolean! lastSyncId: Float! comment: Comment! }
type AttachmentPayload { success: Boolean! lastSyncId: Float! attachment: Attachment! }

type Mutation {
  issueCreate(input: IssueCreateInput!): IssuePayload!
  issueUpdate(id: String!, input: IssueUpdateInput!): IssuePayload!
  issueArchive(id: String!, trash: Boolean): IssueArchivePayload!
  commentCreate(input: CommentCreateInput!): CommentPayload!
  attachmentCreate(input: AttachmentCreateInput!): AttachmentPayload!
}
`);
