/** The simulated GitHub's state, and methods for tests to change it behind a client's back. */
import { counter, SimControlError, Store, Tokens } from "@svc/simulator";
import type { OAuthToken, SimRequest } from "@svc/simulator";
import type { Account, Caller, Comment, Departure, GithubApp, Issue, Repository } from "./model.ts";
import { githubApp, oauthApp, serverOf } from "./authorization.ts";
import { githubLimits } from "./limits.ts";
import { switchTable, type Switches } from "./switches.ts";

/** When the seeded data was created, in Unix milliseconds. */
export const seededAtMs = Date.UTC(2025, 10, 4, 10);

/** A repository to add; absent fields have GitHub's defaults. */
export type NewRepository = Partial<Omit<Repository, "ownerId">> &
  Pick<Repository, "id" | "name"> & { readonly owner: string };

/** An issue to add; absent fields have GitHub's defaults. `author` is null if the account was deleted. */
export type NewIssue = Partial<Omit<Issue, "id" | "number" | "authorId">> &
  Pick<Issue, "title"> & { readonly author: string | null };

/** Another authorization server's grant for a token. */
export interface AcceptedToken {
  readonly userId: number;
  readonly scopes: readonly string[];
}

interface GithubWorldOptions {
  readonly seed: (world: GithubWorld) => void;
  readonly switches?: Partial<Switches>;
  readonly apps?: readonly GithubApp[];
}

/** The state. Its methods don't appear in the ledger: only requests have effects. */
export class GithubWorld extends Store<Switches> {
  readonly accounts = this.keep(new Map<number, Account>());
  readonly repositories = this.collection<Repository, "id">({ key: "id", copy: copyOf });
  /** Repositories by a former full name in lowercase. */
  readonly formerNames = this.keep(new Map<string, number>());
  readonly tokens = this.keep(new Tokens<OAuthToken>());
  readonly limits = this.keep(githubLimits());
  readonly authorization;
  /** Requests with a token of another authorization server, and what it says. */
  readonly accepted = new WeakMap<SimRequest, AcceptedToken>();
  readonly #ids = this.keep(counter({ from: 2_000_001 }));
  readonly #apps: readonly GithubApp[];

  readonly #seed: (world: GithubWorld) => void;

  /** @param options.seed fills the empty world; it runs again at every reset. */
  constructor({ seed, switches = {}, apps = [] }: GithubWorldOptions) {
    super(switchTable, switches);
    this.#seed = seed;
    this.#apps = [oauthApp, githubApp, ...apps];
    this.authorization = this.keep(serverOf(this, this.#apps));
    this.reset();
  }

  protected seed(): void {
    this.#seed(this);
  }

  override facts(nowMs: number): Readonly<Record<string, unknown>> {
    return this.authorization.facts(nowMs);
  }

  /** The caller of a request; null if its token isn't accepted. */
  callerOf(request: SimRequest, value: string | undefined): Caller | null {
    const accepted = this.accepted.get(request);
    const token = this.tokens.find(value, request.timeMs);
    const user = this.accounts.get(accepted?.userId ?? this.findAccount(token?.user ?? "")?.id ?? 0);
    if (user === undefined) return null;
    const app = this.#apps.find(({ clientId }) => clientId === token?.clientId) ?? null;
    return { user, scopes: accepted?.scopes ?? token?.scopes ?? [], app };
  }

  addAccount(login: string, type: Account["type"], more: Pick<Account, "id" | "name"> & Partial<Account>): Account {
    const account = { email: null, createdAtMs: seededAtMs, members: new Map(), login, type, ...more };
    this.accounts.set(account.id, account);
    return account;
  }

  addRepository({ owner, ...more }: NewRepository): Repository {
    return this.repositories.put({
      ownerId: this.account(owner).id,
      private: false,
      description: null,
      language: null,
      topics: [],
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
    });
  }

  /** Adds an issue, or a pull request if `pull` is given, with the next number. */
  addIssue(repository: Repository, { author, ...more }: NewIssue): Issue {
    const number = Math.max(0, ...repository.issues.keys(), ...repository.departed.keys()) + 1;
    const createdAtMs = more.createdAtMs ?? seededAtMs + number * 60_000;
    const issue: Issue = {
      id: this.#newId(),
      number,
      authorId: author === null ? null : this.account(author).id,
      createdAtMs,
      pull: null,
      body: null,
      state: "open",
      stateReason: null,
      labels: [],
      assigneeIds: [],
      milestoneNumber: null,
      locked: false,
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
    const comment = { id: this.#newId(), body, authorId: this.account(author).id, createdAtMs };
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

  deleteComment(issue: Issue, id: number): void {
    const at = issue.comments.findIndex((comment) => comment.id === id);
    if (at < 0) throw new SimControlError("no such comment");
    issue.comments.splice(at, 1);
  }

  /** Renames a repository; its old name redirects. */
  renameRepository(fullName: string, name: string): void {
    const repository = this.repository(fullName);
    this.formerNames.set(fullName.toLowerCase(), repository.id);
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

  #newId(): number {
    return this.#ids.next(() => false, "");
  }
}

/** Copies a repository's mutable parts, and shares the rest. */
function copyOf(repository: Repository): Repository {
  const issues = [...repository.issues].map(([number, issue]): [number, Issue] => {
    return [number, { ...issue, comments: [...issue.comments] }];
  });
  const departed = new Map(repository.departed);
  return { ...repository, labels: [...repository.labels], issues: new Map(issues), departed };
}
