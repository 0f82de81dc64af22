/** The channel of one call, with the headers that authenticate its requests. */
import type { BearerSource, ProviderFailureCode } from "@svc/provider-kit";
import { getBearer, type BearerOptions } from "./bearer.ts";
import type { BearerToken } from "./bearer-tokens.ts";
import { randomPart } from "./echoes.ts";
import type { ProviderChannel } from "./port.ts";

/** A channel that may first have to get a token. */
export type AuthenticatedChannel = {
  /** @throws ProviderFailure if there is no token; the API got no request then. */
  ready(): Promise<ProviderChannel>;
  /**
   * After a refused read: forgets a token of an earlier call, if the code may mean that it's dead.
   * @returns whether `ready` now gives a channel with another.
   */
  renew(refused: ProviderChannel, code: ProviderFailureCode): boolean;
  /** The secret texts of the tokens so far. */
  secrets(): readonly string[];
  close(): void;
};

/** A channel whose headers are known. */
export function authenticatedBy(channel: ProviderChannel): AuthenticatedChannel {
  const ready = Promise.resolve(channel);
  return { ready: () => ready, renew: () => false, secrets: () => [], close: () => channel.close() };
}

/**
 * A channel whose token is got before the first request.
 * @param options.connectionId the connection, with whose credential's version a token is kept.
 * @param open opens the channel with these headers besides the credential's own.
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
      // Another read of this call has renewed it, or is doing so.
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
