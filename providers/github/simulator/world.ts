/** The simulated GitHub's state, and methods for tests to change it behind a client's back. */
import { counter, SimControlError, Store } from "@svc/simulator";
import type { SimRequest } from "@svc/simulator";
import { githubApp, oauthApp } from "./apps.ts";
import type { RegisteredApp } from "./apps.ts";
import type { Account, Comment, Departure, Issue, Repository } from "./model.ts";
import { githubLimits } from "./limits.ts";
import { switchTable } from "./switches.ts";
import type { Switches } from "./switches.ts";
import { TokenStore } from "./tokens.ts";
import type { Grant, Issued } from "./tokens.ts";

/** Fills an empty world; runs again at every reset. */
export type WorldSeed = (world: GithubWorld) => void;

/** When the seeded data was created, in Unix milliseconds. */
export const seededAtMs = Date.UTC(2025, 10, 4, 10);

/** A repository to add; absent fields have GitHub's defaults. */
export type NewRepository = Partial<Omit<Repository, "id" | "ownerId">> &
  Pick<Repository, "name"> & { readonly owner: string; readonly id?: number };

/** An issue to add; absent fields have GitHub's defaults. `author` is null if the account was deleted. */
export type NewIssue = Partial<Omit<Issue, "id" | "number" | "authorId">> &
  Pick<Issue, "title"> & { readonly author: string | null };

/** The state. Its methods don't appear in the ledger: only requests have effects. */
export class GithubWorld extends Store<Switches> {
  readonly accounts = this.keep(new Map<number, Account>());
  readonly repositories = this.collection<Repository, "id">({ key: "id", copy: copyOf });
  /** Repositories by a former full name in lowercase. */
  readonly formerNames = this.keep(new Map<string, number>());
  readonly apps = this.keep(new Map<string, RegisteredApp>());
  readonly tokens = this.keep(new TokenStore());
  readonly limits = this.keep(githubLimits());
  /** Requests with a token of another authorization server, and what it says. */
  readonly accepted = new WeakMap<SimRequest, Grant>();
  /** Rejected token requests by their error. */
  readonly tokenRefusals: { readonly error: string; readonly clientId: string }[] = [];
  readonly #ids = this.keep(counter({ from: 2_000_001 }));
  readonly #seed: WorldSeed;
  readonly #ownApps: readonly RegisteredApp[];

  constructor(seed: WorldSeed, switches: Partial<Switches> = {}, apps: readonly RegisteredApp[] = []) {
    super(switchTable, switches);
    this.#seed = seed;
    this.#ownApps = apps;
    this.reset();
  }

