/** Polling a resource until it has an expected status. */
import { TimeoutError, WaitTimeoutError } from "./errors.ts";
import type { SdkPlatform } from "./platform.ts";
import type { CallOptions } from "./transport.ts";

/** Time limit for one request by default, in milliseconds. */
const requestTimeoutMsDefault = 60_000;

/** How `wait` waits, for a Connect session, an execution or a proposal. */
export type WaitOptions<Resource> = {
  /** How long to wait, in milliseconds, over all requests. */
  timeoutMs?: number;
  /** Time limit for each request, in milliseconds; a minute by default. TimeoutError if one takes longer. */
  requestTimeoutMs?: number;
  /** Called with each response, to show what is going on. */
  onPoll?: (resource: Resource) => void;
  signal?: AbortSignal;
};

/** What to poll, and how. */
export type Poll<Resource> = {
  /** Names the resource in an error, such as "The Connect session". */
  what: string;
  get(options: CallOptions): Promise<Resource>;
  isDone(resource: Resource): boolean;
  /** How long to poll without `timeoutMs`, in milliseconds. */
  timeoutMsDefault: number;
  /** How long to wait before the next poll, in milliseconds. @param polls the number of polls so far, from 1. */
  pauseMs(polls: number): number;
};

/** @throws WaitTimeoutError if the resource isn't done in time. */
export async function pollUntilDone<Resource extends { status: string }>(
  platform: SdkPlatform,
  { what, get, isDone, timeoutMsDefault, pauseMs }: Poll<Resource>,
  { timeoutMs = timeoutMsDefault, requestTimeoutMs = requestTimeoutMsDefault, onPoll, signal }: WaitOptions<Resource>,
): Promise<Resource> {
  const until = platform.nowMs() + timeoutMs;
  let status = "not known";
  for (let polls = 1; ; polls += 1) {
    const leftMs = until - platform.nowMs();
    if (leftMs <= 0) throw new WaitTimeoutError(`${what} didn't end in time; its status is ${status}.`);
    try {
      const resource = await get({
        timeoutMs: Math.min(leftMs, requestTimeoutMs),
        ...(signal === undefined ? {} : { signal }),
      });
      onPoll?.(resource);
      if (isDone(resource)) return resource;
      status = resource.status;
    } catch (error) {
      if (!(error instanceof TimeoutError) || platform.nowMs() < until) throw error;
    }
    await platform.sleep(Math.max(0, Math.min(pauseMs(polls), until - platform.nowMs())), signal);
  }
}
