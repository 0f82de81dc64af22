/** `svc webhooks listen`: follows the event log and sends new events to a developer's program. */
import { setTimeout as sleep } from "node:timers/promises";
import { eventTypes, providerEventPattern, type EventList } from "@svc/contract";
import { ApiError, ConnectionError, TimeoutError, UnexpectedResponseError, type ServiceClient } from "@svc/sdk";
import type { Context } from "../../context.ts";
import { CommandFailure } from "../../failure.ts";
import { pickFields, printable, printJsonLine } from "../../output.ts";
import { readSigningSecret } from "../../webhook-secret.ts";
import { dropUndefined } from "../paging.ts";
import { forwardEvent, readForwardUrl, type ForwardedEvent, type ForwardTarget } from "./forward.ts";

type ListenFlags = { forwardTo?: string; events?: string; secretFile?: string; printSecret?: boolean };

/** Reads one page of the log from a cursor. */
type ReadPage = (cursor: string | undefined) => Promise<EventList>;

/** How often the log is read while nothing happens, and after a failure, in milliseconds. */
const pollEveryMs = 1000;
const retryEveryMs = 3000;

const fields: readonly (keyof ForwardedEvent)[] = [
  "at",
  "type",
  "event_id",
  "httpStatus",
  "fault",
  "durationMs",
  "hint",
];
const typeWidth = Math.max(...eventTypes.map((type) => type.length));

/** Forwards events until it is interrupted, and then returns. Starts with events after this moment. */
export async function run(context: Context, _args: readonly string[], flags: ListenFlags): Promise<void> {
  const { io, options } = context;
  if (flags.printSecret === true) {
    io.out(`${readSigningSecret(io, flags.secretFile)}\n`);
    return;
  }
  if (flags.forwardTo === undefined) {
    throw new CommandFailure(2, "Pass --forward-to, your program's URL, such as http://localhost:3000/webhooks.");
  }
  const url = readForwardUrl(flags.forwardTo);
  const isWanted = readTypes(context, flags.events);
  const unknown = (options.json ?? []).filter((name) => !fields.some((field) => field === name));
  if (unknown.length > 0) {
    throw new CommandFailure(2, `--json: there is no field ${unknown.join(", ")}. Available: ${fields.join(", ")}.`);
  }
  const target = { url, secret: readSigningSecret(io, flags.secretFile), nowMs: () => io.nowMs() };
  const filter = dropUndefined({ tenant_id: await context.filteredTenantId() });
  const signal = io.interruption();
  const readWith =
    ({ events }: ServiceClient): ReadPage =>
    (cursor) =>
      events.read({ ...filter, limit: 100, ...dropUndefined({ cursor }) }, { signal });
  try {
    const start = await findEnd(context, readWith(context.client()));
    announce(context, target);
    // Its retries are printed, so the SDK makes none.
    const read = readWith(context.client({ maxRetries: 0 }));
    await follow(context, { read, start, signal }, async (page) => {
      for (const event of page.events.filter(({ type }) => isWanted(type))) {
        print(context, await forwardEvent(event, target, signal));
      }
    });
  } catch (error) {
    // Whatever was in progress then fails, but that isn't a failure of the command.
    if (!signal.aborted) throw error;
  }
  context.say("Stopped.");
}

/** Which events a provider sends depends on the server. */
const isProviderEvent = new RegExp(providerEventPattern);

/** @returns whether a type is among those of `--events`. */
function readTypes(context: Context, text: string | undefined): (type: string) => boolean {
  if (text === undefined) return () => true;
  const types = new Set(text.split(",").map((type) => type.trim()));
  const known: ReadonlySet<string> = new Set(["*", ...eventTypes]);
  const unknown = [...types].filter((type) => !known.has(type) && !isProviderEvent.test(type));
  if (types.has("")) throw new CommandFailure(2, "--events must be types, such as connection.created.");
  // A newer server may have more types.
  if (unknown.length > 0)
    context.say(`This version doesn't know ${printable(unknown.join(", "))}. Check the spelling.`);
  return (type) => types.has("*") || types.has(type);
}

/** Returns the cursor after the newest event in the log. */
async function findEnd(context: Context, read: ReadPage): Promise<string> {
  let page = await read(undefined);
  if (page.nextCursor !== null) context.say("Skipping events that are already in the log …");
  while (page.nextCursor !== null) page = await read(page.nextCursor);
  return page.resumeCursor;
}

/**
 * Passes on each page of new events. Retries while the server doesn't answer: in development, it is often restarted.
 */
async function follow(
  context: Context,
  { read, start, signal }: { read: ReadPage; start: string; signal: AbortSignal },
  take: (page: EventList) => Promise<void>,
): Promise<void> {
  let cursor = start;
  let isAway = false;
  for (;;) {
    try {
      const page = await read(cursor);
      if (isAway) context.say("The server answers again.");
      isAway = false;
      await take(page);
      cursor = page.resumeCursor;
      if (page.nextCursor === null) await sleep(pollEveryMs, undefined, { signal });
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error;
      if (!isAway) context.say(`${error.message} Trying again until it answers; no event is lost.`);
      isAway = true;
      await sleep(retryEveryMs, undefined, { signal });
    }
  }
}

function isPassing(error: unknown): error is Error {
  if (error instanceof ApiError) return error.status >= 500 || error.status === 429;
  return error instanceof ConnectionError || error instanceof TimeoutError || error instanceof UnexpectedResponseError;
}

/** The secret goes to standard output only, as with the other commands, and never among JSON lines. */
function announce(context: Context, { url, secret }: ForwardTarget): void {
  if (context.options.format === "json") context.say("svc webhooks listen --print-secret prints the signing secret.");
  else context.io.out(`Signing secret: ${secret}\n`);
  // A query can hold a token.
  context.say(
    `Sending new events to ${url.origin}${url.pathname}. Failed deliveries aren't sent again. Press Ctrl-C to stop.`,
  );
}

function print({ io, options }: Context, forwarded: ForwardedEvent): void {
  if (options.json !== undefined) printJsonLine(io, pickFields([forwarded], options.json).picked[0]);
  else if (options.format === "json") printJsonLine(io, forwarded);
  else {
    const { at, type, event_id, httpStatus, fault, durationMs, hint } = forwarded;
    const parts = [at, type.padEnd(typeWidth), event_id, httpStatus ?? fault, `${durationMs} ms`, hint ?? ""];
    io.out(`${printable(parts.join("  ").trimEnd())}\n`);
  }
}
