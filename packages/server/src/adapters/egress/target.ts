/** The origins that the outbound client may connect to, and its limits. */
import type { RetryAfterHeader } from "@svc/provider-kit";
import type { ProviderService } from "../../domain/provider-calls/port.ts";
import { addressGuard, type AddressGuard, type Network } from "./address-guard.ts";

/** A fixed origin of a provider, with further origins of the same service. */
export type EgressTarget = {
  /** Provider slug. */
  provider: string;
  /** Which of its services is at this origin: the API that actions call, or its OAuth authorization server. */
  service: ProviderService;
  /** Scheme, host and port only, such as `https://api.example.com`; null if there are only `listed` ones. */
  origin: string | null;
  /** Further origins, by the name that requests select them with. */
  origins?: Readonly<Record<string, string>>;
  /**
   * The origins that the operator lists, by name and address as stored with connections. Live, they may be in the
   * operator's own networks.
   */
  listed?: Readonly<Record<string, string>>;
  /** PEM of the certificate authorities that are trusted for `listed`, in addition to the system's. */
  extraCa?: string;
  /** The response header that carries the provider's own request id. */
  requestIdHeader: string;
  /** The response headers that actions may see. */
  responseHeaders: readonly string[];
  /** The request headers that actions may set; none by default. */
  requestHeaders?: readonly string[];
  /** The response headers that say when to try again; `Retry-After` by default. */
  retryAfter?: readonly RetryAfterHeader[];
  /** Sandbox: only loopback addresses. Live: only public addresses, except for `listed`. */
  loopbackOnly: boolean;
  /** Networks that the operator refuses, for addresses that strangers chose; none by default. */
  denied?: readonly Network[];
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
  responseHeaders: readonly string[];
  requestHeaders: readonly string[];
  retryAfter: readonly RetryAfterHeader[];
  isAllowedAddress: AddressGuard;
  extraCa?: string;
};

/**
 * Returns the key of a target in the result of {@link checkTargets}.
 * @param name of one of its further or listed origins.
 */
export function targetKey(provider: string, service: ProviderService, name?: string): string {
  return name === undefined ? `${provider}/${service}` : `${provider}/${service}/${name}`;
}

/** RFC 9110 §10.2.3. */
export const defaultRetryAfter: readonly RetryAfterHeader[] = [{ name: "retry-after", form: "seconds_or_date" }];

/**
 * @returns the targets by {@link targetKey}.
 * @throws RangeError if an origin has more than scheme, host and port, a provider's service is listed twice, or a live
 * target is not `https`.
 */
export function checkTargets(targets: readonly EgressTarget[]): ReadonlyMap<string, CheckedTarget> {
  const checked = new Map<string, CheckedTarget>();
  for (const target of targets) {
    const { provider, service, retryAfter = defaultRetryAfter } = target;
    const common = {
      requestIdHeader: target.requestIdHeader.toLowerCase(),
      responseHeaders: target.responseHeaders.map((name) => name.toLowerCase()),
      requestHeaders: (target.requestHeaders ?? []).map((name) => name.toLowerCase()),
      retryAfter: retryAfter.map(({ name, form }) => ({ name: name.toLowerCase(), form })),
    };
    const { loopbackOnly, denied = [], origins = {}, listed = {}, extraCa } = target;
    const put = (name: string | undefined, origin: string, isListed: boolean): void => {
      const key = targetKey(provider, service, name);
      if (checked.has(key)) throw new RangeError("A service of a provider has two origins.");
      checked.set(key, {
        ...common,
        origin: checkOrigin(origin, loopbackOnly),
        isAllowedAddress: addressGuard({ loopbackOnly, ownNetworks: isListed, denied }),
        ...(isListed && extraCa !== undefined ? { extraCa } : {}),
      });
    };
    if (target.origin !== null) put(undefined, target.origin, false);
    for (const [name, origin] of Object.entries(origins)) put(name, origin, false);
    // A name with its address has a space, so no request can choose it as a further origin.
    for (const [text, origin] of Object.entries(listed)) put(text, origin, true);
  }
  return checked;
}

function checkOrigin(text: string, loopbackOnly: boolean): URL {
  const origin = URL.parse(text);
  if (origin === null || (text !== origin.origin && text !== origin.href)) {
    throw new RangeError("A provider's origin must be scheme, host and port only.");
  }
  if (origin.href !== `${origin.origin}/`) throw new RangeError("A provider's origin must carry no path or user.");
  if (origin.protocol !== "https:" && !(origin.protocol === "http:" && loopbackOnly)) {
    throw new RangeError("A live provider's origin must be https.");
  }
  return origin;
}
