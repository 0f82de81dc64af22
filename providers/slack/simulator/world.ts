/** The simulated Slack workspace: channels, messages, people, and the installed app. */
import {
  authorizationPositions,
  AuthorizationServer,
  authorizationSwitches,
  commonSwitches,
  prefixed,
  RateLimits,
  simulatedApp,
  Store,
  Tokens,
  type AuthorizationSwitches,
  type CommonSwitches,
  type OAuthToken,
} from "@svc/simulator";
import type { StoredChannel, StoredMessage, StoredUser } from "./model.ts";

/** The switches of the simulated workspace. */
export interface Switches extends CommonSwitches, AuthorizationSwitches {
  /** How many calls to each method the app may make per minute. */
  callsPerMinute: number;
  /** The maximum number of messages per page: 15 for apps that are distributed outside Slack's marketplace. */
  messagesPerPage: number;
  /** The error with which every change fails, after it took effect if `failsAfterEffect`; "" for none. */
  failsWith: string;
  failsAfterEffect: boolean;
}

const switchTable = {
  defaults: {
    ...commonSwitches,
    ...authorizationSwitches,
    // Tokens expire only for apps that opted in to rotation.
    accessTokenSeconds: 0,
    refreshTokens: "none" as AuthorizationSwitches["refreshTokens"],
    callsPerMinute: 10_000,
    messagesPerPage: 999,
    failsWith: "",
    failsAfterEffect: false,
  },
  positions: authorizationPositions,
};

/** The app that a sandbox's operator configures. */
export const app = simulatedApp("slack");

/** The workspace, and the app's bot in it. */
export const team = { id: "T0SIMULATED", name: "Simulated workspace" } as const;
/** The bot's user. */
export const bot = "U0BOT";

/** The state of the simulated workspace. */
export class SlackWorld extends Store<Switches> {
  readonly channels = this.collection<StoredChannel, "id">({ key: "id", ids: prefixed("C", 8) });
  readonly messages = this.channels.collection<StoredMessage, "ts">({ key: "ts" });
  readonly users = this.collection<StoredUser, "id">({ key: "id" });
  readonly tokens = this.keep(new Tokens<OAuthToken>());
  readonly limits = this.keep(
    new RateLimits<"minute", number>({ minute: { limit: (calls) => calls, windowMs: () => 60_000 } }),
  );
  readonly authorization = this.keep(
    new AuthorizationServer({
      name: "Slack",
      apps: [app],
      users: () => [{ login: "robin", name: "Robin" }],
      tokens: this.tokens,
      switches: () => this.switches,
      clientAuthentication: ["post", "basic_unencoded"],
      scopeSeparator: ",",
      scopeParameters: { user_scope: "own token" },
      pkce: "ignored",
      tokenText: ({ kind, parameter, random }) =>
        kind === "refresh" ? `xoxe-1-${random}` : `${parameter === "scope" ? "xoxb" : "xoxp"}-${random}`,
      tokenResponse: ({ pair, isRefresh }) => ({
        ok: true,
        access_token: pair.access.value,
        token_type: "bot",
        scope: pair.access.scopes.join(","),
        bot_user_id: bot,
        app_id: "A0SIMULATED",
        team,
        enterprise: null,
        ...(isRefresh ? {} : { authed_user: { id: "U0ROBIN" } }),
        ...(pair.refresh === null ? {} : { refresh_token: pair.refresh, expires_in: pair.expiresIn }),
      }),
      tokenRefusal({ about }) {
        const words: Readonly<Record<string, string>> = {
          client: "bad_client_secret",
          code: "invalid_code",
          redirect_uri: "bad_redirect_uri",
          refresh_token: "invalid_refresh_token",
        };
        return { status: 200, json: { ok: false, error: words[about] ?? "invalid_arguments" } };
      },
    }),
  );
  #messages = 0;

  constructor(switches: Partial<Switches> = {}) {
    super(switchTable, switches);
    this.reset();
  }

  protected override seed(): void {
    this.#messages = 0;
    const person = (id: string, name: string) => {
      const realName = `${name} Rivera`;
      this.users.put({
        id,
        name: name.toLowerCase(),
        realName,
        email: `${name.toLowerCase()}@example.com`,
        isBot: false,
      });
    };
    person("U0ROBIN", "Robin");
    person("U0SAM", "Sam");
    this.users.put({ id: bot, name: "svc", realName: "svc", email: null, isBot: true });
    const open = { isPrivate: false, isArchived: false };
    this.channels.put({ id: "C0GENERAL", name: "general", ...open, members: [bot, "U0ROBIN"] });
    this.channels.put({ id: "C0OTHER", name: "other", ...open, members: ["U0ROBIN"] });
    this.channels.put({ id: "C0ATTIC", name: "attic", isPrivate: false, isArchived: true, members: [bot] });
    this.channels.put({ id: "G0SECRET", name: "secret", isPrivate: true, isArchived: false, members: [bot, "U0SAM"] });
    const at = (ts: string, user: string, text: string, threadTs?: string): void => {
      this.messages
        .in("C0GENERAL")
        .put({ ts, user, text, reactions: [], ...(threadTs === undefined ? {} : { threadTs }) });
    };
    at("1773133200.000100", "U0ROBIN", "Who has the plans?");
    at("1773133260.000100", "U0SAM", "I do.", "1773133200.000100");
    at("1773136800.000200", bot, "Lunch at 12.");
  }

  override facts(nowMs: number): Readonly<Record<string, unknown>> {
    return { ...this.authorization.facts(nowMs), messages: this.messages.in("C0GENERAL").values() };
  }

  /** Adds a message with the current time. */
  addMessage(channelId: string, message: Omit<StoredMessage, "ts" | "reactions">, nowMs: number): StoredMessage {
    this.#messages += 1;
    const ts = `${String(Math.floor(nowMs / 1000))}.${String(this.#messages).padStart(6, "0")}`;
    return this.messages.in(channelId).put({ reactions: [], ...message, ts });
  }
}
