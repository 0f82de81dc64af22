/**
 * Sends requests to URLs that callers chose: each on its own connection to a checked address, without redirects, with
 * limits on time and size. It returns a status and nothing else from the response.
 */
import type { PostFacts, PostWebhook } from "../../domain/webhooks/port.ts";
import type { MachineNotes } from "../../domain/machine/watch.ts";
import { isOrdinary, mayReach, type UrlRules } from "../../domain/webhooks/url.ts";
import { readHead } from "./response.ts";
import { NotSentError } from "./dial.ts";
import type { EgressProxy } from "./proxy.ts";
import { Link, type LinkHandler, loadUndici } from "./link.ts";
import { defaultRetryAfter } from "./target.ts";
import { createListedNames, createWebhookNames } from "./names.ts";

/** Options of {@link createWebhookPost}. */
export type WebhookPostOptions = {
  /** Where deliveries may go. */
  urlRules: UrlRules;
  /** PEM of certificate authorities that are trusted for hosts that the operator lists, in addition to the system's. */
  extraCa?: string | null;
  connectTimeoutMs: number;
  userAgent: string;
  /** Wall clock, for a date in `Retry-After`. */
  nowMs: () => number;
  /** Learns of faults of this machine; no one by default. */
  machine?: MachineNotes;
  /** The operator's proxy; none by default. */
  proxy?: EgressProxy | null;
  /** PEM of an additional certificate authority; tests only. */
  ca?: string;
  /** Name servers, such as `127.0.0.1:5353`; the system's by default. */
  nameServers?: readonly string[];
  /** Resolves a name that the operator lists; the system's resolver by default. */
  askListed?: Parameters<typeof createListedNames>[0];
};

const headerBytesMax = 16 * 1024;
/** Read and discarded. Anything longer is cut off, because only the status matters. */
const responseBytesMax = 64 * 1024;

/** Creates the function that sends. */
export function createWebhookPost(options: WebhookPostOptions): PostWebhook {
  const {
    urlRules,
    extraCa = null,
    connectTimeoutMs,
    userAgent,
    nowMs,
    machine,
    proxy = null,
    ca,
    nameServers,
    askListed,
  } = options;
  const listedNames = createListedNames(askListed);
  const names = createWebhookNames({
    // One server can take up to twice this time; a second one still gets a try, and the connection its time.
    serverTimeoutMs: Math.ceil(connectTimeoutMs / 3),
    ...(nameServers === undefined ? {} : { servers: nameServers }),
  });
  return async (url, { headers, body, timeoutMs }) => {
    const undici = await loadUndici();
    const isListed = urlRules.allowance?.isListed(url) === true;
    const target = {
      origin: new URL(url.origin),
      isAllowedAddress: (address: string) => mayReach(url, address, urlRules),
      ...(isListed && extraCa !== null ? { extraCa } : {}),
    };
    const bounds = {
      target,
      lookup: isListed ? listedNames : names,
      connectTimeoutMs,
      headerBytesMax,
      restMsMax: 1,
      machine,
      // What only the operator's list allows is in the operator's networks, where each address is checked.
      proxy: isListed || !isOrdinary(url, urlRules) ? null : proxy,
      ...(ca === undefined ? {} : { ca }),
    };
    const link = new Link(undici, bounds);
    return await new Promise<PostFacts>((resolve) => {
      let facts: PostFacts | null = null;
      let received = 0;
      const end = (otherwise: string): void => {
        clearTimeout(timer);
        resolve(facts ?? { kind: "none", fault: otherwise });
        void link.destroy();
      };
      const timer = setTimeout(() => end("timeout"), timeoutMs);
      const handler: LinkHandler = {
        onRequestStart: () => {},
        onResponseStart(_controller, status, response) {
          if (status < 200) return;
          const context = { requestIdHeader: "", responseHeaders: [], retryAfter: defaultRetryAfter, nowMs: nowMs() };
          const { retryAfterSeconds } = readHead(status, response, context);
          facts = { kind: "answered", httpStatus: status, retryAfterSeconds };
        },
        onResponseData(_controller, chunk) {
          received += chunk.byteLength;
          if (received > responseBytesMax) end("protocol");
        },
        onResponseEnd: () => end("protocol"),
        onResponseError: (_controller, error) =>
          end(error instanceof NotSentError ? (error.targetReason ?? error.reason) : "lost"),
      };
      link.dispatch(
        {
          method: "POST",
          path: url.pathname + url.search,
          headers: Object.entries({ ...headers, "user-agent": userAgent, "accept-encoding": "identity" }).flat(),
          body: Buffer.from(body),
          discardBody: true,
        },
        handler,
      );
    });
  };
}
