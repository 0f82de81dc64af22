/** `svc connect-sessions wait`: ends with 0 when the session was completed, and with 1 however else it stopped. */
import type { ConnectSession } from "@svc/contract";
import { WaitTimeoutError } from "@svc/sdk";
import type { Context } from "../../context.ts";
import { CommandFailure } from "../../failure.ts";

/** How often the session is asked for, in milliseconds. */
const pollEveryMs = 1000;

/**
 * Waits for a session until it has ended, or only `complete` can still end it well. `--timeout` bounds the waiting, which
 * else lasts as long as a session can live.
 */
export async function run(context: Context, [id = ""]: readonly string[]): Promise<void> {
  const { timeout } = context.options;
  context.say(`Waiting for ${id} …`);
  try {
    const waitMs = timeout === undefined ? {} : { waitMs: timeout * 1000 };
    const options = { pollEveryMs, stopAtConfirmation: true, ...waitMs };
    const session = await context.tenant().connectSessions.wait(id, options);
    context.show(session);
    if (session.status !== "completed") throw new CommandFailure(1, stoppedAs(session), null);
  } catch (error) {
    if (error instanceof WaitTimeoutError) throw new CommandFailure(1, error.message);
    throw error;
  }
}

function stoppedAs({ id, status, error, expiresAt }: ConnectSession): string {
  if (status === "awaiting_confirmation") {
    return (
      `The session awaits its confirmation until ${expiresAt}: your backend calls :complete with the completion code ` +
      `that came back with the user. By hand:\n  svc connect-sessions complete ${id} --completion-code <code>`
    );
  }
  return error === null
    ? `The session ended ${status}.`
    : `The session ended ${status}: ${error.code}: ${error.detail}`;
}
