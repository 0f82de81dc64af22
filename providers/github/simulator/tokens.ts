/**
 * Codes and tokens of the simulated authorization server.
 * Follows docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/refreshing-user-access-tokens and
 * docs.github.com/en/authentication/keeping-your-account-and-data-secure/token-expiration-and-revocation.
 */
import { createHash, randomUUID } from "node:crypto";
import { Tokens } from "@svc/simulator";
import type { Token } from "@svc/simulator";
import type { RegisteredApp } from "./apps.ts";
import type { Switches } from "./switches.ts";

/** A token as the API sees it. `scopes` is empty for a GitHub App's token. */
export interface Grant {
  readonly userId: number;
  readonly kind: "oauth_app" | "github_app";
  readonly scopes: readonly string[];
  /** Its app; null for a token of another authorization server. */
  readonly clientId: string | null;
}

/** An access token of this server. */
export interface AccessToken extends Token, Grant {
  readonly scopes: readonly string[];
  readonly clientId: string;
}

/** An authorization code. */
export interface Code {
  readonly value: string;
  readonly clientId: string;
  readonly userId: number;
  readonly scopes: readonly string[];
  readonly redirectUri: string;
  readonly challenge: string | null;
  readonly expiresAtMs: number;
}

/** An authorization request that is waiting for the user. The page's form submits its `id`. */
export interface Pending {
  readonly id: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly state: string | null;
  readonly challenge: string | null;
}

/** The result of an exchange. `refresh` is null for an OAuth app. */
export interface Issued {
  readonly access: AccessToken;
  readonly refresh: string | null;
}

/** "A limit of ten tokens that are issued per user/application/scope combination": an older one is revoked. */
const tokensMax = 10;

/** All codes and tokens. */
export class TokenStore extends Tokens<AccessToken> {
  readonly codes = new Map<string, Code>();
  readonly pending = new Map<string, Pending>();
  readonly #authorized = new Map<string, Set<string>>();
  #count = 0;

  /** The scopes that a user has granted an app so far. */
  authorizedScopes(userId: number, clientId: string): readonly string[] {
    return [...(this.#authorized.get(`${userId} ${clientId}`) ?? [])];
  }

  /** Issues tokens to an app for a user. */
  issue(app: RegisteredApp, userId: number, scopes: readonly string[], switches: Switches, nowMs: number): Issued {
    this.#count += 1;
    const expires = app.kind === "github_app";
    const access = this.add({
      value: `${expires ? "ghu_" : "gho_"}${tokenBody(randomUUID())}`,
      name: `${app.kind}#${this.#count}`,
      userId,
      kind: app.kind,
      clientId: app.clientId,
      scopes: expires ? [] : scopes,
      expiresAtMs: expires ? nowMs + switches.accessTokenSeconds * 1000 : null,
    });
    const authorized = this.#authorized.get(`${userId} ${app.clientId}`) ?? new Set();
    for (const scope of access.scopes) authorized.add(scope);
    this.#authorized.set(`${userId} ${app.clientId}`, authorized);
    if (!expires) {
      this.#dropOldest(access, nowMs);
      return { access, refresh: null };
    }
    const value = `ghr_${tokenBody(randomUUID())}${tokenBody(randomUUID())}`;
    this.addRefresh(value, access, nowMs + switches.refreshTokenSeconds * 1000);
    return { access, refresh: value };
  }

  /** The user revokes the authorization: every token of the app for that user becomes invalid. */
  revokeAuthorization(userId: number, clientId: string): void {
    this.#authorized.delete(`${userId} ${clientId}`);
    this.revokeAll((token) => token.userId === userId && token.clientId === clientId);
  }

  /** Removes everything. */
  override clear(): void {
    super.clear();
    this.codes.clear();
    this.pending.clear();
    this.#authorized.clear();
    this.#count = 0;
  }

  #dropOldest(newest: AccessToken, nowMs: number): void {
    const key = (token: AccessToken): string => `${token.userId} ${token.clientId} ${[...token.scopes].sort().join()}`;
    const same = this.live(nowMs).filter((token) => key(token) === key(newest));
    for (const token of same.slice(0, Math.max(0, same.length - tokensMax))) token.revoked = true;
  }
}

/** Derives 36 letters and digits from a name, so that no file contains the token. */
export function tokenBody(name: string): string {
  return createHash("sha256").update(`simulated ${name}`).digest("hex").slice(0, 36);
}
