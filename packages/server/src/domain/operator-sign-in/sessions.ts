/**
 * Console sessions of people who signed in with their company's account. The provider confirms the role of a session in
 * use once a minute. While it can't be asked, a session may only look, and it ends if that takes long.
 */
import { hourMs, minuteMs, secondMs } from "../clock/units.ts";
import { sessionIdleMs, type Operator } from "../operators/sessions.ts";
import type { Platform } from "../../platform.ts";
import type { Asked, Issuer, IssuerTokens } from "./issuer.ts";
import { issuerTimeoutMs } from "./issuer.ts";
import type { IssuerSettings, PersonRow, PersonSecrets, PersonSessionRow, PersonStore, SessionEnd } from "./port.ts";
import { roleOf } from "./role-rules.ts";

/** The maximum length of a session in milliseconds, even if it is in use. */
export const personSessionLifeMs = 12 * hourMs;
/** The same, if the provider can't be asked again: it gave no refresh token, and its userinfo doesn't say the role. */
export const unaskableLifeMs = 5 * minuteMs;
/** How old a confirmation may be. A request later than that asks the provider first. */
export const confirmEveryMs = 50 * secondMs;
/** How long a session may look without a confirmation, before it ends. */
export const unconfirmedMsMax = 10 * minuteMs;
/** How soon a failed check is repeated; longer than one takes. */
const retryMs = issuerTimeoutMs * 2;
const seenEveryMs = minuteMs;

/** Dependencies of people's sessions. */
export type PersonSessionDeps = {
  store: PersonStore;
  secrets: PersonSecrets;
  issuer: Issuer;
  settings: IssuerSettings;
  platform: Pick<Platform, "nowMs">;
};

/** The operations on sessions. */
export type PersonSessions = {
  /** As `OperatorSessions.find`, for a secret of a person's session. */
  find(secret: string, options: { isUse: boolean }): Promise<Operator | null>;
  /** Ends the session. Returns where the browser signs out at the provider too; null if it has no such page. */
  signOut(operator: Operator): Promise<URL | null>;
};

type Found = { session: PersonSessionRow; person: PersonRow };

/** The sealed content of a session. `canAsk`: whether the provider can be asked again. */
export type SealedTokens = IssuerTokens & { canAsk: boolean };

/** Creates the operations. */
export function createPersonSessions(deps: PersonSessionDeps): PersonSessions {
  const { store, secrets, platform } = deps;
  /** Checks in progress in this process: requests at the same time wait for the same one. */
  const checks = new Map<string, Promise<Found | null>>();
  const load = async (secret: string): Promise<Found | null> => {
    const found = await store.session(secrets.hashUnderEveryKey("person-session", secret));
    if (found === null || isOver(found.session, platform.nowMs())) return null;
    // The tokens of another provider, from before the settings were changed, mustn't reach this one.
    return found.person.issuer === deps.settings.issuer ? found : null;
  };
  const checkOnce = (found: Found): Promise<Found | null> => {
    const { hash } = found.session;
    const running = checks.get(hash);
    if (running !== undefined) return running;
    const check = confirm(deps, found).finally(() => checks.delete(hash));
    checks.set(hash, check);
    return check;
  };
  return {
    async find(secret, { isUse }) {
      let found = await load(secret);
      if (found !== null && isDue(found.session, platform.nowMs())) found = await checkOnce(found);
      if (found === null) return null;
      const { session, person } = found;
      const nowMs = platform.nowMs();
      if (isUse && nowMs - session.seenAt >= seenEveryMs) await store.seen(session.hash, nowMs);
      return {
        id: person.id,
        name: person.name,
        role: session.role,
        sessionHash: session.hash,
        endsAt: session.endsAt,
        isPerson: true,
        isConfirmed: !isDue(session, nowMs),
      };
    },
    async signOut({ sessionHash }) {
      const found = await store.session([sessionHash]);
      await store.end(sessionHash, null);
      const tokens = found === null ? null : openTokens(deps, found.session);
      return tokens === null ? null : await deps.issuer.signOutUrl(tokens.id);
    },
  };
}

/** Whether a session has timed out. */
function isOver({ seenAt, endsAt }: Pick<PersonSessionRow, "seenAt" | "endsAt">, nowMs: number): boolean {
  return nowMs >= seenAt + sessionIdleMs || nowMs >= endsAt;
}

/** Whether the role has to be confirmed again. A session that can't be is short. */
function isDue({ createdAt, confirmedAt, endsAt }: PersonSessionRow, nowMs: number): boolean {
  const isAskable = endsAt - createdAt > unaskableLifeMs;
  return isAskable && nowMs >= confirmedAt + confirmEveryMs;
}

/** Asks the provider about a session, unless another process does. Returns the session as it is then; null if it ended. */
async function confirm(deps: PersonSessionDeps, found: Found): Promise<Found | null> {
  const { store, issuer, platform } = deps;
  const { session, person } = found;
  const nowMs = platform.nowMs();
  const mayStillLook = ({ confirmedAt }: PersonSessionRow): boolean => nowMs < confirmedAt + unconfirmedMsMax;
  if (!(await store.claimCheck(session.hash, nowMs - retryMs, nowMs))) {
    // Another process is asking, or has just asked; its answer may be there already.
    const latest = await store.session([session.hash]);
    return latest !== null && !isOver(latest.session, nowMs) && mayStillLook(latest.session) ? latest : null;
  }
  const tokens = openTokens(deps, session);
  if (tokens === null) return await ended(store, session, "provider");
  const said = judge(await issuer.ask(tokens, person.subject), deps.settings);
  if (said === "later") return mayStillLook(session) ? found : await ended(store, session, "unconfirmed");
  if (typeof said === "string") return await ended(store, session, said);
  const confirmed = {
    role: said.role,
    tokens: sealTokens(deps, session.hash, { ...said.tokens, canAsk: true }),
    confirmedAt: platform.nowMs(),
  };
  const isKept = await store.confirm(session.hash, confirmed);
  return isKept ? { person, session: { ...session, ...confirmed } } : null;
}

async function ended(store: PersonStore, { hash }: PersonSessionRow, why: SessionEnd): Promise<null> {
  await store.end(hash, why);
  return null;
}

/** The refusals that say something about the person's session, and not about our settings or a fault there. */
const finalCodes: ReadonlySet<string> = new Set([
  "invalid_grant",
  "other_subject",
  "access_token_refused",
  "no_refresh",
  "login_required",
]);

/** Judges the provider's answer: the confirmed role with the tokens, why the session ends, or that it can't say now. */
function judge(asked: Asked, { rules }: IssuerSettings) {
  if (asked.kind === "unreachable") return "later";
  if (asked.kind === "refused") return finalCodes.has(asked.code) ? "provider" : "later";
  const role = roleOf(asked.claims, rules);
  return role === null ? "role" : { role, tokens: asked.tokens };
}

/** Seals the provider's tokens for one session. */
export function sealTokens(
  { secrets }: Pick<PersonSessionDeps, "secrets">,
  hash: string,
  tokens: SealedTokens,
): string {
  return secrets.seal("person-tokens", hash, JSON.stringify(tokens));
}

function openTokens({ secrets }: PersonSessionDeps, { hash, tokens }: PersonSessionRow): SealedTokens | null {
  const text = secrets.open("person-tokens", hash, tokens);
  return text === null ? null : (JSON.parse(text) as SealedTokens);
}
