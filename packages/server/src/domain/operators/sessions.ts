/**
 * Console sessions: started with a token, ended by timeout, by signing out, or with their token. Of failed sign-ins the
 * first is recorded immediately, then the number of further ones, so that attackers can't flood the trail.
 */
import { ServiceError } from "@svc/contract";
import type { Audit } from "../journal/entry.ts";
import { hourMs, minuteMs } from "../clock/units.ts";
import { createTokenBuckets } from "../limits/rates.ts";
import type { Platform } from "../../platform.ts";
import type { OperatorRole } from "./roles.ts";
import type { OperatorSecrets, OperatorSessionRow, OperatorStore, OperatorTokenRow } from "./port.ts";
import { isActive } from "./tokens.ts";

/** How long a session may be idle before it ends, in milliseconds. */
export const sessionIdleMs = 15 * minuteMs;
/** The maximum length of a session in milliseconds, even if it is in use. */
export const sessionLifeMs = 8 * hourMs;

/** How often a use is recorded, in milliseconds, so that not every request is a write. */
const seenEveryMs = minuteMs;

/**
 * Failed sign-ins per second, from one address and in total. Above that, the response says to try again later. The
 * token is still checked first: it has 256 random bits, so it can't be guessed, and behind a proxy all attempts come
 * from one address, so invalid attempts would otherwise lock out every operator.
 */
const refusalsPerSecond = { address: 5, all: 50 } as const;

/** A signed-in operator. */
export type Operator = {
  /** The public id of the token, or the id of the person. */
  id: string;
  name: string;
  role: OperatorRole;
  sessionHash: string;
  endsAt: number;
  /** Whether it is a person who signed in with the company's account; otherwise it is the holder of a token. */
  isPerson: boolean;
  /** Whether the role is certain now. If it isn't, the operator may look but change nothing. */
  isConfirmed: boolean;
};

/** The result of signing in. */
export type SignIn = { kind: "in"; secret: string; operator: Operator } | { kind: "refused" } | { kind: "too_many" };

/** The result of checking a request's token. */
export type Bearer = Exclude<SignIn, { kind: "in" }> | { kind: "in"; operator: Operator };

/** The operations on sessions. */
export type OperatorSessions = {
  /** @param address the origin of the request, to limit failed attempts. */
  signIn(token: string, address: string): Promise<SignIn>;
  /** Checks the token of one request, which begins no session. @param address as for `signIn`. */
  authenticate(token: string, address: string): Promise<Bearer>;
  /**
   * Returns the operator with this session secret; null if it is no longer valid. Called on every request.
   * @param options.isUse whether this counts as a use, which restarts the idle timeout.
   */
  find(secret: string, options: { isUse: boolean }): Promise<Operator | null>;
  signOut(operator: Operator): Promise<void>;
  /** Refuses a change that needs another role, and records that. @throws ServiceError NOT_PERMITTED */
  refuse(operator: Operator, needs: OperatorRole): Promise<never>;
  /** Returns the token for this session's forms, so that no other page can submit one. */
  formToken(secret: string): string;
  isFormToken(secret: string, text: string): boolean;
  /** Records the failed attempts that were counted but not recorded yet. */
  stop(): Promise<void>;
};

