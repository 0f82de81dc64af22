/**
 * Identifies a credential's account at the provider, or reports that it can't be determined. This verifies a credential
 * before it is stored, whether a user submits it or a backend imports it.
 */
import {
  credentialExpiryMs,
  ProviderFailure,
  readConnectionFacts,
  type ConnectionFact,
  type IdentifiedAccount,
  type OAuthCredential,
  type Provider,
  type ProviderAccount,
  type ProviderAuth,
  type ReadPort,
  type Refusal,
} from "@svc/provider-kit";
import type { Platform } from "../../platform.ts";
import { strategyFor } from "../auth-kinds/table.ts";
import { openProviderCall, type ProviderCall } from "./call.ts";
import { echoes } from "./echoes.ts";
import { localFailure, NotDispatched, type ProviderTransport } from "./port.ts";
import type { ReadRetryLimits } from "./reads.ts";
import { ServiceError } from "@svc/contract";

/**
 * What the provider says about a credential. `refused`: it is refused, and invalid if the code is
 * `PROVIDER_UNAUTHORIZED`. `unsure`: any fault, limit or doubt. It's `isUnreadable` if the provider answered properly and
 * only svc's code for it can't read the response, so that trying again is useless.
 */
export type IdentifyResult =
  | {
      kind: "alive";
      account: ProviderAccount;
      /**
       * When the credential expires, in milliseconds since the epoch; null if that's unknown, or if it is refreshed.
       */
      credentialExpiresAt: number | null;
      /** All facts of the connection, if the credential lacked some of them. Store them with it. */
      facts?: Readonly<Record<string, string>>;
    }
  | { kind: "refused"; refusal: Refusal }
  | { kind: "unsure"; refusal: Refusal; isUnreadable?: true };

/**
 * Identifies a credential's account. Never throws because of the provider's behavior; throws the ServiceError
 * OVERLOADED if svc itself couldn't send. If the account contains part of the credential, the provider is faulty, and
 * the result is `unsure`. An expired credential is `refused`.
 * @param subject `connectionId`: the credential's connection, if it already has one. `listedOrigin`: the origin of its
 * account, if the provider is self-hosted.
 * @param credential a credential for `auth`. @param deadlineMs a deadline on the monotonic clock, if earlier than the
 * default timeout.
 */
export type Identify = (
  subject: { provider: Provider; auth: ProviderAuth; connectionId?: string; listedOrigin?: string },
  credential: unknown,
  deadlineMs?: number,
) => Promise<IdentifyResult>;

/** Dependencies of {@link createIdentify}. */
export type IdentifyDeps = {
  transport: ProviderTransport;
  platform: Platform;
  /** Returns service time, in milliseconds since the epoch; null while the clock is in doubt. */
  trustedNowMs: () => number | null;
  retry: ReadRetryLimits;
  timeoutMs: number;
  /** Called with a provider that echoed the credential in its account, or in a fact of the connection. */
  onEcho: (provider: string) => void;
  /** Called with a provider whose code can't read the response about the account. */
  onUnreadable: (provider: string) => void;
};

/** Creates the function, which `connect-sessions/` and `connections/` use. */
export function createIdentify(deps: IdentifyDeps): Identify {
  return async (subject, credential, deadlineMs = Infinity) => {
    const { platform, timeoutMs } = deps;
    const until = { deadlineMs: Math.min(deadlineMs, platform.monotonicMs() + timeoutMs) };
    const found = await discover(deps, subject, credential, until);
    if (found !== null && "kind" in found) return found;
    // The vault and the token endpoint return a credential for the same auth, so its type is correct.
    const complete = found === null ? credential : { ...(credential as OAuthCredential), ...found };
    return await withCall(deps, subject, { ...until, credential: complete }, async (call) => {
      const read = await readAccount(subject, call.port);
      if (read === null) return unreadable(deps, subject);
      const { identified, credentialExpiry } = read;
      const account = { slug: identified.slug, name: identified.name };
      if (!isKeepable([account.slug, account.name], call)) return echoed(deps, subject);
      const strategy = strategyFor(subject.auth.kind);
      const isIssued = strategy.issuer(subject.auth) !== null;
      // An issued credential that can't be refreshed ends like one that a user brought.
      const credentialExpiresAt = isIssued ? strategy.endsAt(credential) : credentialExpiry;
      if (isPast(credentialExpiresAt, deps.trustedNowMs())) return expired;
      return { kind: "alive", account, credentialExpiresAt, ...found };
    });
  };
}

/**
 * Has the provider's code read the account; null if it can't read a response that the port accepted.
 * @throws ProviderFailure of the port, or one in which the code judges the credential.
 */
async function readAccount(
  { auth }: Subject,
  port: ReadPort,
): Promise<{ identified: IdentifiedAccount; credentialExpiry: number | null } | null> {
  const failures = new Set<unknown>();
  const read: ReadPort["read"] = async (request, options) => {
    try {
      return await port.read(request, options);
    } catch (error) {
      failures.add(error);
      throw error;
    }
  };
  try {
    const { origin, credentialKind, connectionFacts } = port;
    const identified = await auth.identify({ origin, credentialKind, connectionFacts, read });
    return { identified, credentialExpiry: credentialExpiryMs(identified) };
  } catch (error) {
    // After a failed read, the code may report it in its own words.
    const isOfCode = failures.size === 0 && error instanceof ProviderFailure && error.refusal.code === "PROVIDER_ERROR";
    if (isOfCode) return null;
    throw error;
  }
}

