/**
 * Sends requests to key services and to the platform that has the credentials for them. Only the operator's settings and
 * the platform's variables decide where a request goes, so any address is allowed. Each has its own connection, because
 * there are a few at the start and then none.
 */
import type { KeyResponse, SendKeyRequest } from "../../domain/vault/key-service.ts";
import { Link, loadUndici, type LinkHandler } from "./link.ts";
import { createListedNames } from "./names.ts";
import type { EgressProxy } from "./proxy.ts";

/** Options of {@link createKeyServiceSend}. */
export type KeyServiceSendOptions = {
  userAgent: string;
  /** The operator's proxy; null for none. Requests to this machine's platform never take it. */
  proxy: EgressProxy | null;
  /** PEM of certificate authorities that are trusted in addition to the system's; null for none. */
  extraCa: string | null;
  /** For each whole exchange; 10 s by default. */
  timeoutMs?: number;
};

const bytesMax = 64 * 1024;
const headerBytesMax = 16 * 1024;

/** Creates the function that sends. */
export function createKeyServiceSend(options: KeyServiceSendOptions): SendKeyRequest {
  const { userAgent, proxy, extraCa, timeoutMs = 10_000 } = options;
  const lookup = createListedNames();
  return async ({ method, url: text, headers, body, isLocal = false }) => {
    const url = new URL(text);
    const target = {
      origin: new URL(url.origin),
      isAllowedAddress: () => true,
      ...(extraCa === null ? {} : { extraCa }),
    };
    const bounds = { target, lookup, connectTimeoutMs: timeoutMs / 2, headerBytesMax, restMsMax: 1 };
    const link = new Link(await loadUndici(), { ...bounds, proxy: isLocal ? null : proxy });
    return await new Promise<KeyResponse | null>((resolve) => {
      const chunks: Buffer[] = [];
      let received = 0;
      let status = 0;
      const end = (response: KeyResponse | null): void => {
        clearTimeout(timer);
        for (const chunk of chunks) chunk.fill(0);
        resolve(response);
        void link.destroy();
      };
      const timer = setTimeout(() => end(null), timeoutMs);
      const handler: LinkHandler = {
        onRequestStart: () => {},
        onResponseStart(_controller, code) {
          status = code;
        },
        onResponseData(_controller, chunk) {
          received += chunk.byteLength;
          if (received > bytesMax) end(null);
          else chunks.push(Buffer.from(chunk));
        },
        onResponseEnd: () => end({ status, bytes: Buffer.concat(chunks) }),
        onResponseError: () => end(null),
      };
      const list = ["user-agent", userAgent, "accept-encoding", "identity", ...Object.entries(headers).flat()];
      const content = body === null ? null : Buffer.from(body, "utf8");
      const path = url.pathname + url.search;
      link.dispatch({ method, path, headers: list, body: content, discardBody: false }, handler);
    });
  };
}
