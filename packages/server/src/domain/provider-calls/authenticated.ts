/**
 * The channel of a call, with the headers that authenticate its requests, and the refusals that our own clock explains.
 */
import type { BearerSource, ProviderFailureCode, ProviderResponse, Refusal } from "@svc/provider-kit";
import { type BearerOptions, type BearerToken, getBearer } from "./bearer.ts";
import { randomPart } from "./echoes.ts";
import type { ProviderChannel } from "./port.ts";
import { minuteMs } from "../clock/units.ts";

/** A channel that may need a token first. */
export type AuthenticatedChannel = {
  /**
   * Returns the channel, with a token if needed.
   * @throws ProviderFailure, NotDispatched if it can't get one; nothing was sent to the API.
   */
  ready(): Promise<ProviderChannel>;
  /**
   * After a refused read: discards a token from an earlier call, if the code may mean that it is no longer valid.
   * @returns whether `ready` now returns a channel with a new token.
   */
  renew(refused: ProviderChannel, code: ProviderFailureCode): boolean;
  /** Returns the secret texts of the tokens used so far. */
  secrets(): readonly string[];
  close(): void;
};

/** Creates a channel whose headers are already known. */
export function authenticatedBy(channel: ProviderChannel): AuthenticatedChannel {
  const ready = Promise.resolve(channel);
  return { ready: () => ready, renew: () => false, secrets: () => [], close: () => channel.close() };
}

/**
 * Creates a channel that gets its token before the first request.
 * @param options.connectionId the connection. Together with its credential's version, it is the key of a kept token.
 * @param open opens the channel with these headers in addition to the credential's own.
 */
export function authenticatedWith(
  options: BearerOptions & { connectionId?: string | undefined; credentialVersion?: number | undefined },
  source: BearerSource,
  open: (headers: Readonly<Record<string, string>>) => ProviderChannel,
): AuthenticatedChannel {
  const { bearerTokens, connectionId, credentialVersion } = options;
  const isConnected = connectionId !== undefined && credentialVersion !== undefined;
  const key = isConnected ? `${connectionId} ${credentialVersion}` : null;
  const ambiguous = source.kind === "exchange" ? source.deadTokenCodes : undefined;
  const deadTokenCodes: readonly ProviderFailureCode[] = ["PROVIDER_UNAUTHORIZED", ...(ambiguous ?? [])];
  const secrets: string[] = [];
  let opening: Promise<ProviderChannel> | null = null;
  let current: (BearerToken & { channel: ProviderChannel }) | null = null;
  const openWithToken = async (): Promise<ProviderChannel> => {
    const found = await getBearer(options, source, key);
    secrets.push(randomPart(found.token));
    const channel = open({ authorization: `Bearer ${found.token}` });
    current = { ...found, channel };
    return channel;
  };
  const close = (): void => void opening?.then((channel) => channel.close()).catch(() => undefined);
  return {
    ready: () => (opening ??= openWithToken()),
    renew(refused, code) {
      if (!deadTokenCodes.includes(code)) return false;
      // Another read of this call has replaced the token, or is replacing it.
      if (current?.channel !== refused) return true;
      if (key === null || !current.isKept) return false;
      bearerTokens?.drop(key, current.token);
      close();
      opening = null;
      current = null;
      return true;
    },
    secrets: () => secrets,
    close,
  };
}

const ownClockIsWrong: Refusal = {
  code: "PROVIDER_ERROR",
  detail:
    "The provider refused a token or a signature that svc made, so nothing was done. The provider's time differs from this server's by more than a minute: the clock of this server is wrong.",
};

/**
 * Returns a refusal, or that our clock is wrong: tokens and signatures made here contain the time, so a provider
 * refuses each of them while our clock is off, which says nothing about the connection.
 * @param nowMs our time, in milliseconds since the epoch.
 */
export function unlessOwnClock(
  refusal: Refusal,
  { headers }: Pick<ProviderResponse, "headers">,
  nowMs: number,
): Refusal {
  if (refusal.code !== "PROVIDER_UNAUTHORIZED") return refusal;
  const theirsMs = Date.parse(headers["date"] ?? "");
  return Math.abs(theirsMs - nowMs) > minuteMs ? ownClockIsWrong : refusal;
}
