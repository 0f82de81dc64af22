/** The origins that the outbound client may connect to, and its limits. Both are fixed at startup. */
import type { ProviderService } from "../../domain/provider-calls/port.ts";
import { addressGuard, type AddressGuard } from "./address-guard.ts";

/** One fixed origin of a provider. */
export type EgressTarget = {
  /** Provider slug. */
  provider: string;
  /** Which of its services is at this origin: the API that actions call, or its OAuth authorization server. */
  service: ProviderService;
  /** Scheme, host and port only, such as `https://api.example.com`. */
  origin: string;
  /** The response header that carries the provider's own request id. */
  requestIdHeader: string;
  /** The response headers that actions may see. */
  answerHeaders: readonly string[];
  /** Sandbox: only loopback addresses. Live: only public addresses. */
  loopbackOnly: boolean;
};

/** Bounds for every exchange. */
export type EgressLimits = {
  /** For DNS, TCP and TLS together. */
  connectTimeoutMs: number;
  /** From the request's first byte to the end of the response's head. */
  headersTimeoutMs: number;
  /** From `open` to the end of the channel's last exchange. */
  totalTimeoutMs: number;
  /** For a response's body, as received and again after decoding. */
  responseBodyBytesMax: number;
  /** For a response's header names and values. */
  headerBytesMax: number;
  requestBodyBytesMax: number;
};

/** The deadlines from contract §4.5, and sizes that fit every documented response of a provider. */
export const defaultLimits: EgressLimits = {
  connectTimeoutMs: 3_000,
  headersTimeoutMs: 15_000,
  totalTimeoutMs: 30_000,
  responseBodyBytesMax: 5 * 1024 * 1024,
  headerBytesMax: 16 * 1024,
  requestBodyBytesMax: 512 * 1024,
};

/** A checked target: its origin as a URL, its header names in lower case. */
export type CheckedTarget = {
  origin: URL;
  requestIdHeader: string;
  answerHeaders: readonly string[];
  isAllowedAddress: AddressGuard;
};

/** Returns the key of a target in the result of {@link checkTargets}. */
export function targetKey(provider: string, service: ProviderService): string {
  return `${provider}/${service}`;
}

/**
 * @returns the targets by {@link targetKey}.
 * @throws RangeError if an origin has more than scheme, host and port, a provider's service is listed twice, or a live
 * target is not `https`.
 */
export function checkTargets(targets: readonly EgressTarget[]): ReadonlyMap<string, CheckedTarget> {
  const checked = new Map<string, CheckedTarget>();
  for (const target of targets) {
    const origin = URL.parse(target.origin);
    if (origin === null || (target.origin !== origin.origin && target.origin !== origin.href)) {
      throw new RangeError("A provider's origin must be scheme, host and port only.");
    }
    if (origin.href !== `${origin.origin}/`) throw new RangeError("A provider's origin must carry no path or user.");
    if (origin.protocol !== "https:" && !(origin.protocol === "http:" && target.loopbackOnly)) {
      throw new RangeError("A live provider's origin must be https.");
    }
    const key = targetKey(target.provider, target.service);
    if (checked.has(key)) throw new RangeError("A service of a provider has two origins.");
    const requestIdHeader = target.requestIdHeader.toLowerCase();
    const answerHeaders = target.answerHeaders.map((name) => name.toLowerCase());
    const isAllowedAddress = addressGuard({ loopbackOnly: target.loopbackOnly });
    checked.set(key, { origin, requestIdHeader, answerHeaders, isAllowedAddress });
  }
  return checked;
}
