/** Identifies a credential's account at the provider, and reports if it can't be determined. */
import {
  ProviderFailure,
  type Provider,
  type ProviderAccount,
  type ProviderAuth,
  type Refusal,
} from "@svc/provider-kit";
import type { Platform } from "../../platform.ts";
import { strategyFor } from "../auth-kinds/table.ts";
import { openProviderCall, type ReadRetryLimits } from "./call.ts";
import { echoes } from "./echoes.ts";
import type { ProviderTransport } from "./port.ts";

/**
 * What the provider says about a credential. `refused`: it declines, and only `PROVIDER_UNAUTHORIZED` says that the
 * credential is invalid; every fault, limit or doubt is `unsure`.
 */
export type IdentifyResult =
  | { kind: "alive"; account: ProviderAccount }
  | { kind: "refused"; refusal: Refusal }
  | { kind: "unsure"; refusal: Refusal };

/**
 * Identifies a credential's account; never throws because of the provider's behavior. An account that repeats part of
 * the credential is rejected: the provider is faulty, and the result is `unsure`.
 * @param subject `connectionId`: the connection of the credential, if it already has one.
 * @param credential of the kind of `auth`; @param deadlineMs an end on the monotonic clock before its own.
 */
export type Identify = (
  subject: { provider: Provider; auth: ProviderAuth; connectionId?: string },
  credential: unknown,
  deadlineMs?: number,
) => Promise<IdentifyResult>;

/** Creates the function that `connect/` and `connections/` use. */
export function createIdentify(deps: {
  transport: ProviderTransport;
  platform: Platform;
  retry: ReadRetryLimits;
  timeoutMs: number;
  /** Called with the provider that repeated the credential as its account. */
  onEcho: (provider: string) => void;
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
      const account = await auth.identify(call.port);
      if (isKeepable(account, call.secrets())) return { kind: "alive", account };
      deps.onEcho(provider.slug);
      return { kind: "unsure", refusal: { code: "PROVIDER_ERROR" } };
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      const { refusal } = error;
      const isInvalid = strategyFor(auth.kind).isInvalid(refusal.code, connectionId !== undefined);
      return { kind: isInvalid ? "refused" : "unsure", refusal };
    } finally {
      call.close();
    }
  };
}

/** The maximum length of an account's slug or name, in characters. */
const accountCharsMax = 500;

/** An account is stored outside the vault and shown, so it must not contain any part of the credential. */
function isKeepable({ slug, name }: ProviderAccount, secrets: readonly string[]): boolean {
  return [slug, name].every((text) => text.length <= accountCharsMax && !echoes(secrets, text));
}
