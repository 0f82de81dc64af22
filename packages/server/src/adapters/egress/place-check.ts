/** Says before anything is sent whether svc would ever connect to an address. Each connection checks again. */
import { isIP } from "node:net";
import type { PlaceCheck } from "@svc/mcp-provider";
import type { AddressGuard } from "./address-guard.ts";
import { createWebhookNames, type NameLookup } from "./names.ts";
import type { EgressProxy } from "./proxy.ts";

/** Options of {@link createPlaceCheck}. */
export type PlaceCheckOptions = {
  isAllowedAddress: AddressGuard;
  /** The operator's proxy, which resolves names itself; none by default. */
  proxy?: EgressProxy | null;
  /** For a name; 5 s by default. */
  timeoutMs?: number;
  /** Resolves a name; tests replace it. */
  lookup?: NameLookup;
};

/** What is said of an address that svc never connects to, at inspections too. */
export const refusedPlace = "Its address is in a network that svc doesn't connect to.";

/** Creates the check. A name is refused if any of its addresses is. */
export function createPlaceCheck(options: PlaceCheckOptions): PlaceCheck {
  const { isAllowedAddress, proxy = null, timeoutMs = 5000 } = options;
  const { lookup = createWebhookNames({ serverTimeoutMs: Math.ceil(timeoutMs / 3) }) } = options;
  return async (address) => {
    const url = new URL(address);
    const host = url.hostname.replace(/^\[|\]$/g, "");
    if (isIP(host) !== 0) return isAllowedAddress(host) ? null : refusedPlace;
    if (proxy?.takes(url) === true) return null;
    const found = await lookup(host, AbortSignal.timeout(timeoutMs)).catch(() => []);
    return found.every((one) => isAllowedAddress(one.address)) ? null : refusedPlace;
  };
}
