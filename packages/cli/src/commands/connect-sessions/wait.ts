/** `svc connect-sessions wait`: exits with 0 if the session was completed, and with 1 otherwise. */
import type { ConnectSession } from "@svc/contract";
import { WaitTimeoutError } from "@svc/sdk";
import type { Context } from "../../context.ts";
import { CommandFailure } from "../../failure.ts";

/** How often the session is polled, in milliseconds. */
const pollEveryMs = 1000;

/**
 * Waits until a session has ended or needs `complete`. `--timeout` limits the wait; the default is a session's whole
 * lifetime.
 */
export async function run(context: Context, [id = ""]: readonly string[]): Promise<void> {
  const { timeout } = context.options;
  context.say(`Waiting for ${id} …`);
  try {
    const waitMs = timeout === undefined ? {} : { waitMs: timeout * 1000 };
    const options = { pollEveryMs, stopAtConfirmation: true, ...waitMs };
    const session = await (await context.tenant()).connectSessions.wait(id, options);
    context.show(session);
    if (session.status !== "completed") throw new CommandFailure(1, describeStop(session), null);
  } catch (error) {
    if (error instanceof WaitTimeoutError) throw new CommandFailure(1, error.message);
    throw error;
  }
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
