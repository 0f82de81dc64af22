/**
 * Requests to addresses that callers chose: one request a connection, to a checked address, no redirect followed, no
 * proxy, bounded time and size. It gives a status and never a word of the answer.
 */
import type { PostFacts, PostWebhook } from "../webhooks/port.ts";
import type { AddressGuard } from "./address-guard.ts";
import { readHead } from "./answer.ts";
import { NotSentError } from "./dial.ts";
import { Link, type LinkHandler } from "./link.ts";
import { createWebhookNames } from "./webhook-names.ts";

/** What it needs. */
export type WebhookPostOptions = {
  isAllowedAddress: AddressGuard;
  connectTimeoutMs: number;
  userAgent: string;
  /** Wall clock, for a `Retry-After` that is a date. */
  nowMs: () => number;
  /** PEM of one more certificate authority; tests only. */
  ca?: string;
  /** Name servers, such as `127.0.0.1:5353`; the system's unless given. */
  nameServers?: readonly string[];
};

const headerBytesMax = 16 * 1024;
/** Read and discarded; what is longer is cut off, for the status has said all. */
const answerBytesMax = 64 * 1024;

/** Gives the function that sends. */
export function createWebhookPost(options: WebhookPostOptions): PostWebhook {
  const { isAllowedAddress, connectTimeoutMs, userAgent, nowMs, ca, nameServers } = options;
  const lookup = createWebhookNames({
    // A server's turn can last up to twice this: a second one still gets its turn, and the connection its time.
    serverTimeoutMs: Math.ceil(connectTimeoutMs / 3),
    ...(nameServers === undefined ? {} : { servers: nameServers }),
  });
  return (url, { headers, body, timeoutMs }) => {
    const target = { origin: new URL(url.origin), requestIdHeader: "", answerHeaders: [], isAllowedAddress };
    const bounds = {
      target,
      lookup,
      connectTimeoutMs,
      headerBytesMax,
      restMsMax: 1,
      ...(ca === undefined ? {} : { ca }),
    };
    const link = new Link(bounds);
    return new Promise<PostFacts>((resolve) => {
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
        onResponseStart(_controller, status, answer) {
          if (status < 200) return;
          const context = { requestIdHeader: "", answerHeaders: [], nowMs: nowMs() };
          const { retryAfterSeconds } = readHead(status, answer, context);
          facts = { kind: "answered", httpStatus: status, retryAfterSeconds };
        },
        onResponseData(_controller, chunk) {
          received += chunk.byteLength;
          if (received > answerBytesMax) end("protocol");
        },
        onResponseEnd: () => end("protocol"),
        onResponseError: (_controller, error) => end(error instanceof NotSentError ? error.reason : "lost"),
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