/** Creates the operations. */
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
  // Unknown ids are verified against this hash, so that they take as long as known ones.
  const dummyHash = secrets.hash("operator-token", secrets.makeToken().token);
  /** Returns the active token with this text. Otherwise counts the attempt, and returns what to answer. */
  const check = async (given: string, address: string): Promise<OperatorTokenRow | "refused" | "too_many"> => {
    const parsed = secrets.parseToken(given);
    const token = parsed === null ? null : await store.find(parsed.id);
    const isGenuine = secrets.verify("operator-token", given, token?.hash ?? dummyHash);
    if (token !== null && isGenuine && isActive(token, platform.nowMs())) return token;
    await refusals.add(address);
    const isTooMany = refusedFrom(address)?.allowed === false || refused("")?.allowed === false;
    return isTooMany ? "too_many" : "refused";
  };
  return {
    async signIn(given, address) {
      const token = await check(given, address);
      if (typeof token === "string") return { kind: token };
      const nowMs = platform.nowMs();
      const secret = secrets.makeSessionSecret();
      const hash = secrets.hash("operator-session", secret);
      const session = { hash, tokenId: token.id, createdAt: nowMs, seenAt: nowMs, endsAt: nowMs + sessionLifeMs };
      await store.begin(session, nowMs - sessionIdleMs);
      return { kind: "in", secret, operator: holderOf(token, session) };
    },
    async authenticate(given, address) {
      const token = await check(given, address);
      if (typeof token === "string") return { kind: token };
      const nowMs = platform.nowMs();
      if (nowMs - (token.lastUsedAt ?? 0) >= seenEveryMs) await store.seen({ hash: "", tokenId: token.id }, nowMs);
      return { kind: "in", operator: holderOf(token, { hash: "", endsAt: 0 }) };
    },
    async find(secret, { isUse }) {
      if (!secrets.hasSessionForm(secret)) return null;
      const found = await store.session(secrets.hashUnderEveryKey("operator-session", secret));
      const nowMs = platform.nowMs();
      if (found === null || isOver(found.session, nowMs) || !isActive(found.token, nowMs)) return null;
      const { session, token } = found;
      if (isUse && nowMs - session.seenAt >= seenEveryMs) await store.seen(session, nowMs);
      return holderOf(token, session);
    },
    signOut: (operator) => store.end(operator.sessionHash),
    async refuse({ id, role, isConfirmed }, needs) {
      const at = { clientId: "", tenantId: "", subject: id, actor: `operator:${id}` } as const;
      await audit.record({ type: "operator.change_refused", ...at, data: { needs } });
      const detail = isConfirmed
        ? `Your role is ${role}, and this needs ${needs}. Nothing was changed.`
        : "Your company's sign-in can't confirm your role right now, so you can look but not change anything. Try again in a moment, or sign in with an operator token.";
      throw new ServiceError("NOT_PERMITTED", { detail });
    },
    formToken: (secret) => secrets.hash("operator-form", secret),
    isFormToken: (secret, text) => secrets.verify("operator-form", secret, text),
    stop: refusals.stop,
  };
}

function holderOf(
  { id, name, role }: OperatorTokenRow,
  { hash, endsAt }: Pick<OperatorSessionRow, "hash" | "endsAt">,
): Operator {
  return { id, name, role, sessionHash: hash, endsAt, isPerson: false, isConfirmed: true };
}

/** Whether a session has timed out. @param nowMs milliseconds since the epoch. */
export function isOver({ seenAt, endsAt }: Pick<OperatorSessionRow, "seenAt" | "endsAt">, nowMs: number): boolean {
  return nowMs >= seenAt + sessionIdleMs || nowMs >= endsAt;
}

/** How often the number of further attempts is recorded, in milliseconds. */
export const refusalWindowMs = minuteMs;

/** Counts failed sign-ins. */
export type Refusals = {
  /** Counts an attempt. Resolves once anything that must be recorded immediately is recorded. */
  add(address: string): Promise<void>;
  /** Records the attempts since the last event. Nothing is counted afterwards. */
  stop(): Promise<void>;
};

/**
 * Creates the count. While attempts continue, there is one event per window. After a window without attempts, the next
 * one is a first attempt again.
 */
export function createRefusals(audit: Pick<Audit, "record">, windowMs = refusalWindowMs): Refusals {
  let timer: NodeJS.Timeout | null = null;
  let more = 0;
  const record = (data: Readonly<Record<string, string | number>>): Promise<void> =>
    audit.record({
      type: "operator.sign_in_refused",
      clientId: "",
      tenantId: "",
      subject: "",
      actor: "system",
      data,
    });
  const recordMore = async (): Promise<void> => {
    const attempts = more;
    more = 0;
    try {
      await record({ attempts, seconds: windowMs / 1000 });
    } catch {
      // Count them in the next window.
      more += attempts;
    }
  };
  const open = (): void => {
    timer = setTimeout(() => {
      timer = null;
      if (more === 0) return;
      open();
      void recordMore();
    }, windowMs);
    timer.unref();
  };
  return {
    async add(address) {
      if (timer !== null) {
        more += 1;
        return;
      }
      open();
      await record({ attempts: 1, address });
    },
    async stop() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      if (more > 0) await recordMore();
    },
  };
}
