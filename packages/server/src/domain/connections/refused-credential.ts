/**
 * Finds out what a 401 to an action says about its connection. Some providers refuse a single call with 401 although
 * the credential works, so only a second refusal, of the read that names the account, proves that the user must
 * reconnect.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { Platform } from "../../platform.ts";
import { minuteMs, secondMs, waitAtMost } from "../clock/units.ts";
import type { Identify } from "../provider-calls/identify.ts";
import type { CredentialProvider } from "./credential-provider.ts";
import type { SealedCredential } from "./sealed-credential.ts";

/**
 * What is known of a credential after its refusal. `refused`: the account can't be read with it either. `works`: it
 * still names its account, so the refusal concerns one call. `superseded`: another process has refreshed the token or
 * is refreshing it, so the refusal says nothing about the connection. `inconclusive`: the provider gave no clear
 * response.
 */
export type RefusedCredentialState = "refused" | "works" | "superseded" | "inconclusive";

/** An opened credential and its version. */
export type UsedCredential = { credential: unknown; version: number };

/** Checks credentials that a provider refused in an action. No method throws or waits beyond its deadline. */
export type RefusedCredentials = {
  /**
   * Reads the account with a refused credential. Concurrent refusals share a read.
   * @param deadlineMs until when the caller can wait, on the monotonic clock.
   */
  check(sealed: SealedCredential, used: UsedCredential, deadlineMs: number): Promise<RefusedCredentialState>;
  /**
   * Whether the credential still works, after a check found so within the last minute. Another token wouldn't help
   * then. Without such a check, nothing is read.
   */
  stillWorks(sealed: SealedCredential, used: UsedCredential, deadlineMs: number): Promise<boolean>;
};

/** Dependencies of {@link createRefusedCredentials}. */
export type RefusedCredentialsDeps = {
  identify: Identify;
  credentials: Pick<CredentialProvider, "isSuperseded">;
  platform: Pick<Platform, "monotonicMs">;
};

/** At least this long is between the starts of two checks of a credential, in milliseconds. */
const betweenMs = secondMs;
/**
 * How long the read may take, in milliseconds. Several calls may wait for it, so no single call's deadline limits it.
 */
const readTimeoutMs = 5 * secondMs;
/** The part of its time that a caller keeps to settle its record, in milliseconds. */
const reserveMs = secondMs / 2;
/** How many credentials are remembered. Beyond that, the oldest is dropped. */
const checksMax = 10_000;

type Identity = "refused" | "works" | "inconclusive";
type Check = { found: Promise<Identity>; ended: Identity | null; startsMs: number };

/** Creates the checks, once per process. */
export function createRefusedCredentials(deps: RefusedCredentialsDeps): RefusedCredentials {
  const { credentials, platform } = deps;
  const checks = new Map<string, Check>();
  const start = (name: string, last: Check | undefined, read: (deadlineMs: number) => Promise<Identity>): Check => {
    const nowMs = platform.monotonicMs();
    const startsMs = Math.max(nowMs, (last?.startsMs ?? -Infinity) + betweenMs);
    const waited = startsMs > nowMs ? wait(startsMs - nowMs, undefined, { ref: false }) : Promise.resolve();
    const found = waited.then(() => read(startsMs + readTimeoutMs));
    const check: Check = { found, ended: null, startsMs };
    void found.then((ended) => (check.ended = ended));
    checks.delete(name);
    checks.set(name, check);
    if (checks.size > checksMax) for (const oldest of checks.keys()) if (checks.delete(oldest)) break;
    return check;
  };
  const check: RefusedCredentials["check"] = async (sealed, used, deadlineMs) => {
    if (await credentials.isSuperseded(sealed, used.version)) return "superseded";
    const name = nameOf(sealed, used);
    const last = checks.get(name);
    const { found } =
      last?.ended === null ? last : start(name, last, (until) => readIdentity(deps, sealed, used, until));
    const state = await waitAtMost(found, deadlineMs - reserveMs - platform.monotonicMs());
    if (state === null) return "inconclusive";
    // The token may have been replaced during the read.
    return state === "refused" && (await credentials.isSuperseded(sealed, used.version)) ? "superseded" : state;
  };
  return {
    check,
    async stillWorks(sealed, used, deadlineMs) {
      const last = checks.get(nameOf(sealed, used));
      const isRecent = last !== undefined && platform.monotonicMs() - last.startsMs < minuteMs;
      if (!isRecent || last.ended !== "works") return false;
      return (await check(sealed, used, deadlineMs)) === "works";
    },
  };
}

function nameOf({ connectionId }: SealedCredential, { version }: UsedCredential): string {
  return `${connectionId} ${version}`;
}

async function readIdentity(
  { identify }: RefusedCredentialsDeps,
  { provider, auth, connectionId, listedOrigin }: SealedCredential,
  { credential }: UsedCredential,
  deadlineMs: number,
): Promise<Identity> {
  try {
    const result = await identify({ provider, auth, connectionId, listedOrigin }, credential, deadlineMs);
    if (result.kind === "alive") return "works";
    // A missing right isn't a dead credential, and a fault or a limit says nothing.
    return result.refusal.code === "PROVIDER_UNAUTHORIZED" ? "refused" : "inconclusive";
  } catch {
    // svc's own machine couldn't send the read, or the provider's package is faulty.
    return "inconclusive";
  }
}
