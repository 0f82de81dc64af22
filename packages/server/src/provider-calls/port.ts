/** The domain's view of the outbound client; `egress/` fills it. */
import type { ExchangeFacts, ProviderRequest } from "@svc/provider-kit";

/** A provider's API, or the authorization server of its OAuth; each has a fixed origin. */
export type ProviderService = "api" | "authorization";

/** Opens one channel for one call. */
export type ProviderTransport = {
  /**
   * @param provider slug; the transport alone knows the origin.
   * @param call.service whom the call goes to; the API unless given.
   * @param call.connectionId whose credential it is, where it is a connection's.
   * @param call.credentialVersion which version of that connection's credential it is. With both given, links may be kept
   *   for the next call under the same two; they are never used for any other.
   * @param call.headers the credential's headers; @param call.deadlineMs end of the whole call on the monotonic clock.
   */
  open(
    provider: string,
    call: {
      service?: ProviderService;
      connectionId?: string | undefined;
      credentialVersion?: number | undefined;
      headers: Readonly<Record<string, string>>;
      deadlineMs: number;
    },
  ): ProviderChannel;
};

/** The connection of one call. */
export type ProviderChannel = {
  /**
   * One exchange; whatever the network does is a fact, not an exception.
   * @param options.mayStillSend asked immediately before the first byte; false: nothing is written.
   * @param options.onLate called at most once with an answer that came after `lost: "timeout"` had been given.
   */
  send(
    request: ProviderRequest,
    options?: { mayStillSend?: () => boolean; onLate?: (facts: ExchangeFacts) => void },
  ): Promise<ExchangeFacts>;
  close(): void;
};
