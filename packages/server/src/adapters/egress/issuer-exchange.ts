/**
 * Sends requests to the operators' identity provider: each on its own connection, without redirects, with limits on time
 * and size. The operator chose the provider, so it may be inside the company's network.
 */
import type { IssuerRequest, IssuerResponse, SendToIssuer } from "../../domain/operator-sign-in/port.ts";
import type { MachineNotes } from "../../domain/machine/watch.ts";
import type { EgressProxy } from "./proxy.ts";
import { Link, type LinkHandler, loadUndici } from "./link.ts";
import { createProviderNames } from "./names.ts";

/** Options of {@link createIssuerExchange}. */
export type IssuerExchangeOptions = {
  userAgent: string;
  monotonicMs: () => number;
  /** For a whole exchange. */
  timeoutMs: number;
  /** PEM of certificate authorities that are trusted in addition to the system's; null for none. */
  extraCa: string | null;
  proxy: EgressProxy | null;
  machine?: MachineNotes;
};

const headerBytesMax = 32 * 1024;
/** A token response with many groups is some kilobytes. */
const bodyBytesMax = 512 * 1024;

/** Creates the function that sends. */
export function createIssuerExchange(options: IssuerExchangeOptions): SendToIssuer {
  const { userAgent, monotonicMs, timeoutMs, extraCa, proxy, machine } = options;
  const lookup = createProviderNames({ monotonicMs, patienceMs: timeoutMs / 4, machine });
  return async ({ url, method, headers, body }: IssuerRequest) => {
    const undici = await loadUndici();
    const target = {
      origin: new URL(url.origin),
      isAllowedAddress: () => true,
      ...(extraCa === null ? {} : { extraCa }),
    };
    const bounds = { target, lookup, connectTimeoutMs: timeoutMs / 2, headerBytesMax, restMsMax: 1, machine, proxy };
    const link = new Link(undici, bounds);
    return await new Promise<IssuerResponse | null>((resolve) => {
      const chunks: Uint8Array[] = [];
      let received = 0;
      let [status, contentType] = [0, ""];
      const end = (response: IssuerResponse | null): void => {
        clearTimeout(timer);
        resolve(response);
        void link.destroy();
      };
      const timer = setTimeout(() => end(null), timeoutMs);
      const handler: LinkHandler = {
        onRequestStart: () => {},
        onResponseStart(_controller, statusCode, received) {
          status = statusCode;
          contentType = String(received["content-type"] ?? "");
        },
        onResponseData(_controller, chunk) {
          received += chunk.byteLength;
          if (received > bodyBytesMax) end(null);
          else chunks.push(chunk);
        },
        onResponseEnd: () => end({ status, contentType, body: Buffer.concat(chunks).toString("utf8") }),
        onResponseError: () => end(null),
      };
      const common = { ...headers, "user-agent": userAgent, "accept-encoding": "identity" };
      const list = Object.entries(common).flatMap(([name, value]) => [name, value]);
      const sent = body === null ? null : Buffer.from(body, "utf8");
      link.dispatch(
        { method, path: url.pathname + url.search, headers: list, body: sent, discardBody: false },
        handler,
      );
    });
  };
}
