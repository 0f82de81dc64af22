/** One request and its outcome. This file reports what it saw and judges nothing. */
import type { BodyFacts, ExchangeFacts, LostReason, NotSentReason, RetryAfterHeader } from "@svc/provider-kit";
import type { ResponseHeaders, ResponseHead } from "./response.ts";
import { readBody, readHead } from "./response.ts";
import { NotSentError } from "./dial.ts";
import type { Link, LinkHandler } from "./link.ts";
import type { Outgoing } from "./outgoing.ts";
import { ResponseStream } from "./response-stream.ts";
import type { EgressLimits } from "./target.ts";

/** Options of {@link Exchange}. */
export type ExchangeOptions = {
  link: Link;
  limits: EgressLimits;
  monotonicMs: () => number;
  nowMs: () => number;
  /** When the exchange must end, on the monotonic clock. */
  deadlineMs: number;
  /** How long to wait for a late response after reporting `lost: "timeout"`. */
  lateWindowMs: number;
  requestIdHeader: string;
  /** Header names to report, in lower case. */
  responseHeaders: readonly string[];
  /** The headers that say when to try again, with their names in lower case. */
  retryAfter: readonly RetryAfterHeader[];
  mayStillSend: (() => boolean) | undefined;
  onLate: ((facts: ExchangeFacts) => void) | undefined;
  /** Called once with the facts. `linkUse` says whether the link can be used again, is still `busy`, or is over. */
  onFacts: (facts: ExchangeFacts, linkUse: LinkUse | "busy") => void;
  /** Called once when a `busy` link has become free. */
  onLinkFree: (linkUse: LinkUse) => void;
};

/** The state of a link after an exchange: it `rests` if the response was read completely, otherwise it is `over`. */
export type LinkUse = "rests" | "over";

/** The rest of an unwanted body is discarded within these bounds, so that its link can be used again. */
const unwantedBytesMax = 64 * 1024;
const unwantedMsMax = 1_000;

/** RFC 9110 §15: a higher number is not a valid status and has no meaning. */
const statusMax = 599;

/** How long a stream that contains the response may take to end, so that its link can be used again. */
const endMsMax = 100;

type Controller = { abort(reason: Error): void };

/** The reason passed to undici when we end an exchange; it never leaves this folder. */
const ended = new Error("The exchange is over.");

/**
 * Sends a request once.
 * States: `waiting` until the tick of the first byte, `sent` until the facts are known, `late` while waiting for an
 * response that can only be evidence, `passing` while the rest of an unwanted body is discarded, then `over`. Only
 * `waiting` writes, so nothing is written twice.
 */
