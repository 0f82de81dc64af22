/** What the `wait` commands share: the line with the time left, and what Ctrl-C says. */
import { clockText } from "@svc/contract/terminal";
import { SvcError, WaitTimeoutError } from "@svc/sdk";
import type { Context } from "./context.ts";
import { CommandFailure, interruptedExitCode } from "./failure.ts";

/** What to wait for, and with which call of the SDK. */
export type Wait<Resource> = {
  /** The noun of the command, such as `executions`. */
  noun: string;
  id: string;
  /** How long to wait by default, in milliseconds. */
  timeoutMsDefault: number;
  wait: (options: WaitSettings<Resource>) => Promise<Resource>;
  /** Called at the first poll, and whenever the status is another. */
  onStatus?: (resource: Resource) => void;
};

/** Options for the SDK's `wait`. */
export type WaitSettings<Resource> = {
  timeoutMs: number;
  signal: AbortSignal;
  onPoll: (resource: Resource) => void;
};

/**
 * Waits, and says on a terminal for what and how long. Ctrl-C stops waiting only.
 * @throws CommandFailure exit 130 after Ctrl-C, with the command that continues; WaitTimeoutError if time is over.
 */
export async function waitWatched<Resource extends { status: string; expiresAt?: string }>(
  context: Context,
  { noun, id, timeoutMsDefault, wait, onStatus }: Wait<Resource>,
): Promise<Resource> {
  const { io, options } = context;
  const timeoutMs = options.timeout === undefined ? timeoutMsDefault : options.timeout * 1000;
  const signal = io.interruption();
  let seen: Resource | null = null;
  context.say(`Waiting for ${id}, for ${clockText(timeoutMs)} at most. Ctrl-C stops waiting, and changes nothing.`);
  const until = io.nowMs() + timeoutMs;
  context.waitingFor(() => waitingText(id, seen, { until, nowMs: io.nowMs() }));
  const onPoll = (resource: Resource): void => {
    const isNew = resource.status !== seen?.status;
    seen = resource;
    if (isNew) onStatus?.(resource);
  };
  try {
    return await wait({ timeoutMs, signal, onPoll });
  } catch (error) {
    if (!signal.aborted || error instanceof SvcError) throw error;
    throw new CommandFailure(interruptedExitCode, `Stopped waiting. ${continueText(noun, id)}`);
  } finally {
    context.waitingFor(null);
  }
}

/** The line of a terminal: the state, and how long it can still change or this command still waits. */
export function waitingText(
  id: string,
  seen: { status: string; expiresAt?: string } | null,
  { until, nowMs }: { until: number; nowMs: number },
): string {
  const endsAt = Math.min(until, seen?.expiresAt === undefined ? until : Date.parse(seen.expiresAt));
  return `${id} is ${seen?.status ?? "…"} · ${clockText(endsAt - nowMs)} left · Ctrl-C stops waiting`;
}

/** How to go on after a wait that ended before the resource did. */
export function continueText(noun: string, id: string): string {
  return `Nothing was changed. To go on: svc ${noun} wait ${id}`;
}

/** Whether an error says that the time to wait is over. */
export function isOver(error: unknown): error is WaitTimeoutError {
  return error instanceof WaitTimeoutError;
}
