/** Asks a provider whose credential this is, and says plainly where nobody can tell. */
import {
  ProviderFailure,
  type Provider,
  type ProviderAccount,
  type ProviderAuth,
  type Refusal,
} from "@svc/provider-kit";
import type { Platform } from "../platform.ts";
import { openProviderCall, type ReadRetryLimits } from "./call.ts";
import type { ProviderTransport } from "./port.ts";

/**
 * What the provider says of a credential.
 * `refused` is its documented refusal and nothing else; every fault, limit or doubt is `unsure`.
 */
export type IdentifyResult =
  | { kind: "alive"; account: ProviderAccount }
  | { kind: "refused"; refusal: Refusal }
  | { kind: "unsure"; refusal: Refusal };

/**
 * Identifies a credential's account; never throws for what a provider does.
 * @param subject `connectionId`: the connection that the credential is of, where it is one's already.
 * @param credential of the kind of `auth`; @param deadlineMs an end on the monotonic clock that comes before its own.
 */
export type Identify = (
  subject: { provider: Provider; auth: ProviderAuth; connectionId?: string },
  credential: unknown,
  deadlineMs?: number,
) => Promise<IdentifyResult>;

/** Makes the function that `connect/` and `connections/` use. */
export function createIdentify(deps: {
  transport: ProviderTransport;
  platform: Platform;
  retry: ReadRetryLimits;
  timeoutMs: number;
}): Identify {
  return async ({ provider, auth, connectionId }, credential, deadlineMs = Infinity) => {
    const call = openProviderCall({
      transport: deps.transport,
      platform: deps.platform,
      provider,
      auth,
      credential,
      connectionId,
      deadlineMs: Math.min(deadlineMs, deps.platform.monotonicMs() + deps.timeoutMs),
      retry: deps.retry,
      hooks: null,
    });
    try {
      return { kind: "alive", account: await auth.identify(call.port) };
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      const { refusal } = error;
      const refused = refusal.code === "PROVIDER_UNAUTHORIZED" || refusal.code === "PROVIDER_REJECTED";
      return { kind: refused ? "refused" : "unsure", refusal };
    } finally {
      call.close();
    }
  };
}
