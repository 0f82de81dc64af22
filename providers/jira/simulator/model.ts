/** The entities of the simulated sites. */

/** A document in the Atlassian Document Format, or one of its nodes. */
export type AdfNode = Readonly<Record<string, unknown>>;

export interface StoredSite {
  readonly id: string;
  readonly name: string;
}

export interface StoredProject {
  readonly id: string;
  readonly key: string;
  readonly name: string;
}

/** A user of a site. */
export interface StoredUser {
  readonly accountId: string;
  readonly displayName: string;
  readonly emailAddress?: string;
  readonly active: boolean;
}

/** Properties by key. */
export type Properties = Readonly<Record<string, unknown>>;

export interface StoredIssue {
  readonly id: string;
  readonly key: string;
  readonly projectKey: string;
  readonly issueType: string;
  readonly summary: string;
  readonly description: AdfNode | null;
  readonly statusId: string;
  readonly priority: string | null;
  readonly assigneeId: string | null;
  readonly creatorId: string;
  readonly labels: readonly string[];
  readonly duedate: string | null;
  readonly parentKey: string | null;
  readonly createdMs: number;
  readonly updatedMs: number;
  readonly properties: Properties;
}

export interface StoredComment {
  readonly id: string;
  readonly issueId: string;
  readonly authorId: string;
  readonly body: AdfNode;
  readonly createdMs: number;
  readonly updatedMs: number;
  readonly properties: Properties;
}

/** A work log entry. */
export interface StoredWorklog {
  readonly id: string;
  readonly issueId: string;
  readonly authorId: string;
  readonly comment: AdfNode | null;
  readonly startedMs: number;
  readonly timeSpentSeconds: number;
  readonly createdMs: number;
  readonly properties: Properties;
}

/** A link to a page outside Jira. */
export interface StoredLink {
  readonly id: number;
  readonly issueId: string;
  readonly globalId: string;
  readonly object: { readonly url: string; readonly title: string };
}

/** The statuses of every project, in the order of its workflow. */
export const statuses = [
  { id: "10000", name: "To Do", category: "new" },
  { id: "10001", name: "In Progress", category: "indeterminate" },
  { id: "10002", name: "Done", category: "done" },
] as const;

/** The issue types of every project. */
export const issueTypes = [
  { id: "10100", name: "Task", subtask: false },
  { id: "10101", name: "Bug", subtask: false },
  { id: "10102", name: "Subtask", subtask: true },
] as const;

export const priorities: readonly string[] = ["Highest", "High", "Medium", "Low", "Lowest"];
