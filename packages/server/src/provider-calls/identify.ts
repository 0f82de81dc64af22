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
import { echoes } from "./echoes.ts";
import type { ProviderTransport } from "./port.ts";

/**
 * What the provider says of a credential.
 * `refused`: it says no, of which only `PROVIDER_UNAUTHORIZED` says that the credential is dead; every fault, limit or
 * doubt is `unsure`.
 */
export type IdentifyResult =
  | { kind: "alive"; account: ProviderAccount }
  | { kind: "refused"; refusal: Refusal }
  | { kind: "unsure"; refusal: Refusal };

/**
 * Identifies a credential's account; never throws for what a provider does. An account that repeats a part of the
 * credential is none: the provider is faulty, and the answer `unsure`.
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
  /** Told which provider repeated the credential as its account. */
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
      return { kind: saysNo(refusal, auth) ? "refused" : "unsure", refusal };
    } finally {
      call.close();
    }
  };
}

/** The longest slug or name of an account that is kept, in characters. */
const accountCharsMax = 500;

/** An account is kept outside the vault and shown: it must hold nothing of the credential. */
function isKeepable({ slug, name }: ProviderAccount, secrets: readonly string[]): boolean {
  return [slug, name].every((text) => text.length <= accountCharsMax && !echoes(secrets, text));
}

/**
 * Whether a refusal is the provider's no to the credential. Access that is denied to a token of the user's own choice is
 * one: another try changes nothing. Where the provider gave the credential out, its application may lack the grant.
 */
function saysNo({ code }: Refusal, auth: ProviderAuth): boolean {
  if (code === "PROVIDER_FORBIDDEN") return auth.kind === "static_credential";
  return code === "PROVIDER_UNAUTHORIZED" || code === "PROVIDER_REJECTED";
}
