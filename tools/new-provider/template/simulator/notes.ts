/** What the API does with notes, according to its documentation. */
import { fieldsOf, Refusal, type Call, type Result, type SimResponse } from "@svc/simulator";
import type { AcmeNotesWorld } from "./world.ts";

type NoteCall = Pick<Call<Pick<AcmeNotesWorld, "notes">, unknown>, "request" | "store" | "params">;

/** `GET /v1/workspace` */
export function getWorkspace(): Result {
  return { json: { slug: "simulated", name: "Simulated workspace" } };
}

/** `GET /v1/notes/{id}` */
export function getNote({ store, params }: NoteCall): Result {
  const note = store.notes.get(params["id"] ?? "");
  if (note === undefined) throw new Refusal(404, "There is no such note");
  return { json: note };
}

/** `POST /v1/notes` */
export function createNote({ store, request }: NoteCall): Result {
  const { title, text } = fieldsOf(request);
  if (typeof title !== "string" || typeof text !== "string") throw new Refusal(400, "A note has a title and a text");
  const note = store.notes.create({ title, text });
  return { status: 201, json: note, effects: [{ kind: "note.create", id: note.id }] };
}

/** Every response has a request id. */
export function withRequestId({ request }: Pick<NoteCall, "request">, run: () => SimResponse): SimResponse {
  const response = run();
  return { ...response, headers: { "x-request-id": `req-${request.sequence}`, ...response.headers } };
}

/** The body of a refusal. */
export function refused({ status, message }: Refusal): SimResponse {
  return { status, json: { error: { code: `e${status}`, message } } };
}
