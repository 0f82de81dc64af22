/** The simulated Jira sites, each with its own users, projects and issues. */
import {
  authorizationPositions,
  AuthorizationServer,
  authorizationSwitches,
  commonSwitches,
  counter,
  prefixed,
  RateLimits,
  Refusal,
  simulatedApp,
  Store,
  Tokens,
  type AuthorizationOptions,
  type AuthorizationSwitches,
  type CommonSwitches,
  type OAuthToken,
} from "@svc/simulator";
import type {
  StoredComment,
  StoredIssue,
  StoredLink,
  StoredProject,
  StoredSite,
  StoredUser,
  StoredWorklog,
} from "./model.ts";

/** The switches of the simulated sites. */
export interface Switches extends CommonSwitches, AuthorizationSwitches {
  /** How many requests a user may send per minute. */
  requestsPerMinute: number;
  /** How many sites the app has access to: 0, 1 or 2. */
  openedSites: number;
}

const switchTable = {
  defaults: { ...commonSwitches, ...authorizationSwitches, requestsPerMinute: 10_000, openedSites: 1 },
  positions: { ...authorizationPositions, openedSites: [0, 1, 2] },
};

/** The app that a sandbox's operator configures. */
export const app = simulatedApp("jira");

/** The ids of the two sites. */
export const siteIds = ["11111111-2222-4333-8444-555555555555", "99999999-2222-4333-8444-555555555555"] as const;

/** The users of every site: the one who connects, and another one. */
export const userIds = { me: "5b10a2844c20165700ede21g", other: "5b10a2844c20165700ede22g" } as const;

const openedMs = Date.UTC(2026, 2, 2, 8);

/**
 * Atlassian answers 403 where others answer 400, and calls a dead refresh token's client unauthorized:
 * https://github.com/ParabolInc/parabol/issues/11849
 */
const tokenRefusal: NonNullable<AuthorizationOptions["tokenRefusal"]> = ({ error, about }) => {
  if (error === "invalid_client")
    return { status: 401, json: { error: "access_denied", error_description: "Unauthorized" } };
  return about === "refresh_token"
    ? { status: 403, json: { error: "unauthorized_client", error_description: "refresh_token is invalid" } }
    : { status: 403, json: { error, error_description: "Invalid authorization code" } };
};

/** The state of the simulated sites. */
export class JiraWorld extends Store<Switches> {
  readonly sites = this.collection<StoredSite, "id">({ key: "id" });
  readonly users = this.sites.collection<StoredUser, "accountId">({ key: "accountId" });
  readonly projects = this.sites.collection<StoredProject, "key">({ key: "key" });
  readonly issues = this.sites.collection<StoredIssue, "id">({ key: "id", ids: prefixed("10", 3) });
  readonly comments = this.sites.collection<StoredComment, "id">({ key: "id", ids: prefixed("10", 3) });
  readonly worklogs = this.sites.collection<StoredWorklog, "id">({ key: "id", ids: prefixed("20", 3) });
  readonly links = this.sites.collection<StoredLink, "id">({ key: "id", ids: counter({ from: 30_001 }) });
  readonly tokens = this.keep(new Tokens<OAuthToken>());
  readonly limits = this.keep(
    new RateLimits<"minute", number>({ minute: { limit: (requests) => requests, windowMs: () => 60_000 } }),
  );
  readonly authorization = this.keep(
    new AuthorizationServer({
      name: "Atlassian",
      apps: [app],
      users: () => [{ login: "alex", name: "Alex Rivera" }],
      tokens: this.tokens,
      switches: () => this.switches,
      clientAuthentication: ["post"],
      tokenRequest: "json",
      givesRefreshToken: ({ scopes }) => scopes.includes("offline_access"),
      tokenResponse: ({ pair }) => ({
        access_token: pair.access.value,
        token_type: "Bearer",
        expires_in: pair.expiresIn,
        scope: pair.access.scopes.filter((scope) => scope !== "offline_access").join(" "),
        ...(pair.refresh === null ? {} : { refresh_token: pair.refresh }),
      }),
      tokenRefusal,
    }),
  );

  constructor(switches: Partial<Switches> = {}) {
    super(switchTable, switches);
    this.reset();
  }

  protected override seed(): void {
    for (const [at, id] of siteIds.entries()) {
      this.sites.put({ id, name: `simulated-${String(at + 1)}` });
      const users = this.users.in(id);
      users.put({ accountId: userIds.me, displayName: "Alex Rivera", emailAddress: "alex@example.com", active: true });
      users.put({ accountId: userIds.other, displayName: "Robin Rivera", active: true });
      this.projects.in(id).put({ id: "10000", key: "ENG", name: "Engineering" });
      this.projects.in(id).put({ id: "10001", key: "OPS", name: "Operations" });
      this.addIssue(id, { projectKey: "ENG", summary: `The front door sticks (${String(at + 1)})`, labels: ["door"] });
      this.addIssue(id, { projectKey: "ENG", summary: "Paint the door", description: document("In red.") });
      this.addIssue(id, { projectKey: "OPS", summary: "Order oil", creatorId: userIds.other });
      const [{ id: issueId } = { id: "" }] = this.issues.in(id).values();
      const dated = { createdMs: openedMs, updatedMs: openedMs, properties: {} };
      this.comments.in(id).create({ issueId, authorId: userIds.other, body: document("Since Monday."), ...dated });
      const logged = { startedMs: openedMs, timeSpentSeconds: 900, comment: null, createdMs: openedMs, properties: {} };
      this.worklogs.in(id).create({ issueId, authorId: userIds.other, ...logged });
    }
  }

  override facts(nowMs: number): Readonly<Record<string, unknown>> {
    return { ...this.authorization.facts(nowMs), issues: this.issues.in(siteIds[0]).values() };
  }

  /** Adds an issue with the next key of its project. */
  addIssue(
    siteId: string,
    fields: Pick<StoredIssue, "projectKey" | "summary"> & Partial<StoredIssue>,
    nowMs = openedMs,
  ): StoredIssue {
    const issues = this.issues.in(siteId);
    const number = issues.values().filter(({ projectKey }) => projectKey === fields.projectKey).length + 1;
    return issues.create({
      key: `${fields.projectKey}-${String(number)}`,
      issueType: "Task",
      description: null,
      statusId: "10000",
      priority: "Medium",
      assigneeId: null,
      creatorId: userIds.me,
      labels: [],
      duedate: null,
      parentKey: null,
      createdMs: nowMs,
      updatedMs: nowMs,
      properties: {},
      ...fields,
    });
  }

  /** Finds an issue by key or id. Throws `Refusal` 404. */
  issue(siteId: string, keyOrId: string): StoredIssue {
    const issues = this.issues.in(siteId);
    const found = issues.get(keyOrId) ?? issues.values().find(({ key }) => key === keyOrId);
    if (found === undefined) throw new Refusal(404, "Issue does not exist or you do not have permission to see it.");
    return found;
  }
}

function document(text: string) {
  return { type: "doc", version: 1, content: [{ type: "paragraph", content: [{ type: "text", text }] }] };
}
