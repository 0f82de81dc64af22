/** Sessions at the console: begun by a token, ended by time, by signing out, or with their token. */
import type { Audit } from "../audit/audit.ts";
import { createTokenBuckets } from "../limits/token-buckets.ts";
import type { Platform } from "../platform.ts";
import type { OperatorSecrets, OperatorSessionRow, OperatorStore } from "./port.ts";
import { createRefusals } from "./refusals.ts";
import { isLiving } from "./tokens.ts";

/** A session that is not used for so long is over, in milliseconds. */
export const sessionIdleMs = 15 * 60_000;
/** However much it is used, it is over after this, in milliseconds. */
export const sessionLifeMs = 8 * 3_600_000;

/** How often a use is written, in milliseconds: every request would be a write. */
const seenEveryMs = 60_000;

/**
 * Refused attempts to sign in, from one address and in all, a second; beyond them the answer is to come later. The token is
 * looked at first all the same: it has 256 random bits, so there is nothing to guess, and behind a proxy all come from one
 * address, where whoever sends junk would otherwise keep everybody out.
 */
const refusalsPerSecond = { address: 5, all: 50 } as const;

/** Somebody who is signed in. */
export type Operator = { tokenId: string; name: string; sessionHash: string; endsAt: number };

/** What came of signing in. */
export type SignIn = { kind: "in"; secret: string; operator: Operator } | { kind: "refused" } | { kind: "too_many" };

/** The operations on sessions. */
export type OperatorSessions = {
  /** @param address where it was asked from, for the bound of refused attempts. */
  signIn(token: string, address: string): Promise<SignIn>;
  /** Who holds this secret; null where nobody does any more. Every request asks. */
  find(secret: string): Promise<Operator | null>;
  signOut(operator: Operator): Promise<void>;
  /** What a form of this session carries, so that no other page can send one. */
  formToken(secret: string): string;
  isFormToken(secret: string, text: string): boolean;
  /** Records what is counted of refused attempts and not recorded yet. */
  stop(): Promise<void>;
};

/** Makes the operations. */
export function createOperatorSessions(deps: {
  store: OperatorStore;
  secrets: OperatorSecrets;
  audit: Audit;
  platform: Platform;
}): OperatorSessions {
  const { store, secrets, audit, platform } = deps;
  const refusedFrom = createTokenBuckets(refusalsPerSecond.address, platform);
  const refused = createTokenBuckets(refusalsPerSecond.all, platform);
  const refusals = createRefusals(audit);
  // Unknown ids are verified against this, so that they take as long as known ones.
  const dummyHash = secrets.hash("operator-token", secrets.makeToken().token);
  const record = (type: string, tokenId: string): Promise<void> => {
    const actor = `operator:${tokenId}`;
    return audit.record(type, { clientId: "", tenantId: "", subject: tokenId, actor, data: {} });
  };
  return {
    async signIn(given, address) {
      const parsed = secrets.parseToken(given);
      const token = parsed === null ? null : await store.find(parsed.id);
      const isGenuine = secrets.verify("operator-token", given, token?.hash ?? dummyHash);
      const nowMs = platform.nowMs();
      if (token === null || !isGenuine || !isLiving(token, nowMs)) {
        await refusals.add(address);
        const isTooMany = refusedFrom(address)?.allowed === false || refused("")?.allowed === false;
        return { kind: isTooMany ? "too_many" : "refused" };
      }
      const secret = secrets.makeSessionSecret();
      const hash = secrets.hash("operator-session", secret);
      const session = { hash, tokenId: token.id, createdAt: nowMs, seenAt: nowMs, endsAt: nowMs + sessionLifeMs };
      await store.begin(session, nowMs - sessionIdleMs);
      await record("operator.signed_in", token.id);
      const { id: tokenId, name } = token;
      return { kind: "in", secret, operator: { tokenId, name, sessionHash: hash, endsAt: session.endsAt } };
    },
    async find(secret) {
      if (!secrets.hasSessionForm(secret)) return null;
      const found = await store.session(secrets.hashUnderEveryKey("operator-session", secret));
      const nowMs = platform.nowMs();
      if (found === null || isOver(found.session, nowMs) || !isLiving(found.token, nowMs)) return null;
      const { session, token } = found;
      if (nowMs - session.seenAt >= seenEveryMs) await store.seen(session, nowMs);
      return { tokenId: token.id, name: token.name, sessionHash: session.hash, endsAt: session.endsAt };
    },
    async signOut(operator) {
      await store.end(operator.sessionHash);
      await record("operator.signed_out", operator.tokenId);
    },
    formToken: (secret) => secrets.hash("operator-form", secret),
    isFormToken: (secret, text) => secrets.verify("operator-form", secret, text),
    stop: refusals.stop,
  };
}

/** Whether a session has ended by time. @param nowMs milliseconds since the epoch. */
export function isOver({ seenAt, endsAt }: Pick<OperatorSessionRow, "seenAt" | "endsAt">, nowMs: number): boolean {
  return nowMs >= seenAt + sessionIdleMs || nowMs >= endsAt;
}
