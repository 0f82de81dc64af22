/**
 * The domain's view of the outbound client, which `egress/` implements, and the error of a call that it didn't send.
 */
import type { ExchangeFacts, ProviderRequest, RequestSigner } from "@svc/provider-kit";
import { ServiceError } from "@svc/contract";

/** A provider's API, or its OAuth authorization server; each has fixed origins. */
export type ProviderService = "api" | "authorization";

/** Opens one channel for one call. */
export type ProviderTransport = {
  /**
   * @param provider slug; only the transport knows the origin.
   * @param call.service the target; the API by default.
   * @param call.connectionId the connection of the credential, if there is one.
   * @param call.credentialVersion the version of that connection's credential. If both are given, network connections
   * may be kept for the next call with the same two, and are never used for any other.
   * @param call.listedOrigin the origin to connect to, from the operator's list, if the provider is self-hosted. Throws
   * a RangeError if it isn't listed.
   * @param call.sign returns further headers for each request, immediately before it is sent.
   * @param call.headers the credential's headers. @param call.deadlineMs deadline of the entire call on the monotonic
   * clock.
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

/** The network connection of one call. */
export type ProviderChannel = {
  /**
   * Makes one exchange. Network errors are returned as facts, never thrown.
   * @param options.isRead whether a request with a method other than GET is a read.
   * @param options.mayStillSend called immediately before the first byte. If false, nothing is sent.
   * @param options.onLate called at most once with a response that arrived after `lost: "timeout"` was reported.
   */
  send(
    request: ProviderRequest,
    options?: { isRead?: boolean; mayStillSend?: () => boolean; onLate?: (facts: ExchangeFacts) => void },
  ): Promise<ExchangeFacts>;
  close(): void;
};

/**
 * Thrown if a changing request was abandoned before its first byte, or a read couldn't be sent because of svc itself.
 * An execution's record gets `ACTION_NOT_DISPATCHED`.
 */
export class NotDispatched extends Error {
  /** Whether this machine couldn't open a connection. */
  readonly isLocal: boolean;
  constructor(isLocal = false) {
    super("The request was not sent.");
    this.name = "NotDispatched";
    this.isLocal = isLocal;
  }
}

/** Why a request wasn't sent, for its caller: one sentence. */
export const notSentHere =
  "svc's own server couldn't open a connection, itself or through its proxy, so nothing was sent to the provider.";

/** The error of a call without a record that svc's own machine couldn't send. Nothing was changed. */
export function localFailure(facts: { connection_id?: string; execution_id?: string } = {}): ServiceError {
  return new ServiceError("OVERLOADED", {
    ...facts,
    detail: `${notSentHere} Wait for \`Retry-After\`, then send the same request.`,
  });
}
