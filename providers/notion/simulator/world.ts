/** The simulated Notion workspace. */
import {
  authorizationPositions,
  AuthorizationServer,
  authorizationSwitches,
  commonSwitches,
  RateLimits,
  Refusal,
  simulatedApp,
  Store,
  Tokens,
  uuids,
  type AuthorizationSwitches,
  type CommonSwitches,
  type OAuthToken,
} from "@svc/simulator";
import {
  richText,
  type Parent,
  type StoredBlock,
  type StoredComment,
  type StoredDatabase,
  type StoredDataSource,
  type StoredPage,
  type StoredUser,
  type Values,
} from "./model.ts";

/** The switches of the simulated workspace. */
export interface Switches extends CommonSwitches, AuthorizationSwitches {
  /** How many requests the integration may send per second. */
  requestsPerSecond: number;
  /** The status with which every change fails, without an effect; 0 to accept changes. */
  changesResponse: number;
  /** How many results a query or a search returns in all its pages. */
  resultsMax: number;
}

const switchTable = {
  defaults: {
    ...commonSwitches,
    ...authorizationSwitches,
    // Only some integrations have expiring tokens.
    accessTokenSeconds: 0,
    refreshTokens: "none" as AuthorizationSwitches["refreshTokens"],
    tellsExpiry: false,
    requestsPerSecond: 10_000,
    changesResponse: 0,
    resultsMax: 10_000,
  },
  positions: { ...authorizationPositions, changesResponse: [0, 409, 500, 503, 529] },
};

/** The app that a sandbox's operator configures. */
export const app = simulatedApp("notion");

/** The id of a seeded entity: pages from 1 and 11, the database 50 with data source 51, users from 81. */
export function seededId(number: number): string {
  return `00000000-0000-4000-a000-${String(number).padStart(12, "0")}`;
}

/** The integration's bot, and its workspace. */
export const bot = { id: seededId(81), workspace: "Simulated workspace", workspaceId: seededId(99) } as const;

const openedMs = Date.UTC(2026, 2, 2, 8);

/** The state of the simulated workspace. */
export class NotionWorld extends Store<Switches> {
  readonly pages = this.collection<StoredPage, "id">({ key: "id", ids: uuids("page") });
  readonly blocks = this.collection<StoredBlock, "id">({ key: "id", ids: uuids("block") });
  readonly databases = this.collection<StoredDatabase, "id">({ key: "id" });
  readonly dataSources = this.collection<StoredDataSource, "id">({ key: "id" });
  readonly comments = this.collection<StoredComment, "id">({ key: "id", ids: uuids("comment") });
  /** Ids of pages of which the integration sees only the id. */
  readonly partial = this.keep(new Set<string>());
  readonly users = this.collection<StoredUser, "id">({ key: "id" });
  readonly tokens = this.keep(new Tokens<OAuthToken>());
  readonly limits = this.keep(
    new RateLimits<"second", number>({ second: { limit: (requests) => requests, windowMs: () => 1000 } }),
  );
  readonly authorization = this.keep(
    new AuthorizationServer({
      name: "Notion",
      apps: [app],
      users: () => [{ login: "alex", name: "Alex Rivera" }],
      tokens: this.tokens,
      switches: () => this.switches,
      clientAuthentication: ["basic_unencoded"],
      tokenRequest: "json",
      knownFields: {
        token: ["grant_type", "code", "redirect_uri", "external_account", "refresh_token"],
        revocation: ["token"],
      },
      pkce: "ignored",
      tokenText: ({ kind, random }) => (kind === "access" ? `ntn_${random}` : `nrt_${random}`),
      tokenResponse: ({ pair }) => ({
        access_token: pair.access.value,
        token_type: "bearer",
        refresh_token: pair.refresh,
        bot_id: bot.id,
        workspace_id: bot.workspaceId,
        workspace_name: bot.workspace,
        workspace_icon: null,
        duplicated_template_id: null,
        owner: { type: "user", user: { object: "user", id: seededId(82) } },
        request_id: "simulated",
      }),
      // The client reads a JSON object: OauthRevokeResponse in @notionhq/client.
      revocation: {
        authentication: "app",
        ends: "grant",
        respond: () => ({ status: 200, json: { request_id: "simulated" } }),
      },
    }),
  );

