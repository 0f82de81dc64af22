/** The simulated Linear workspace. */
import {
  authorizationPositions,
  AuthorizationServer,
  authorizationSwitches,
  commonSwitches,
  RateLimits,
  simulatedApp,
  Store,
  Tokens,
  uuids,
  type AuthorizationSwitches,
  type CommonSwitches,
  type OAuthToken,
} from "@svc/simulator";
import type {
  StoredAttachment,
  StoredComment,
  StoredIssue,
  StoredLabel,
  StoredProject,
  StoredState,
  StoredTeam,
  StoredUser,
} from "./model.ts";

/** The switches of the simulated workspace. */
export interface Switches extends CommonSwitches, AuthorizationSwitches {
  /** How many requests the user may send per hour. */
  requestsPerHour: number;
  /** The status of a response with errors. Linear uses both. */
  errorStatus: number;
  /** The type of error with which every mutation fails, after it took effect if `failsAfterEffect`; "" for none. */
  failsWith: string;
  failsAfterEffect: boolean;
  /** How the token response lists its scopes: separated by spaces or commas, or as a list. */
  scopeForm: "space" | "comma" | "list";
}

const switchTable = {
  defaults: {
    ...commonSwitches,
    ...authorizationSwitches,
    accessTokenSeconds: 86_399,
    requestsPerHour: 10_000,
    errorStatus: 200,
    failsWith: "",
    failsAfterEffect: false,
    scopeForm: "space" as Switches["scopeForm"],
  },
  positions: { ...authorizationPositions, errorStatus: [200, 400], scopeForm: ["space", "comma", "list"] as const },
};

/** The app that a sandbox's operator configures. */
export const app = simulatedApp("linear");

/** The workspace. */
export const organization = {
  id: "11111111-0000-4000-a000-000000000000",
  name: "Simulated",
  urlKey: "simulated",
} as const;

/**
 * The id of a seeded entity: teams from 1, states from 11, users from 21, labels from 31, projects from 41, issues from
 * 101.
 */
export function seededId(number: number): string {
  return `00000000-0000-4000-a000-${String(number).padStart(12, "0")}`;
}

const opened = "2026-01-05T09:00:00.000Z";

/** The state of the simulated workspace. */
export class LinearWorld extends Store<Switches> {
  readonly teams = this.collection<StoredTeam, "id">({ key: "id" });
  readonly states = this.collection<StoredState, "id">({ key: "id" });
  readonly labels = this.collection<StoredLabel, "id">({ key: "id" });
  readonly users = this.collection<StoredUser, "id">({ key: "id" });
  readonly projects = this.collection<StoredProject, "id">({ key: "id" });
  readonly issues = this.collection<StoredIssue, "id">({ key: "id", ids: uuids("issue") });
  readonly comments = this.collection<StoredComment, "id">({ key: "id", ids: uuids("comment") });
  readonly attachments = this.collection<StoredAttachment, "id">({ key: "id", ids: uuids("attachment") });
  readonly tokens = this.keep(new Tokens<OAuthToken>());
  readonly limits = this.keep(
    new RateLimits<"hour", number>({ hour: { limit: (requests) => requests, windowMs: () => 3_600_000 } }),
  );
  readonly authorization = this.keep(
    new AuthorizationServer({
      name: "Linear",
      apps: [app],
      users: () => [{ login: "alex", name: "Alex Rivera" }],
      tokens: this.tokens,
      switches: () => this.switches,
      clientAuthentication: ["post"],
      scopeSeparator: ",",
      tokenText: ({ kind, random }) => (kind === "access" ? `lin_oauth_${random}` : `lin_refresh_${random}`),
      tokenResponse: ({ pair }) => ({
        access_token: pair.access.value,
        token_type: "Bearer",
        expires_in: pair.expiresIn,
        scope: this.#scopesOf(pair.access.scopes),
        ...(pair.refresh === null ? {} : { refresh_token: pair.refresh }),
      }),
      revocation: { authentication: "bearer", ends: "grant" },
    }),
  );

  constructor(switches: Partial<Switches> = {}) {
    super(switchTable, switches);
    this.reset();
  }

  protected override seed(): void {
    const dated = (number: number) => ({ id: seededId(number), createdAt: opened, updatedAt: opened });
    this.teams.put({ ...dated(1), key: "ENG", name: "Engineering", description: "Builds things." });
    this.teams.put({ ...dated(2), key: "OPS", name: "Operations", description: null });
    const state = (number: number, name: string, type: string, team: number) =>
      this.states.put({ ...dated(number), name, type, color: "#bec2c8", position: number, teamId: seededId(team) });
    state(11, "Todo", "unstarted", 1);
    state(12, "In Progress", "started", 1);
    state(13, "Done", "completed", 1);
    state(14, "Todo", "unstarted", 2);
    const user = (number: number, name: string) => {
      const displayName = name.toLowerCase();
      const email = `${displayName}@example.com`;
      this.users.put({ ...dated(number), name: `${name} Rivera`, displayName, email, active: true, admin: false });
    };
    user(21, "Alex");
    user(22, "Robin");
    this.labels.put({ ...dated(31), name: "Bug", color: "#eb5757", teamId: null });
    this.labels.put({ ...dated(32), name: "Door", color: "#5e6ad2", teamId: seededId(1) });
    const project = { description: "All doors", state: "started", targetDate: "2026-06-30", leadId: seededId(22) };
    this.projects.put({ ...dated(41), name: "Doors", ...project });
    this.addIssue({ id: seededId(101), teamId: seededId(1), title: "The front door sticks", labelIds: [seededId(31)] });
    this.addIssue({ id: seededId(102), teamId: seededId(1), title: "Paint the door", description: "In *red*." });
    this.addIssue({ id: seededId(103), teamId: seededId(2), title: "Order oil" });
    const comment = { issueId: seededId(101), userId: seededId(22), parentId: null };
    this.comments.put({ ...dated(201), body: "Since Monday.", ...comment });
  }

  override facts(nowMs: number): Readonly<Record<string, unknown>> {
    return { ...this.authorization.facts(nowMs), issues: this.issues.values(), comments: this.comments.values() };
  }

  /** Adds an issue with the next number of its team. */
  addIssue(fields: Pick<StoredIssue, "teamId" | "title"> & Partial<StoredIssue>, at = opened): StoredIssue {
    const number = this.issues.values().filter(({ teamId }) => teamId === fields.teamId).length + 1;
    const first = this.states.values().find(({ teamId }) => teamId === fields.teamId);
    return this.issues.create({
      number,
      description: null,
      priority: 0,
      dueDate: null,
      archivedAt: null,
      stateId: first?.id ?? "",
      assigneeId: null,
      creatorId: seededId(21),
      projectId: null,
      parentId: null,
      labelIds: [],
      createdAt: at,
      updatedAt: at,
      ...fields,
    });
  }

  /** Returns an issue's human-readable identifier. */
  identifierOf({ teamId, number }: StoredIssue): string {
    return `${this.teams.find(teamId).key}-${String(number)}`;
  }

  #scopesOf(scopes: readonly string[]): string | readonly string[] {
    const { scopeForm } = this.switches;
    return scopeForm === "list" ? scopes : scopes.join(scopeForm === "comma" ? "," : " ");
  }
}