function unreadable({ onUnreadable }: IdentifyDeps, { provider }: Subject): Unidentified {
  onUnreadable(provider.slug);
  return { ...fault, isUnreadable: true };
}

type Subject = Parameters<Identify>[0];
type Unidentified = Exclude<IdentifyResult, { kind: "alive" }>;
type Facts = Readonly<Record<string, string>>;

/** Whether a credential has expired. While the clock is in doubt, only the provider can say. */
function isPast(endMs: number | null, nowMs: number | null): boolean {
  return endMs !== null && nowMs !== null && endMs <= nowMs;
}

/**
 * Even if the provider's clock is behind ours, an expired credential isn't stored: the sweep would expire it
 * immediately.
 */
const expired: Unidentified = {
  kind: "refused",
  refusal: {
    code: "PROVIDER_UNAUTHORIZED",
    detail: "The credential has expired. The user must reconnect with a new one.",
  },
};

const fault: Extract<Unidentified, { kind: "unsure" }> = { kind: "unsure", refusal: { code: "PROVIDER_ERROR" } };

/** Discovers the facts that the credential lacks, and returns all of them; null if there is nothing to discover. */
async function discover(
  deps: IdentifyDeps,
  subject: Subject,
  credential: unknown,
  { deadlineMs }: { deadlineMs: number },
): Promise<{ facts: Facts } | Unidentified | null> {
  const issuer = strategyFor(subject.auth.kind).issuer(subject.auth);
  const { discover: find, connectionFacts = {} } = issuer ?? {};
  if (issuer === null || find === undefined) return null;
  const known = strategyFor(issuer.kind).facts(issuer, credential);
  const isMissing = ([name, fact]: [string, ConnectionFact]): boolean =>
    fact.member === undefined && !Object.hasOwn(known, name);
  if (!Object.entries(connectionFacts).some(isMissing)) return null;
  const call = { deadlineMs, credential, isDiscovering: true };
  return await withCall<{ facts: Facts } | Unidentified>(deps, subject, call, async (opened) => {
    const found = readConnectionFacts(issuer, await find(opened.port), "discover");
    if (found === null) return fault;
    if (!isKeepable(Object.values(found), opened)) return echoed(deps, subject);
    return { facts: { ...found, ...known } };
  });
}

/** Runs `use` with an open call, then closes it. A provider failure is returned as a result. */
async function withCall<Result>(
  { transport, platform, retry }: IdentifyDeps,
  { provider, auth, connectionId, listedOrigin }: Subject,
  options: { credential: unknown; deadlineMs: number; isDiscovering?: boolean },
  use: (call: ProviderCall) => Promise<Result>,
): Promise<Result | Unidentified> {
  const of = { provider, auth, connectionId, listedOrigin };
  const call = openProviderCall({ transport, platform, retry, ...of, ...options, hooks: null });
  try {
    return await use(call);
  } catch (error) {
    if (error instanceof NotDispatched)
      throw localFailure(connectionId === undefined ? {} : { connection_id: connectionId });
    if (!(error instanceof ProviderFailure)) throw error;
    const { refusal } = error;
    const isInvalid = strategyFor(auth.kind).isInvalid(refusal.code, connectionId !== undefined);
    return { kind: isInvalid ? "refused" : "unsure", refusal };
  } finally {
    call.close();
  }
}

function echoed({ onEcho }: IdentifyDeps, { provider }: Subject): Unidentified {
  onEcho(provider.slug);
  return fault;
}

/** The maximum length of an account's slug or name, or of a fact, in characters. */
const keptCharsMax = 500;

/** Texts that are stored outside the vault or put into a path must not contain any part of the credential. */
function isKeepable(texts: readonly string[], call: ProviderCall): boolean {
  return texts.every((text) => text.length <= keptCharsMax && !echoes(call.secrets(), text));
}

/**
 * @throws ServiceError CREDENTIAL_UNVERIFIED if the provider's response is inconclusive, ACCOUNT_UNREADABLE if its code
 * can't read it.
 */
export async function verifyCredential(
  identify: Identify,
  subject: Parameters<Identify>[0],
  credential: unknown,
): Promise<Exclude<IdentifyResult, { kind: "unsure" }>> {
  const result = await identify(subject, credential);
  if (result.kind !== "unsure") return result;
  if (result.isUnreadable) throw new ServiceError("ACCOUNT_UNREADABLE");
  const { retryAfterSeconds } = result.refusal;
  throw new ServiceError("CREDENTIAL_UNVERIFIED", { retryAfterSeconds });
}

/** Returns the reason for refusing a credential that has no connection yet; undefined if none can be shown. */
export function rejectionReason({ code, detail }: Refusal): string | undefined {
  // A provider's text about an invalid credential refers to a connection, which doesn't exist yet.
  return code === "PROVIDER_REJECTED" ? detail : undefined;
}
