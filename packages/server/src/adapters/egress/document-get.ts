/**
 * Fetches a small document from a URL that somebody else chose: on its own connection to a checked address, without
 * redirects, with limits on time and size.
 */
import type { FetchedDocument, FetchDocument, DocumentFault } from "../../domain/service-clients/port.ts";
import type { MachineNotes } from "../../domain/machine/watch.ts";
import type { AddressGuard } from "./address-guard.ts";
import { NotSentError } from "./dial.ts";
import type { EgressProxy } from "./proxy.ts";
import { Link, type LinkHandler, loadUndici } from "./link.ts";
import { createWebhookNames } from "./names.ts";

/** Options of {@link createDocumentGet}. */
export type DocumentGetOptions = {
  isAllowedAddress: AddressGuard;
  userAgent: string;
  /** The accepted media types. */
  accept: string;
  /** For the whole exchange; 10 s by default. */
  timeoutMs?: number;
  /** Learns of faults of this machine; no one by default. */
  machine?: MachineNotes;
  /** The operator's proxy; none by default. */
  proxy?: EgressProxy | null;
  /** PEM of an additional certificate authority; tests only. */
  ca?: string;
};

const headerBytesMax = 16 * 1024;

/** Creates the function that fetches. */
export function createDocumentGet(options: DocumentGetOptions): FetchDocument {
  const { isAllowedAddress, userAgent, accept, timeoutMs = 10_000, machine, proxy = null, ca } = options;
  const lookup = createWebhookNames({ serverTimeoutMs: Math.ceil(timeoutMs / 6) });
  return async (url, bytesMax) => {
    const undici = await loadUndici();
    const target = { origin: new URL(url.origin), isAllowedAddress };
    const bounds = { target, lookup, connectTimeoutMs: timeoutMs / 2, headerBytesMax, restMsMax: 1, machine, proxy };
    const link = new Link(undici, { ...bounds, ...(ca === undefined ? {} : { ca }) });
    return await new Promise<FetchedDocument>((resolve) => {
      const chunks: Uint8Array[] = [];
      let received = 0;
      let httpStatus = 0;
      const end = (fetched: FetchedDocument): void => {
        clearTimeout(timer);
        resolve(fetched);
        void link.destroy();
      };
      const fail = (fault: DocumentFault): void => end({ kind: "none", fault });
      const timer = setTimeout(() => fail("timeout"), timeoutMs);
      const handler: LinkHandler = {
        onRequestStart: () => {},
        onResponseStart(_controller, status) {
          httpStatus = status;
        },
        onResponseData(_controller, chunk) {
          received += chunk.byteLength;
          if (received > bytesMax) fail("too_large");
          else chunks.push(chunk);
        },
        onResponseEnd: () => end({ kind: "answered", httpStatus, bytes: Buffer.concat(chunks) }),
        onResponseError: (_controller, error) =>
          fail(error instanceof NotSentError ? (error.targetReason ?? error.reason) : "lost"),
      };
      const headers = ["user-agent", userAgent, "accept", accept, "accept-encoding", "identity"];
      link.dispatch(
        { method: "GET", path: url.pathname + url.search, headers, body: null, discardBody: false },
        handler,
      );
    });
  };
}
