/** Access tokens with scopes and expiries, refresh tokens, and the ways in which requests carry a token. */

/** A token of an API. */
export interface Token {
  readonly value: string;
  /** Its name in tests and in the ledger. */
  readonly name: string;
  readonly scopes: readonly string[];
  /** Unix milliseconds; null for one that doesn't expire. */
  readonly expiresAtMs: number | null;
  revoked: boolean;
}

interface Refresh<Access> {
  readonly access: Access;
  readonly expiresAtMs: number;
  used: boolean;
}

/** Every token with its state, as JSON. `expiresAtMs` of a refresh token is null if it doesn't expire. */
export interface SavedTokens {
  readonly access: readonly Token[];
  readonly refresh: readonly {
    readonly value: string;
    readonly access: string;
    readonly expiresAtMs: number | null;
    readonly used: boolean;
  }[];
}

/** All tokens of an API. */
export class Tokens<Access extends Token = Token> {
  readonly #access = new Map<string, Access>();
  readonly #refresh = new Map<string, Refresh<Access>>();
  /** Called after each change. */
  onChange: () => void = () => undefined;

  /** Leaves a token only these scopes. @throws RangeError if there is no such token. */
  narrow(value: string, scopes: readonly string[]): void {
    const token = this.#access.get(value);
    if (token === undefined) throw new RangeError("There is no such token.");
    this.#access.set(value, { ...token, scopes });
    this.onChange();
  }

  /** Adds a token that isn't revoked. */
  add(token: Omit<Access, "revoked">): Access {
    const added = { ...token, revoked: false } as Access;
    this.#access.set(added.value, added);
    this.onChange();
    return added;
  }

  /** Every token with its state. @param except the values of access tokens to leave out. */
  save(except: ReadonlySet<string>): SavedTokens {
    const issued = [...this.#refresh].filter(([, { access }]) => !except.has(access.value));
    const refresh = issued.map(([value, { access, expiresAtMs, used }]) => {
      return { value, access: access.value, expiresAtMs: expiresAtMs === Infinity ? null : expiresAtMs, used };
    });
    return { access: this.all().filter(({ value }) => !except.has(value)), refresh };
  }

  /** Adds saved tokens with their state; a token with the same value is replaced. */
  restore({ access, refresh }: SavedTokens): void {
    // They were saved by a store of the same API.
    for (const token of access) this.#access.set(token.value, { ...(token as Access) });
    for (const { value, access: of, expiresAtMs, used } of refresh) {
      const token = this.#access.get(of);
      if (token !== undefined) this.#refresh.set(value, { access: token, expiresAtMs: expiresAtMs ?? Infinity, used });
    }
  }

  /** The token if the API accepts it now; undefined for unknown, expired and revoked ones. */
  find(value: string | undefined, nowMs: number): Access | undefined {
    const token = this.#access.get(value ?? "");
    if (token === undefined || token.revoked) return undefined;
    return token.expiresAtMs !== null && token.expiresAtMs <= nowMs ? undefined : token;
  }

  /** The token with this value or name, accepted or not. */
  known(valueOrName: string | undefined): Access | undefined {
    return this.#access.get(valueOrName ?? "") ?? this.all().find(({ name }) => name === valueOrName);
  }

  /** Every token, oldest first. */
  all(): Access[] {
    return [...this.#access.values()];
  }

  /** Tokens that are neither revoked nor expired, oldest first. */
  live(nowMs: number): Access[] {
    return this.all().filter(({ value }) => this.find(value, nowMs) !== undefined);
  }

  /** Revokes one token by value or name; false if it doesn't exist. */
  revoke(valueOrName: string): boolean {
    const token = this.known(valueOrName);
    if (token !== undefined) token.revoked = true;
    this.onChange();
    return token !== undefined;
  }

  /** Revokes every matching token, and the refresh tokens issued with them. */
  revokeAll(fits: (token: Access) => boolean): void {
    for (const token of this.#access.values()) if (fits(token)) token.revoked = true;
    for (const refresh of this.#refresh.values()) if (fits(refresh.access)) refresh.used = true;
    this.onChange();
  }

  /** Adds a refresh token for an access token. */
  addRefresh(value: string, access: Access, expiresAtMs = Infinity): void {
    this.#refresh.set(value, { access, expiresAtMs, used: false });
    this.onChange();
  }

  /**
   * Uses a refresh token, and returns the access token with which it was issued; undefined if it is invalid.
   * A rotating one is invalidated by its use, together with its access token. Others stay valid, as Google's do.
   */
  useRefresh(
    value: string,
    nowMs: number,
    { rotates = true, fits = () => true }: { rotates?: boolean; fits?: (token: Access) => boolean } = {},
  ): Access | undefined {
    const access = this.refreshable(value, nowMs);
    if (access === undefined || !fits(access)) return undefined;
    if (rotates) this.end(value);
    return access;
  }

  /** The access token with which a refresh token was issued, if the refresh token can be used now. */
  refreshable(value: string, nowMs: number): Access | undefined {
    const token = this.#refresh.get(value);
    return token === undefined || token.used || token.expiresAtMs <= nowMs ? undefined : token.access;
  }

  /** Invalidates an access token, or a refresh token together with its access token. */
  end(value: string): void {
    const refresh = this.#refresh.get(value);
    if (refresh !== undefined) refresh.used = true;
    this.revoke(refresh?.access.value ?? value);
  }

  /** Removes everything. */
  clear(): void {
    this.#access.clear();
    this.#refresh.clear();
  }
}

/** Where a request carries its token: `Authorization` with a scheme, as a user name or bare, or a separate header. */
export type TokenForm = "bearer" | "basic-user" | "bare" | { readonly scheme: string } | { readonly header: string };

/** A request's token in the first form that it has; undefined if it has none of them. */
export function tokenIn(
  headers: Readonly<Record<string, string>>,
  forms: readonly TokenForm[] = ["bearer"],
): string | undefined {
  for (const form of forms) {
    const found = inForm(headers, form);
    if (found !== undefined) return found;
  }
  return undefined;
}

function inForm(headers: Readonly<Record<string, string>>, form: TokenForm): string | undefined {
  if (typeof form === "object" && "header" in form) return headers[form.header];
  const authorization = headers["authorization"] ?? "";
  if (form === "bare") return /^\S+$/.test(authorization) ? authorization : undefined;
  const [scheme = "", ...rest] = authorization.split(" ");
  const credentials = rest.join(" ").trim();
  const wanted = form === "bearer" ? "bearer" : form === "basic-user" ? "basic" : form.scheme;
  if (credentials === "" || scheme.toLowerCase() !== wanted.toLowerCase()) return undefined;
  return form === "basic-user" ? Buffer.from(credentials, "base64").toString("utf8").split(":")[0] : credentials;
}
