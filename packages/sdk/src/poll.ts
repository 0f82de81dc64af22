/** Polling a resource until it has an expected status. */
import { TimeoutError, WaitTimeoutError } from "./errors.ts";
import type { SdkPlatform } from "./platform.ts";
import type { CallOptions } from "./transport.ts";

/** Time limit for one poll, in milliseconds. */
const pollTimeoutMs = 60_000;

/** What to poll, and how. */
export type Poll<Resource> = {
  /** Names the resource in an error, such as "The Connect session". */
  what: string;
  get(options: CallOptions): Promise<Resource>;
  isDone(resource: Resource): boolean;
  /** How long to poll, in milliseconds. */
  limitMs: number;
  /** How long to wait before the next poll, in milliseconds. @param polls the number of polls so far, from 1. */
  pauseMs(polls: number): number;
  /** Time limit for one poll, if less than the usual one. */
  timeoutMs?: number | undefined;
  signal: AbortSignal | undefined;
};

/** @throws WaitTimeoutError if the resource isn't done in time. */
export async function pollUntilDone<Resource extends { status: string }>(
  platform: SdkPlatform,
  { what, get, isDone, limitMs, pauseMs, timeoutMs, signal }: Poll<Resource>,
): Promise<Resource> {
  const until = platform.nowMs() + limitMs;
  let status = "not known";
  for (let polls = 1; ; polls += 1) {
    const leftMs = until - platform.nowMs();
    if (leftMs <= 0) throw new WaitTimeoutError(`${what} didn't end in time; its status is ${status}.`);
    try {
      const resource = await get({
        timeoutMs: Math.min(leftMs, timeoutMs ?? leftMs, pollTimeoutMs),
        ...(signal === undefined ? {} : { signal }),
      });
      if (isDone(resource)) return resource;
      status = resource.status;
    } catch (error) {
      if (!(error instanceof TimeoutError) || platform.nowMs() < until) throw error;
    }
    await platform.sleep(Math.max(0, Math.min(pauseMs(polls), until - platform.nowMs())), signal);
  }
}
