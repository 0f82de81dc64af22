/**
 * Gets the bearer token for a call: signs it with the credential, or exchanges the credential at a token endpoint. Tokens
 * from an exchange are kept only in memory.
 */
import {
  type BearerExchange,
  type BearerSource,
  type IssuedBearer,
  type Provider,
  ProviderFailure,
  type ProviderRequest,
  type SignedBearer,
  type UnsignedJwt,
} from "@svc/provider-kit";
import type { Platform } from "../../platform.ts";
import { NotDispatched, type ProviderChannel, type ProviderTransport } from "./port.ts";
import { type ReadRetryLimits, readWithin } from "./reads.ts";
import { sign } from "node:crypto";
import { minuteMs, secondMs } from "../clock/units.ts";

/** The endpoint where a credential is exchanged for a token. */
export type TokenEndpoint = {
  open(deadlineMs: number): ProviderChannel;
  /** Returns the request as it is sent to this endpoint. */
  place(request: ProviderRequest): ProviderRequest;
};

/**
 * Returns the token endpoint at the `tokenOrigin` of a provider's auth. None of the credential's headers are sent to
 * it.
 */
export function fixedTokenEndpoint(transport: ProviderTransport, { slug }: Pick<Provider, "slug">): TokenEndpoint {
  return {
    open: (deadlineMs) => transport.open(slug, { service: "authorization", headers: {}, deadlineMs }),
    place: (request) => request,
  };
}

/** Dependencies for getting a token. */
export type BearerOptions = {
  platform: Platform;
  retry: ReadRetryLimits;
  /** The call's deadline on the monotonic clock. */
  deadlineMs: number;
  tokenEndpoint: TokenEndpoint;
  /** Keeps the token for the connection's next call. Without it, each call makes its own exchange. */
  bearerTokens?: BearerTokens | undefined;
};

/** Timeout of an exchange, in milliseconds. Several calls may wait for it, so no single call's deadline limits it. */
const exchangeTimeoutMs = 10_000;

const tokenCharsMax = 8 * 1024;
/** RFC 6750 §2.1, and any other visible ASCII that is valid in a header. */
const visible = /^[\x21-\x7e]+$/;

/**
 * Returns a bearer token for a call.
 * @param key the connection and version of the credential; null without a connection, and then the token isn't kept.
 * @throws ProviderFailure: `PROVIDER_UNAUTHORIZED` if the credential is invalid, otherwise a fault; NotDispatched.
 * Nothing was sent to the API.
 */
export async function getBearer(
  options: BearerOptions,
  source: BearerSource,
  key: string | null,
): Promise<BearerToken> {
  if (source.kind === "signed") {
    return { token: signWith(source, options), isKept: false };
  }
  const issue = (): Promise<IssuedBearer> => exchange(options, source);
  const { bearerTokens } = options;
  const token =
    key === null || bearerTokens === undefined
      ? issue().then(({ token }) => ({ token, isKept: false }))
      : bearerTokens.get(key, issue);
  return await withinDeadline(options, token);
}

function signWith({ jwt }: SignedBearer, { platform }: BearerOptions): string {
  try {
    return signJwt(jwt(platform.nowMs()));
  } catch {
    const detail = "The connection's key can't be used to sign a token. Connect again with a key that works.";
    throw new ProviderFailure({ code: "PROVIDER_UNAUTHORIZED", detail });
  }
}

async function exchange(
  { platform, retry, tokenEndpoint }: BearerOptions,
  { request, read, refuse }: BearerExchange,
): Promise<IssuedBearer> {
  const deadlineMs = platform.monotonicMs() + exchangeTimeoutMs;
  const channel = tokenEndpoint.open(deadlineMs);
  try {
    const accept = [200];
    const rules = { responseBody: request.responseBody };
    const verdict = await readWithin(channel, tokenEndpoint.place(request), {
      platform,
      provider: {},
      retry,
      deadlineMs,
      accept,
      rules,
      refusalOf: refuse,
    });
    if (verdict.kind === "failed") throw new ProviderFailure({ code: verdict.code });
    if (verdict.kind === "not_sent") throw new NotDispatched(verdict.reason === "local");
    const { response, retryAfterSeconds } = verdict;
    if (response.status !== 200) {
      throw new ProviderFailure({ ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }), ...refuse(response) });
    }
    const issued = read(response.body);
    if (issued !== null && issued.token.length <= tokenCharsMax && visible.test(issued.token)) return issued;
    throw new ProviderFailure({ code: "PROVIDER_ERROR" });
  } finally {
    channel.close();
  }
}

/** Waits for the token until the call's deadline. */
async function withinDeadline<T>({ platform, deadlineMs }: BearerOptions, token: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_resolve, reject) => {
    const isLate = () => reject(new ProviderFailure({ code: "PROVIDER_TIMEOUT" }));
    timer = setTimeout(isLate, Math.max(0, deadlineMs - platform.monotonicMs()));
  });
  try {
    return await Promise.race([token, end]);
  } finally {
    clearTimeout(timer);
  }
}

/** @throws Error if the key isn't the PEM of a private RSA key. The message may quote the key. */
function signJwt({ keyId, claims, privateKey }: UnsignedJwt): string {
  const parts = [{ alg: "RS256", typ: "JWT", kid: keyId }, claims];
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  return `${text}.${sign("RSA-SHA256", Buffer.from(text), privateKey).toString("base64url")}`;
}

/** A token for a call. `isKept`: it is from an earlier call, so the provider may have revoked it since. */
export type BearerToken = { token: string; isKept: boolean };

/** Keeps tokens until shortly before they expire. */
export type BearerTokens = {
  /**
   * Returns the key's token. If there is none, `issue` gets one. It never runs concurrently for the same key:
   * concurrent callers share its result.
   */
  get(key: string, issue: () => Promise<IssuedBearer>): Promise<BearerToken>;
  /** Discards a token that the provider refused, unless another has replaced it. */
  drop(key: string, token: string): void;
};

/** A token is discarded this long before it expires. Every call finishes in less time. */
const marginMs = 2 * minuteMs;
/** The longest time to keep a token, regardless of its lifetime. */
const keptMsMax = 60 * minuteMs;
const tokensMax = 10_000;

/** @param max how many tokens to keep. Beyond that, the oldest is dropped. */
export function createBearerTokens({ uptimeMs }: Pick<Platform, "uptimeMs">, max = tokensMax): BearerTokens {
  const kept = new Map<string, { token: string; untilMs: number }>();
  const issuing = new Map<string, Promise<IssuedBearer>>();

  const keep = (key: string, { token, lifetimeSeconds }: IssuedBearer): void => {
    const keptMs = Math.min(lifetimeSeconds * secondMs - marginMs, keptMsMax);
    kept.delete(key);
    if (keptMs > 0) kept.set(key, { token, untilMs: uptimeMs() + keptMs });
    if (kept.size > max) for (const oldest of kept.keys()) if (kept.delete(oldest)) break;
  };
  const start = async (key: string, issue: () => Promise<IssuedBearer>): Promise<IssuedBearer> => {
    try {
      const issued = await issue();
      keep(key, issued);
      return issued;
    } finally {
      issuing.delete(key);
    }
  };
  return {
    async get(key, issue) {
      const found = kept.get(key);
      if (found !== undefined && uptimeMs() < found.untilMs) return { token: found.token, isKept: true };
      const running = issuing.get(key) ?? start(key, issue);
      issuing.set(key, running);
      return { token: (await running).token, isKept: false };
    },
    drop(key, token) {
      if (kept.get(key)?.token === token) kept.delete(key);
    },
  };
}
