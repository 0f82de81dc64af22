/**
 * The way to the company's identity provider and back. It begins and ends in the same browser, what comes back is good
 * once, and no secret from before becomes part of the new session.
 */
import { minuteMs } from "../clock/units.ts";
import type { Audit } from "../journal/entry.ts";
import { createTokenBuckets } from "../limits/rates.ts";
import { createRefusals, sessionIdleMs } from "../operators/sessions.ts";
import type { OperatorRole } from "../operators/roles.ts";
import type { Platform } from "../../platform.ts";
import type { Asked, AuthorizationParts } from "./issuer.ts";
import { createLogout } from "./logout.ts";
import { nameOf, roleOf } from "./role-rules.ts";
import {
  createPersonSessions,
  personSessionLifeMs,
  sealTokens,
  unaskableLifeMs,
  type PersonSessionDeps,
  type PersonSessions,
} from "./sessions.ts";

/** How long the way may take, in milliseconds. */
export const signInMs = 10 * minuteMs;

/** How many ways may begin per second, from one address and in total; each is a row in the database. */
const beginsPerSecond = { address: 2, all: 20 } as const;

/** The result of coming back. */
export type Finished =
  | { kind: "in"; secret: string; next: string; lifeMs: number }
  /** The provider knows the person, but no rule gives a role. */
  | { kind: "no_role"; name: string }
  /** @see Issuer for the codes. */
  | { kind: "refused"; code: string }
  /** The response belongs to no way that this browser began, or that wasn't used or too long ago. */
  | { kind: "unknown" }
  | { kind: "unreachable" };

/** Signing in with the company's account. */
export type CompanySignIn = PersonSessions & {
  /** What operators call the provider. */
  name: string;
  isReachable(): Promise<boolean>;
  /** Whether a cookie's secret is of a person's session. */
  isSession(secret: string): boolean;
  /**
   * Begins the way. @param next the path of the console to go to afterwards.
   * @returns where to send the browser, and the secret for its cookie.
   */
  begin(
    next: string,
    address: string,
  ): Promise<{ kind: "go"; to: URL; secret: string } | { kind: "unreachable" | "too_many" }>;
  /**
   * Ends the way, and starts a session.
   * @param given.browser the secret that `begin` gave to this browser; null if it has none.
   * @param given.session the session that the browser has, which ends; null if it has none.
   */
  finish(given: {
    query: URLSearchParams;
    browser: string | null;
    session: string | null;
    address: string;
  }): Promise<Finished>;
  /** Ends the sessions that a logout token of the provider names. */
  endByToken(token: string): Promise<"done" | "refused" | "unreachable">;
  /** Records the refused attempts that were counted but not recorded yet. */
  stop(): Promise<void>;
};

/** Dependencies of the sign-in. */
export type CompanySignInDeps = Omit<PersonSessionDeps, "platform"> & { audit: Audit; platform: Platform };

type Details = Omit<AuthorizationParts, "state"> & { next: string };

/** Creates it. */
export function createCompanySignIn(deps: CompanySignInDeps): CompanySignIn {
  const { store, secrets, issuer, settings, platform } = deps;
  const sessions = createPersonSessions(deps);
  const [fromAddress, fromAll] = [
    createTokenBuckets(beginsPerSecond.address, platform, { burst: 10 }),
    createTokenBuckets(beginsPerSecond.all, platform, { burst: 100 }),
  ];
  const refusals = createRefusals(deps.audit);
  const random = (): string => Buffer.from(platform.randomBytes(32)).toString("base64url");
  const take = async (query: URLSearchParams, browser: string | null) => {
    const [state = "", ...others] = query.getAll("state");
    // A browser that didn't begin the way mustn't use it up.
    if (state === "" || others.length > 0 || browser === null) return null;
    const row = await store.take(secrets.hashUnderEveryKey("person-sign-in", state), (browserHash) =>
      secrets.verify("person-browser", browser, browserHash),
    );
    if (row === null || platform.nowMs() >= row.expiresAt) return null;
    const details = secrets.open("person-sign-in", state, row.details);
    return details === null ? null : { state, ...(JSON.parse(details) as Details) };
  };
  return {
    ...sessions,
    name: settings.name,
    isReachable: issuer.isReachable,
    isSession: secrets.isSession,
    async begin(next, address) {
      if (fromAddress(address)?.allowed === false || fromAll("")?.allowed === false) return { kind: "too_many" };
      const [state, nonce, verifier, secret] = [random(), random(), random(), secrets.makeBrowser()];
      const to = await issuer.authorizationUrl({ state, nonce, verifier });
      if (to === null) return { kind: "unreachable" };
      const nowMs = platform.nowMs();
      const details: Details = { nonce, verifier, next };
      const row = {
        hash: secrets.hash("person-sign-in", state),
        browserHash: secrets.hash("person-browser", secret),
        details: secrets.seal("person-sign-in", state, JSON.stringify(details)),
        expiresAt: nowMs + signInMs,
      };
      await store.start(row, nowMs);
      return { kind: "go", to, secret };
    },
    async finish({ query, browser, session: before, address }) {
      const parts = await take(query, browser !== null && secrets.isBrowser(browser) ? browser : null);
      if (parts === null) return { kind: "unknown" };
      const asked = await issuer.exchange(query, parts);
      if (asked.kind === "unreachable") return asked;
      if (asked.kind === "refused") {
        await refusals.add(address);
        return asked;
      }
      const role = roleOf(asked.claims, settings.rules);
      if (role === null) {
        await refusals.add(address);
        return { kind: "no_role", name: nameOf(asked.claims) };
      }
      // The browser's old session mustn't outlive its cookie.
      const old = before === null ? null : await sessions.find(before, { isUse: false });
      if (old !== null) await store.end(old.sessionHash, null);
      return { ...(await start(deps, asked, role)), next: parts.next };
    },
    endByToken: createLogout(deps),
    stop: refusals.stop,
  };
}

/** Starts a session. One that the provider can't be asked about again is short. */
async function start(
  deps: CompanySignInDeps,
  { claims, tokens }: Extract<Asked, { kind: "said" }>,
  role: OperatorRole,
): Promise<{ kind: "in"; secret: string; lifeMs: number }> {
  const { store, secrets, settings, platform } = deps;
  const subject = String(claims["sub"]);
  const canAsk = tokens.refresh !== null || (await saysAgain(deps, tokens, { subject, role }));
  const secret = secrets.makeSession();
  const hash = secrets.hash("person-session", secret);
  const nowMs = platform.nowMs();
  const lifeMs = canAsk ? personSessionLifeMs : unaskableLifeMs;
  const times = { createdAt: nowMs, seenAt: nowMs, confirmedAt: nowMs, triedAt: nowMs, endsAt: nowMs + lifeMs };
  const sid = typeof claims["sid"] === "string" ? claims["sid"] : "";
  await store.begin(
    { issuer: settings.issuer, subject, name: nameOf(claims) },
    { hash, role, sid, tokens: sealTokens(deps, hash, { ...tokens, canAsk }), ...times },
    nowMs - sessionIdleMs,
  );
  return { kind: "in", secret, lifeMs };
}

/** Whether the provider says the same role without a refresh token. */
async function saysAgain(
  { issuer, settings }: CompanySignInDeps,
  tokens: Extract<Asked, { kind: "said" }>["tokens"],
  { subject, role }: { subject: string; role: OperatorRole },
): Promise<boolean> {
  const again = await issuer.ask(tokens, subject);
  return again.kind === "said" && roleOf(again.claims, settings.rules) === role;
}