export class Exchange implements LinkHandler {
  readonly #options: ExchangeOptions;
  readonly #outgoing: Outgoing;
  #state: "waiting" | "sent" | "late" | "passing" | "over" = "waiting";
  #head: ResponseHead | null = null;
  #chunks: Buffer[] = [];
  #bytes = 0;
  /** Null unless the body may be a stream that continues behind the response. */
  #stream: ResponseStream | null = null;
  /** When the first byte was sent. */
  #sentAtMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(outgoing: Outgoing, options: ExchangeOptions) {
    this.#options = options;
    this.#outgoing = outgoing;
  }

  /** Starts the exchange; call it once. */
  start(): void {
    this.#look();
    if (this.#state === "waiting") this.#options.link.dispatch(this.#outgoing, this);
  }

  /** undici: the connection is ready, and the first byte is sent in this tick unless the controller is aborted. */
  onRequestStart(controller: Controller): void {
    const { monotonicMs, deadlineMs } = this.#options;
    const nowMs = monotonicMs();
    if (this.#state === "waiting" && nowMs >= deadlineMs) this.#notSent("deadline");
    // Unsolicited bytes can't be the response to a request that hasn't been sent yet.
    else if (this.#state === "waiting" && !this.#options.link.isQuiet) this.#notSent("connect");
    else if (this.#state === "waiting" && !this.#mayStillSend()) this.#notSent("not_allowed");
    else if (this.#state === "waiting") {
      this.#state = "sent";
      this.#sentAtMs = nowMs;
      return;
    } else this.#lost("reset");
    controller.abort(ended);
  }

  /** undici: a head is complete. Interim responses (1xx) are not the response; undici itself rejects 100 and 101. */
  onResponseStart(controller: Controller, status: number, headers: ResponseHeaders): void {
    if (this.#state !== "sent" && this.#state !== "late") return;
    if (status < 200) return;
    if (status > statusMax) {
      this.#lost("protocol_error");
      controller.abort(ended);
      return;
    }
    const { requestIdHeader, responseHeaders, retryAfter, nowMs } = this.#options;
    this.#head = readHead(status, headers, { requestIdHeader, responseHeaders, retryAfter, nowMs: nowMs() });
    const { rpcId } = this.#outgoing;
    if (rpcId !== undefined && this.#head.encoding === "identity") this.#stream = new ResponseStream(rpcId);
    // The body of a refusal is read even if a success's body isn't: the provider's `refuse` judges by it.
    const refused = status >= 400 && status < 500;
    if (!this.#outgoing.discardBody || refused) return;
    if (this.#state === "sent" && this.#letPass(this.#head, headers)) return;
    this.#answered(this.#head, { kind: "discarded" });
    controller.abort(ended);
  }

  /** undici: a chunk of the body. */
  onResponseData(controller: Controller, chunk: Buffer): void {
    if (this.#state === "over" || this.#head === null) return;
    this.#bytes += chunk.byteLength;
    if (this.#state === "passing") {
      if (this.#bytes > unwantedBytesMax) controller.abort(ended);
      return;
    }
    this.#chunks.push(chunk);
    if (this.#bytes <= this.#options.limits.responseBodyBytesMax) {
      if (this.#stream?.push(chunk) === true) this.#awaitEnd(controller);
      return;
    }
    this.#answered(this.#head, { kind: "unreadable", reason: "too_large" });
    controller.abort(ended);
  }

  /** undici: the body is complete. */
  onResponseEnd(): void {
    const head = this.#head;
    if (this.#state === "over" || head === null) return;
    this.#options.link.rest(this.#options.monotonicMs());
    const linkUse = linkUseAfter(head);
    if (this.#state === "passing") {
      // undici closes a connection that won't stay open right after this call.
      queueMicrotask(() => this.#passed(linkUse));
      return;
    }
    if (head.endsWithConnection && this.#options.link.failed) {
      this.#answered(head, this.#cutBody("truncated"));
      return;
    }
    const deliver = this.#finish();
    const [first, ...others] = this.#chunks;
    const bytes = first !== undefined && others.length === 0 ? first : Buffer.concat(this.#chunks);
    this.#chunks = [];
    const body = readBody(bytes, head.encoding, this.#options.limits.responseBodyBytesMax);
    if ("then" in body) void body.then((read) => deliver(toFacts(head, read), linkUse));
    else deliver(toFacts(head, body), linkUse);
  }

  /** undici: no connection could be opened, or it failed. */
  onResponseError(_controller: unknown, error: Error): void {
    if (this.#state === "passing") this.#passed("over");
    else if (this.#state === "waiting") {
      if (error instanceof NotSentError) this.#notSent(error.reason);
      else this.#notSent(readCode(error) === "UND_ERR_DESTROYED" ? "not_allowed" : "connect");
    } else if (this.#head !== null) this.#answered(this.#head, this.#cutBody("truncated"));
    else this.#lost(lossReason(error));
  }

  /**
   * Reports a response that its status alone decides, and discards the body.
   * @returns false if the body exceeds the bounds for discarding.
   */
  #letPass(head: ResponseHead, headers: ResponseHeaders): boolean {
    if (Number(headers["content-length"] ?? 0) > unwantedBytesMax) return false;
    this.#finish();
    this.#state = "passing";
    this.#timer = setTimeout(() => this.#passed("over"), unwantedMsMax);
    this.#options.onFacts(toFacts(head, { kind: "discarded" }), "busy");
    return true;
  }

  #passed(linkUse: LinkUse): void {
    if (this.#state !== "passing") return;
    this.#finish();
    this.#options.onLinkFree(linkUse);
  }

  #mayStillSend(): boolean {
    try {
      return this.#options.mayStillSend?.() ?? true;
    } catch {
      // A check that throws has not approved the request.
      return false;
    }
  }

  #onDeadline(): void {
    if (this.#state === "waiting") this.#notSent("deadline");
    else if (this.#head === null) this.#timedOut();
    else this.#answered(this.#head, this.#cutBody("timeout"));
  }

  /** The response has arrived, so the rest of its stream isn't waited for. */
  #awaitEnd(controller: Controller): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#head === null || this.#state === "over") return;
      this.#answered(this.#head, this.#cutBody("truncated"));
      controller.abort(ended);
    }, endMsMax);
  }

  #cutBody(reason: "truncated" | "timeout"): BodyFacts {
    return { kind: "unreadable", reason, ...(this.#stream === null ? {} : { partial: this.#stream.text }) };
  }

  /** One timer covers both the head's limit and the deadline, which saves creating two per exchange. */
  #look(): void {
    const { deadlineMs, monotonicMs, limits } = this.#options;
    const nowMs = monotonicMs();
    const isHeadAwaited = this.#state === "sent" && this.#head === null;
    const headDueMs = isHeadAwaited ? this.#sentAtMs + limits.headersTimeoutMs : Infinity;
    if (nowMs >= deadlineMs) this.#onDeadline();
    else if (nowMs >= headDueMs) this.#timedOut();
    // Either not connected yet, in which case the head's time starts with the first byte, or the body is still
    // arriving.
    else {
      const dueMs = Math.min(deadlineMs, headDueMs, nowMs + limits.headersTimeoutMs);
      this.#timer = setTimeout(() => this.#look(), dueMs - nowMs);
    }
  }

  /** The caller stops waiting; the listener for late responses does not (contract §4.6). */
  #timedOut(): void {
    const { onLate, onFacts, link, lateWindowMs } = this.#options;
    if (onLate === undefined) {
      this.#lost("timeout");
      return;
    }
    clearTimeout(this.#timer);
    this.#state = "late";
    this.#timer = setTimeout(() => this.#onLateWindowOver(), lateWindowMs).unref();
    link.unref();
    onFacts({ kind: "lost", reason: "timeout" }, "busy");
  }

  #onLateWindowOver(): void {
    if (this.#head === null) this.#lost("timeout");
    else this.#answered(this.#head, { kind: "unreadable", reason: "timeout" });
  }

  #notSent(reason: NotSentReason): void {
    if (this.#state !== "over") this.#finish()({ kind: "not_sent", reason }, "over");
  }

  #lost(reason: LostReason): void {
    if (this.#state !== "over") this.#finish()({ kind: "lost", reason }, "over");
  }

  #answered(head: ResponseHead, body: BodyFacts): void {
    if (this.#state !== "over") this.#finish()(toFacts(head, body), "over");
  }

  /** Ends the exchange. @returns the function that gets its facts: the caller's, or the listener for late responses. */
  #finish(): (facts: ExchangeFacts, linkUse: LinkUse) => void {
    clearTimeout(this.#timer);
    const { onFacts, onLate, onLinkFree } = this.#options;
    const late = this.#state === "late";
    this.#state = "over";
    if (!late) return onFacts;
    return (facts) => {
      // A link that was given up is never used again.
      onLinkFree("over");
      if (facts.kind !== "answered") return;
      try {
        onLate?.(facts);
      } catch {
        // The outcome is already recorded as unknown. A failure here loses evidence and must not end the process.
      }
    };
  }
}

/**
 * After these, the link is not used again: a refused credential's connection will need reconnecting (401), the server
 * is about to close it (408), or it does not serve this origin (421; RFC 9110 §15.5.9, §15.5.20).
 */
const lastStatuses: ReadonlySet<number> = new Set([401, 408, 421]);

function linkUseAfter({ status }: ResponseHead): LinkUse {
  return lastStatuses.has(status) ? "over" : "rests";
}

function toFacts(head: ResponseHead, body: BodyFacts): ExchangeFacts {
  const { status, requestId, retryAfterSeconds, kept } = head;
  return { kind: "answered", status, requestId, retryAfterSeconds, headers: kept, body };
}

function readCode(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : "";
}

const resetCodes: ReadonlySet<string> = new Set([
  "ECONNRESET",
  "EPIPE",
  "ECONNABORTED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENETDOWN",
]);
const closedCodes: ReadonlySet<string> = new Set(["UND_ERR_SOCKET", "UND_ERR_DESTROYED", "UND_ERR_CLOSED"]);

/** undici reports these two with the code of a closed connection; it closed the connection because of what it read. */
const protocolMessages: ReadonlySet<string> = new Set(["bad response", "bad upgrade"]);

function lossReason(error: Error): LostReason {
  const code = readCode(error);
  if (resetCodes.has(code)) return "reset";
  if (code === "ETIMEDOUT") return "timeout";
  return closedCodes.has(code) && !protocolMessages.has(error.message) ? "closed" : "protocol_error";
}
