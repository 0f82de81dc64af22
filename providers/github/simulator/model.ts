/** What the simulated world is made of: accounts, repositories, issues, pull requests, comments and files. */

/** A person or an organization. `id` is unique among both. */
export interface Account {
  readonly id: number;
  readonly login: string;
  readonly type: "User" | "Organization";
  readonly name: string | null;
  readonly email: string | null;
  readonly company: string | null;
  readonly bio: string | null;
  readonly createdAtMs: number;
  /** Of an organization: its members by user id; `admin` owns it. */
  readonly members: Map<number, "admin" | "member">;
}

/** What a user may do in a repository ("Repository roles for an organization"). */
export type Role = "read" | "triage" | "write" | "maintain" | "admin";

/** A label of a repository. */
export interface Label {
  readonly id: number;
  readonly name: string;
  readonly color: string;
  readonly description: string | null;
  readonly isDefault: boolean;
}

/** A milestone of a repository. */
export interface Milestone {
  readonly id: number;
  readonly number: number;
  readonly title: string;
  readonly description: string | null;
  readonly creatorId: number;
  readonly state: "open" | "closed";
  readonly dueOnMs: number | null;
  readonly createdAtMs: number;
}

/** A comment on an issue or a pull request. */
export interface Comment {
  readonly id: number;
  readonly body: string;
  readonly authorId: number;
  readonly appClientId: string | null;
  readonly createdAtMs: number;
}

/** What a pull request has beyond its issue. `headRepositoryId` is null where the fork was deleted. */
export interface PullPart {
  readonly id: number;
  readonly headRepositoryId: number | null;
  readonly headOwnerId: number;
  readonly headRef: string;
  readonly headSha: string;
  readonly baseRef: string;
  readonly baseSha: string;
  readonly draft: boolean;
  readonly mergedAtMs: number | null;
  readonly mergedById: number | null;
  readonly mergeCommitSha: string | null;
  /** Null while the background job that works it out has not ended. */
  readonly mergeable: boolean | null;
  readonly reviewerIds: readonly number[];
  readonly commits: number;
  readonly additions: number;
  readonly deletions: number;
  readonly changedFiles: number;
}

/** An issue, or a pull request where `pull` is there: every pull request is an issue. */
export interface Issue {
  readonly id: number;
  readonly number: number;
  /** Null: the author's account is gone. */
  readonly authorId: number | null;
  readonly createdAtMs: number;
  readonly pull: PullPart | null;
  readonly appClientId: string | null;
  title: string;
  body: string | null;
  state: "open" | "closed";
  stateReason: "completed" | "not_planned" | "duplicate" | "reopened" | null;
  labels: readonly string[];
  assigneeIds: readonly number[];
  milestoneNumber: number | null;
  locked: boolean;
  lockReason: string | null;
  closedAtMs: number | null;
  closedById: number | null;
  updatedAtMs: number;
  readonly comments: Comment[];
}

/** Where an issue went: to another repository, or nowhere. */
export type Departure = { readonly repositoryId: number; readonly number: number } | "deleted";

/** What lies at a path; directories come of the paths below them. */
export type Entry =
  | { readonly kind: "file"; readonly bytes: Uint8Array }
  | { readonly kind: "symlink"; readonly target: string }
  | { readonly kind: "submodule"; readonly gitUrl: string; readonly sha: string };

/** The files of one branch by path, without a slash at the start. */
export type Tree = ReadonlyMap<string, Entry>;

/** A repository. */
export interface Repository {
  readonly id: number;
  readonly ownerId: number;
  readonly private: boolean;
  readonly description: string | null;
  readonly homepage: string | null;
  readonly language: string | null;
  readonly topics: readonly string[];
  readonly defaultBranch: string;
  readonly archived: boolean;
  readonly hasIssues: boolean;
  readonly forkOfId: number | null;
  readonly createdAtMs: number;
  name: string;
  updatedAtMs: number;
  pushedAtMs: number;
  /** Roles given to single users, by user id. */
  readonly collaborators: Map<number, Role>;
  /** What a member of the owning organization may do at least. */
  readonly memberRole: Role | null;
  readonly labels: Label[];
  readonly milestones: Milestone[];
  readonly issues: Map<number, Issue>;
  readonly departed: Map<number, Departure>;
  /** Files by branch; none at all in an empty repository. */
  readonly branches: Map<string, Tree>;
}
