/** The simulator's data model: accounts, repositories, issues, pull requests, comments and files. */
import type { RegisteredApp } from "@svc/simulator";

/** A person or an organization. `id` is unique across both. */
export interface Account {
  readonly id: number;
  readonly login: string;
  readonly type: "User" | "Organization";
  readonly name: string;
  readonly email: string | null;
  readonly createdAtMs: number;
  /** For an organization: its members by user id; `admin` owns it. */
  readonly members: ReadonlyMap<number, "admin" | "member">;
}

/** A user's role in a repository ("Repository roles for an organization"). */
export type Role = "read" | "triage" | "write" | "maintain" | "admin";

/** A label of a repository. */
export interface Label {
  readonly [field: string]: unknown;
  readonly name: string;
  readonly color: string;
  readonly description: string | null;
}

/** A comment on an issue or a pull request. */
export interface Comment {
  readonly id: number;
  readonly body: string;
  readonly authorId: number;
  readonly createdAtMs: number;
}

/** A pull request's fields in addition to its issue's. `headRepositoryId` is null if the fork was deleted. */
export interface PullPart {
  readonly headRepositoryId: number | null;
  readonly headOwnerId: number;
  readonly headRef: string;
  readonly draft: boolean;
  readonly mergedAtMs: number | null;
  /** Null until the background job has computed it. */
  readonly mergeable: boolean | null;
}

/** An issue, or a pull request if it has a `pull`: every pull request is an issue. */
export interface Issue {
  readonly id: number;
  readonly number: number;
  /** Null if the author's account was deleted. */
  readonly authorId: number | null;
  readonly createdAtMs: number;
  readonly pull: PullPart | null;
  title: string;
  body: string | null;
  state: "open" | "closed";
  stateReason: "completed" | "not_planned" | "duplicate" | "reopened" | null;
  labels: readonly string[];
  assigneeIds: readonly number[];
  milestoneNumber: number | null;
  locked: boolean;
  closedAtMs: number | null;
  closedById: number | null;
  updatedAtMs: number;
  readonly comments: Comment[];
}

/** Where an issue went: to another repository, or deleted. */
export type Departure = { readonly repositoryId: number; readonly number: number } | "deleted";

/** The contents of a path; directories follow from the paths below them. */
export type Entry =
  | { readonly kind: "file"; readonly bytes: Uint8Array }
  | { readonly kind: "symlink"; readonly target: string }
  | { readonly kind: "submodule"; readonly gitUrl: string };

/** The files of one branch by path, without a leading slash. */
export type Tree = ReadonlyMap<string, Entry>;

/** A repository. Its default branch is `main`. */
export interface Repository {
  readonly id: number;
  readonly ownerId: number;
  readonly private: boolean;
  readonly description: string | null;
  readonly language: string | null;
  readonly topics: readonly string[];
  readonly archived: boolean;
  readonly hasIssues: boolean;
  readonly forkOfId: number | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly pushedAtMs: number;
  name: string;
  /** Roles of individual users, by user id. */
  readonly collaborators: ReadonlyMap<number, Role>;
  /** The role of the owning organization's members. */
  readonly memberRole: Role | null;
  readonly labels: Label[];
  readonly milestones: readonly { readonly number: number; readonly title: string }[];
  readonly issues: Map<number, Issue>;
  readonly departed: Map<number, Departure>;
  /** Files by branch; empty for a repository without commits. */
  readonly branches: ReadonlyMap<string, Tree>;
}

/** An OAuth app, whose tokens have scopes, or a GitHub App, whose tokens work where it is installed and expire. */
export interface GithubApp extends RegisteredApp {
  readonly kind: "oauth_app" | "github_app";
  /** Logins of the accounts where a GitHub App is installed, with all their repositories. */
  readonly installedOn: readonly string[];
}

/** An authenticated caller. `app` is null for a token of another authorization server. */
export interface Caller {
  readonly user: Account;
  readonly scopes: readonly string[];
  readonly app: GithubApp | null;
}
