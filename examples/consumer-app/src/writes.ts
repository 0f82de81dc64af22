/** Writes: a form makes one write, however often it is submitted, and its result is never guessed. */
import { newIdempotencyKey, type ConnectionScope } from "@svc/sdk";
import { connectionOf } from "./connecting.ts";
import { field, redirect, Refusal, type Reply } from "./http.ts";
import { judge } from "./problems.ts";
import type { Write } from "./records.ts";
import type { Visit } from "./visit.ts";

/** A write that a form requests. */
export type Submission = {
  provider: string;
  /** The page with the form. */
  formPath: string;
  /** The user's input, without secrets: it is stored. */
  fields: Readonly<Record<string, string>>;
  /** Executes the action with this key. @returns the execution's id, and the address of the created resource. */
  send: (connection: ConnectionScope, idempotencyKey: string) => Promise<{ executionId: string; link?: string }>;
};

/** The form that a page shows: its key, and the earlier submission that it continues, if any. */
export type FormState = { key: string; earlier: Write | null };

/**
 * Handles a submitted form. The key was created with the form: however often the browser sends it, with a double click
 * or after a lost response, the key stays the same, and svc writes once.
 */
export async function submit(visit: Visit, { provider, formPath, fields, send }: Submission): Promise<Reply> {
  const { records, user, now } = visit;
  const key = field(visit.form, "key");
  if (!/^[0-9a-f-]{36}$/.test(key)) throw new Refusal(422, "This form has no valid key. Reload the page.");
  const connection = await connectionOf(visit, provider);
  if (connection === null) return redirect(formPath);
  // Stored before the first call: if this process dies, or the response is lost, the write can be found by its key.
  records.beginWrite(key, user.id, provider, fields);
  ownWrite(visit, key);
  try {
    const { executionId, link = "" } = await send(visit.tenant.connection(connection.id), key);
    records.settleWrite(key, { state: "succeeded", executionId, link });
  } catch (error) {
    const response = judge(error, now);
    // The key and its record belong to the values first sent with it.
    if (response.code === "IDEMPOTENCY_KEY_REUSED") return redirect(`${formPath}?reused=${key}`);
    records.settleWrite(key, response);
    visit.log(`write ${key}: ${response.state} ${response.code ?? ""} ${response.executionId ?? ""}`);
    if (response.state === "failed") return redirect(`${formPath}?submission=${key}`);
  }
  // The browser loads another page: reloading it requests the result and sends nothing again.
  return redirect(`/writes/${key}`);
}

/** Returns a write of the signed-in user. @throws Refusal for another user's, as if it didn't exist. */
export function ownWrite({ records, user }: Visit, key: string): Write {
  const write = records.write(key);
  if (write?.userId !== user.id) throw new Refusal(404, "There is no such page.");
  return write;
}

/** Asks svc for the outcome of a write that has no definite one, by its key. */
export async function lookUp(visit: Visit, key: string): Promise<{ write: Write; isRunning: boolean }> {
  const write = ownWrite(visit, key);
  if (write.state === "succeeded" || write.state === "failed") return { write, isRunning: false };
  const [execution] = (await visit.tenant.executions.list({ idempotencyKey: key, limit: 1 })).items;
  if (execution === undefined) return { write, isRunning: false };
  const { id: executionId, status, error } = execution;
  if (status === "accepted" || status === "dispatched") return { write, isRunning: true };
  const state = status === "outcome_unknown" ? "unknown" : status;
  visit.records.settleWrite(key, { state, executionId, code: error?.code ?? "", link: write.link });
  return { write: ownWrite(visit, key), isRunning: false };
}

/**
 * Returns the form to show. After a failure it has a new key, because nothing took effect. Without proof, it keeps the
 * old key, so that a second submission can't act twice.
 */
export function formState(visit: Visit): FormState {
  const submission = visit.query.get("submission");
  if (submission === null) return { key: newIdempotencyKey(), earlier: null };
  const earlier = ownWrite(visit, submission);
  if (earlier.state === "open") return { key: earlier.key, earlier };
  return { key: newIdempotencyKey(), earlier: earlier.state === "failed" ? earlier : null };
}
