/**
 * Operators who sign in with their company's account (OpenID Connect), as the domain sees them: what is stored, the
 * vault's part, and how a request reaches the identity provider, the issuer.
 */
import type { PersonRow, PersonSessionRow, SignInRow } from "../generated/rows.ts";
import type { RoleRules } from "./role-rules.ts";

export type { PersonRow, PersonSessionRow, SignInRow };

/** The settings of the sign-in. */
export type IssuerSettings = {
  /** Exactly as the provider writes it. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  rules: RoleRules;
  scopes: string;
  /** What operators call the provider. */
  name: string;
  /** Where browsers reach the console. */
  adminUrl: string;
};

/** A request to the provider. */
export type IssuerRequest = {
  url: URL;
  method: "GET" | "POST";
  headers: Readonly<Record<string, string>>;
  body: string | null;
};

/** The response, whose body is text. */
export type IssuerResponse = { status: number; contentType: string; body: string };

/** Sends one request, once. Null without a complete response in time. */
export type SendToIssuer = (request: IssuerRequest) => Promise<IssuerResponse | null>;

/** Who a person is, as the provider said. */
export type PersonFacts = Pick<PersonRow, "issuer" | "subject" | "name">;

/** Why a session ended that its person didn't end. */
export type SessionEnd = "role" | "provider" | "unconfirmed" | "logout_token";

/** Stored people, sessions and sign-ins. Every method is one transaction, and one process of several can call it. */
export type PersonStore = {
  /** Stores a sign-in, and deletes those that expired before `nowMs`. */
  start(signIn: SignInRow, nowMs: number): Promise<void>;
  /**
   * Takes the sign-in with one of these hashes, so that no one else can; null if there is none.
   * @param isOwn whether the browser is the one with this hash; another one's sign-in stays.
   */
  take(hashes: readonly string[], isOwn: (browserHash: string) => boolean): Promise<SignInRow | null>;
  /**
   * Starts a session of a person, who is created or gets the new name, and deletes sessions that ended before its start
   * or were last seen before `seenBefore`.
   */
  begin(person: PersonFacts, session: Omit<PersonSessionRow, "personId">, seenBefore: number): Promise<PersonRow>;
  /** Finds the session with one of these hashes, and its person, regardless of their state. */
  session(hashes: readonly string[]): Promise<{ session: PersonSessionRow; person: PersonRow } | null>;
  seen(hash: string, at: number): Promise<void>;
  /** Whether this process may ask the provider now: if none has begun to since `before`. */
  claimCheck(hash: string, before: number, at: number): Promise<boolean>;
  /** Records what the provider confirmed; false if the session has ended meanwhile. */
  confirm(hash: string, confirmed: Pick<PersonSessionRow, "role" | "tokens" | "confirmedAt">): Promise<boolean>;
  /** Ends a session. @param why null if its person signed out. */
  end(hash: string, why: SessionEnd | null): Promise<void>;
  /**
   * Ends the sessions of a provider's session (`sid`) or person, and records the logout token.
   * @returns the number of sessions; null, with nothing done, if the token was used before.
   */
  endByToken(
    of: { issuer: string; subject: string | null; sid: string | null },
    token: { hash: string; expiresAt: number },
    nowMs: number,
  ): Promise<number | null>;
};

/** The vault's part: secrets of browsers, their hashes, and sealed texts. */
export type PersonSecrets = {
  makeSession(): string;
  /** Whether a secret is one of a person's session, by its form. */
  isSession(text: string): boolean;
  makeBrowser(): string;
  isBrowser(text: string): boolean;
  hash(purpose: "person-session" | "person-sign-in" | "person-browser", data: string): string;
  hashUnderEveryKey(purpose: "person-session" | "person-sign-in", data: string): string[];
  verify(purpose: "person-browser", data: string, hash: string): boolean;
  /** Seals texts for one session, or for one sign-in. */
  seal(purpose: "person-tokens" | "person-sign-in", subject: string, text: string): string;
  open(purpose: "person-tokens" | "person-sign-in", subject: string, sealed: string): string | null;
};
