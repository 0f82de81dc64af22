/** `svc connect-sessions wait`: exits with 0 if the session was completed, and with 1 otherwise. */
import type { ConnectSession } from "@svc/contract";
import type { Context } from "../../context.ts";
import { CommandFailure } from "../../failure.ts";
import { continueText, isOver, waitWatched } from "../../waiting.ts";

/** How often the session is polled, in milliseconds. */
const pollEveryMs = 1000;
/** A session's lifetime. */
const timeoutMsDefault = 30 * 60_000;

/**
 * Waits until a session has ended or needs `complete`. `--timeout` limits the wait; the default is a session's whole
 * lifetime.
 */
export async function run(context: Context, [id = ""]: readonly string[]): Promise<void> {
  const { connectSessions } = await context.tenant();
  const own = { pollEveryMs, stopAtConfirmation: true };
  const session = await waitWatched<ConnectSession>(context, {
    noun: "connect-sessions",
    id,
    timeoutMsDefault,
    wait: (options) => connectSessions.wait(id, { ...options, ...own }),
    onStatus: (seen) => context.say(statusText(seen)),
  }).catch((error: unknown) => {
    if (isOver(error)) throw new CommandFailure(1, `${error.message} ${continueText("connect-sessions", id)}`);
    throw error;
  });
  context.show(session);
  if (session.status !== "completed") throw new CommandFailure(1, describeStop(session), null);
}

/** What a person can do while the session has this status. */
export function statusText(session: ConnectSession): string {
  const { id, status, connectUrl } = session;
  if (status === "pending") {
    return `The user hasn't opened the link yet. It is ${connectUrl}#token=…, with the token that \`create\` printed.`;
  }
  if (status !== "opened" && status !== "authorizing") return `The session is ${status}.`;
  const where =
    status === "opened"
      ? `The link was opened, and works in that browser only: ${connectUrl}`
      : "The user is at the provider now.";
  return `${where}\nFor another browser, make a new link:\n  svc connect-sessions create --replace ${id}`;
}

function describeStop({ id, status, error, expiresAt }: ConnectSession): string {
  if (status === "awaiting_confirmation") {
    return (
      `The session is awaiting confirmation until ${expiresAt}. Your backend calls :complete with the completion code ` +
      `that the user's browser brought back. To do it by hand:\n  svc connect-sessions complete ${id} --completion-code <code>`
    );
  }
  return error === null
    ? `The session ended as ${status}.`
    : `The session ended as ${status}: ${error.code}: ${error.detail}`;
}