  constructor(switches: Partial<Switches> = {}) {
    super(switchTable, switches);
    this.reset();
  }

  protected override seed(): void {
    const page = (number: number, parent: Parent, values: Values) =>
      this.pages.put({ id: seededId(number), parent, values, inTrash: false, createdMs: openedMs, editedMs: openedMs });
    const workspace: Parent = { type: "workspace", workspace: true };
    page(1, workspace, { title: { title: richText("The front door") } });
    page(2, { type: "page_id", page_id: seededId(1) }, { title: { title: richText("Old notes") } });
    this.databases.put({ id: seededId(50), title: "Doors" });
    this.dataSources.put({
      id: seededId(51),
      databaseId: seededId(50),
      title: "Doors",
      properties: {
        Name: "title",
        Notes: "rich_text",
        Width: "number",
        Kind: "select",
        Status: "status",
        Rooms: "multi_select",
        Due: "date",
        Painted: "checkbox",
        Link: "url",
        Contact: "email",
        Phone: "phone_number",
        "Execution id": "rich_text",
      },
    });
    const inDoors = this.parentOf(seededId(51));
    page(11, inDoors, {
      Name: { title: richText("Front") },
      Status: { status: { name: "Open" } },
      Width: { number: 90 },
    });
    page(12, inDoors, {
      Name: { title: richText("Back") },
      Status: { status: { name: "Done" } },
      Painted: { checkbox: true },
    });
    const block = (type: string, text: string) =>
      this.blocks.create({ parentId: seededId(1), type, text: richText(text) });
    block("heading_1", "State");
    block("paragraph", "It sticks.");
    this.comments.create({
      parentId: seededId(1),
      discussionId: seededId(71),
      text: richText("Since Monday."),
      createdMs: openedMs,
    });
    this.users.put({ id: seededId(81), name: "svc", type: "bot" });
    this.users.put({ id: seededId(82), name: "Alex Rivera", type: "person", email: "alex@example.com" });
  }

  override facts(nowMs: number): Readonly<Record<string, unknown>> {
    return { ...this.authorization.facts(nowMs), pages: this.pages.values(), comments: this.comments.values() };
  }

  /** Returns a data source in the form of a page's parent. Throws `Refusal` 404 if there is none. */
  parentOf(dataSourceId: string): Parent {
    const { id, databaseId } = this.found(this.dataSources.get(withHyphens(dataSourceId)), "data source");
    return { type: "data_source_id", data_source_id: id, database_id: databaseId };
  }

  /** Finds a page. Throws `Refusal` 404. */
  page(id: string): StoredPage {
    return this.found(this.pages.get(withHyphens(id)), "page");
  }

  /**
   * Returns a page property's name and type: from the page's data source, or the title. Undefined if there is no such
   * property.
   */
  typeOf({ parent }: Pick<StoredPage, "parent">, name: string): { name: string; type: string } | undefined {
    if (parent.type !== "data_source_id") return name === "title" ? { name, type: "title" } : undefined;
    const properties = Object.entries(this.dataSources.find(parent.data_source_id).properties);
    const [own, type] = properties.find(([own, type]) => own === name || (name === "title" && type === "title")) ?? [];
    return own === undefined || type === undefined ? undefined : { name: own, type };
  }

  /** Returns the entity. Throws `Refusal` 404 if there is none, as if it weren't shared. */
  found<Entity>(entity: Entity | undefined, what: string): Entity {
    if (entity !== undefined) return entity;
    throw new Refusal(404, `Could not find ${what}. Make sure it is shared with your integration.`, {
      code: "object_not_found",
    });
  }
}

/** Converts an id to its stored form. Notion accepts ids with and without hyphens. */
export function withHyphens(id: string): string {
  const hex = id.replaceAll("-", "");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
