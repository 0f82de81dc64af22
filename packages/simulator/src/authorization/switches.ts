/** The switches of a simulated authorization server. */

/** The users' decisions, and the lifetimes of tokens. Spread the defaults and positions into the store's own table. */
export interface AuthorizationSwitches {
  /** Login of the user who authorizes immediately, without the page; "" shows the page. */
  autoApprove: string;
  /** The user's decision with `autoApprove`: "cancel" refuses. */
  autoDecision: "authorize" | "cancel";
  /** Scopes that the user removes from every request. */
  refusedScopes: readonly string[];
  /** `iss` of the authorization response (RFC 9207); `{origin}` is the simulator's own. "" omits it. */
  issuer: string;
  codeSeconds: number;
  /** 0: access tokens don't expire. */
  accessTokenSeconds: number;
  /** Whether the token response contains `expires_in`. */
  tellsExpiry: boolean;
  /**
   * `rotate`: a refresh token works once, and using it revokes the old access token too. `stay`: it keeps working, and
   * a refresh response contains none. `none`: there are no refresh tokens.
   */
  refreshTokens: "rotate" | "stay" | "none";
  /** 0: refresh tokens don't expire. */
  refreshTokenSeconds: number;
}

/** Common defaults: one hour, included in responses, with refresh tokens that rotate and don't expire. */
export const authorizationSwitches: Readonly<AuthorizationSwitches> = {
  autoApprove: "",
  autoDecision: "authorize",
  refusedScopes: [],
  issuer: "",
  codeSeconds: 600,
  accessTokenSeconds: 3600,
  tellsExpiry: true,
  refreshTokens: "rotate",
  refreshTokenSeconds: 0,
};

/** The allowed values of switches that aren't free-form. */
export const authorizationPositions = {
  autoDecision: ["authorize", "cancel"],
  refreshTokens: ["rotate", "stay", "none"],
} as const;
