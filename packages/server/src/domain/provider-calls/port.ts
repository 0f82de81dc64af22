/** The domain's view of the outbound client; `egress/` implements it. */
import type { ExchangeFacts, ProviderRequest, RequestSigner } from "@svc/provider-kit";

/** A provider's API, or its OAuth authorization server; each has fixed origins. */
export type ProviderService = "api" | "authorization";

/** Opens one channel for one call. */
export type ProviderTransport = {
  /**
   * @param provider slug; only the transport knows the origin.
   * @param call.service the target; the API by default.
   * @param call.connectionId the connection of the credential, if there is one.
   * @param call.credentialVersion the version of that connection's credential. With both, links may be kept for the
   * next call with the same two; they are never used for any other.
   * @param call.listedOrigin where to connect to, out of the operator's list, if the provider is self-hosted. It throws
   * RangeError for one that isn't listed.
   * @param call.sign makes further headers for each request, immediately before it is sent.
   * @param call.headers the credential's headers; @param call.deadlineMs end of the entire call on the monotonic clock.
   */
  open(
    provider: string,
    call: {
      service?: ProviderService;
      connectionId?: string | undefined;
      credentialVersion?: number | undefined;
      listedOrigin?: string | undefined;
      headers: Readonly<Record<string, string>>;
      sign?: RequestSigner | undefined;
      deadlineMs: number;
    },
  ): ProviderChannel;
};

/** The connection of one call. */
export type ProviderChannel = {
  /**
   * Makes one exchange. Whatever happens on the network is a fact, not an exception.
   * @param options.isRead whether a request by another method than GET has no effect.
   * @param options.mayStillSend called immediately before the first byte; false: nothing is written.
   * @param options.onLate called at most once with an answer that arrived after `lost: "timeout"` was reported.
   */
  send(
    request: ProviderRequest,
    options?: { isRead?: boolean; mayStillSend?: () => boolean; onLate?: (facts: ExchangeFacts) => void },
  ): Promise<ExchangeFacts>;
  close(): void;
};
