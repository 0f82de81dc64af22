/** Where the outbound client may go and within which bounds; both are fixed at composition. */
import type { ProviderService } from "../provider-calls/port.ts";
import { addressGuard, type AddressGuard } from "./address-guard.ts";

/** One fixed origin of a provider. */
export type EgressTarget = {
  /** Provider slug. */
  provider: string;
  /** Which of its services lives there: the API that actions call, or the authorization server of its OAuth. */
  service: ProviderService;
  /** Scheme, host and port, such as `https://api.example.com`; nothing after it. */
  origin: string;
  /** The response header that carries the provider's own request id. */
  requestIdHeader: string;
  /** The response headers that actions may see. */
  answerHeaders: readonly string[];
  /** Sandbox: only loopback addresses. Live: never an address that is not public. */
  loopbackOnly: boolean;
};

/** Bounds of every exchange. */
export type EgressLimits = {
  /** DNS, TCP and TLS together. */
  connectTimeoutMs: number;
  /** From the request's first byte to the end of the response's head. */
  headersTimeoutMs: number;
  /** From `open` to the end of the last exchange of the channel. */
  totalTimeoutMs: number;
  /** Of a response's body, as received and again after decoding. */
  responseBodyBytesMax: number;
  /** Of a response's header names and values. */
  headerBytesMax: number;
  requestBodyBytesMax: number;
};

/** The deadlines of contract §4.5, and sizes that leave room for every documented answer of a provider. */
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

/** The key of a target among {@link checkTargets}. */
export function targetKey(provider: string, service: ProviderService): string {
  return `${provider}/${service}`;
}

/**
 * @returns the targets by {@link targetKey}.
 * @throws RangeError where an origin is more than an origin, a service of a provider comes twice, or a live target is not `https`.
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