  protected seed(): void {
    this.tokenRefusals.length = 0;
    for (const app of [oauthApp, githubApp, ...this.#ownApps]) this.apps.set(app.clientId, app);
    this.#seed(this);
  }

  override facts(nowMs: number): Readonly<Record<string, unknown>> {
    const liveTokens = this.tokens.live(nowMs).map(({ name, clientId, userId }) => ({ name, clientId, userId }));
    return { liveTokens, tokenRefusals: this.tokenRefusals };
  }

  /** Returns an unused number. */
  newId(): number {
    return this.#ids.next(() => false, "");
  }

  addAccount(login: string, type: Account["type"], more: Partial<Account> & { readonly id: number }): Account {
    const blank = { name: null, email: null, company: null, bio: null, createdAtMs: seededAtMs, members: new Map() };
    const account: Account = { ...blank, login, type, ...more };
    this.accounts.set(account.id, account);
    return account;
  }

  addRepository({ owner, ...more }: NewRepository): Repository {
    const repository: Repository = {
      id: this.newId(),
      ownerId: this.account(owner).id,
      private: false,
      description: null,
      homepage: null,
      language: null,
      topics: [],
      defaultBranch: "main",
      archived: false,
      hasIssues: true,
      forkOfId: null,
      createdAtMs: seededAtMs,
      updatedAtMs: seededAtMs,
      pushedAtMs: seededAtMs,
      collaborators: new Map(),
      memberRole: null,
      labels: [],
      milestones: [],
      issues: new Map(),
      departed: new Map(),
      branches: new Map(),
      ...more,
    };
    return this.repositories.put(repository);
  }

  /** Adds an issue, or a pull request if `pull` is given, with the next number. */
  addIssue(repository: Repository, { author, ...more }: NewIssue): Issue {
    const number = Math.max(0, ...repository.issues.keys(), ...repository.departed.keys()) + 1;
    const createdAtMs = more.createdAtMs ?? seededAtMs + number * 60_000;
    const issue: Issue = {
      id: this.newId(),
      number,
      authorId: author === null ? null : this.account(author).id,
      createdAtMs,
      pull: null,
      appClientId: null,
      body: null,
      state: "open",
      stateReason: null,
      labels: [],
      assigneeIds: [],
      milestoneNumber: null,
      locked: false,
      lockReason: null,
      closedAtMs: null,
      closedById: null,
      updatedAtMs: createdAtMs,
      comments: [],
      ...more,
    };
    repository.issues.set(number, issue);
    return issue;
  }

  addComment(issue: Issue, author: string, body: string, createdAtMs = issue.updatedAtMs + 60_000): Comment {
    const comment = { id: this.newId(), body, authorId: this.account(author).id, appClientId: null, createdAtMs };
    issue.comments.push(comment);
    issue.updatedAtMs = createdAtMs;
    return comment;
  }

  /** Replaces the text of a comment. */
  editComment(issue: Issue, id: number, body: string): void {
    const at = issue.comments.findIndex((comment) => comment.id === id);
    const comment = issue.comments[at];
    if (comment === undefined) throw new SimControlError("no such comment");
    issue.comments[at] = { ...comment, body };
  }

  /** Deletes a comment. */
  deleteComment(issue: Issue, id: number): void {
    const at = issue.comments.findIndex((comment) => comment.id === id);
    if (at < 0) throw new SimControlError("no such comment");
    issue.comments.splice(at, 1);
  }

  /** Renames a repository; its old name redirects. */
  renameRepository(fullName: string, name: string): void {
    const repository = this.repository(fullName);
    this.formerNames.set(this.fullNameOf(repository).toLowerCase(), repository.id);
    repository.name = name;
  }

  /** Removes an issue: to another repository, to which its number redirects, or permanently ("deleted"). */
  departIssue(fullName: string, number: number, to: string): void {
    const repository = this.repository(fullName);
    const issue = repository.issues.get(number);
    if (issue === undefined) throw new SimControlError("no such issue");
    let departure: Departure = "deleted";
    if (to !== "deleted") {
      const target = this.repository(to);
      const { id: _id, number: _number, authorId, ...rest } = issue;
      const author = this.accounts.get(authorId ?? 0)?.login ?? null;
      departure = { repositoryId: target.id, number: this.addIssue(target, { ...rest, author }).number };
    }
    repository.issues.delete(number);
    repository.departed.set(number, departure);
  }

  /** Issues tokens as if that user had authorized. Throws `SimControlError` if the user or app doesn't exist. */
  issueToken(login: string, clientId: string, scopes: readonly string[], nowMs: number): Issued {
    const app = this.apps.get(clientId);
    if (app === undefined) throw new SimControlError("no such app");
    return this.tokens.issue(app, this.account(login).id, scopes, this.switches, nowMs);
  }

  /** Finds an account by login in any case. Throws `SimControlError` if it doesn't exist. */
  account(login: string): Account {
    const found = this.findAccount(login);
    if (found === undefined) throw new SimControlError(`no account ${login}`);
    return found;
  }

  findAccount(login: string): Account | undefined {
    return [...this.accounts.values()].find((account) => account.login.toLowerCase() === login.toLowerCase());
  }

  /** Finds a repository by its current full name. Throws `SimControlError` if it doesn't exist. */
  repository(fullName: string): Repository {
    const found = this.findRepository(fullName);
    if (found === undefined) throw new SimControlError(`no repository ${fullName}`);
    return found;
  }

  findRepository(fullName: string): Repository | undefined {
    const wanted = fullName.toLowerCase();
    return this.repositories.values().find((repository) => this.fullNameOf(repository).toLowerCase() === wanted);
  }

  fullNameOf(repository: Repository): string {
    return `${this.owner(repository).login}/${repository.name}`;
  }

  owner(repository: Repository): Account {
    const owner = this.accounts.get(repository.ownerId);
    if (owner === undefined) throw new SimControlError("the repository has no owner");
    return owner;
  }
}

/** Copies a repository's mutable parts, and shares the rest. */
function copyOf(repository: Repository): Repository {
  const issues = [...repository.issues].map(([number, issue]): [number, Issue] => {
    return [number, { ...issue, comments: [...issue.comments] }];
  });
  return {
    ...repository,
    labels: [...repository.labels],
    milestones: [...repository.milestones],
    issues: new Map(issues),
    departed: new Map(repository.departed),
  };
}
