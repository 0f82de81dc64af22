/**
 * The parts of Acme Notes's REST API v1 that the actions use: requests as data, and answers parsed as documented.
 * Pure. A success of another shape is a fault of the provider's.
 */
import { ProviderFailure, type ProviderAccount, type ProviderRequest } from "@svc/provider-kit";

/** `Note` in the API. */
export type Note = { id: string; title: string; text: string };

/** `GET /v1/workspace`: the key's account. */
export const workspaceRequest: ProviderRequest = { method: "GET", path: ["v1", "workspace"] };

/** `GET /v1/notes/{id}`. */
export function noteRequest(id: string): ProviderRequest {
  return { method: "GET", path: ["v1", "notes", id] };
}

/** `POST /v1/notes`. If sent twice, it creates two notes. */
export function newNoteRequest({ title, text }: Omit<Note, "id">): ProviderRequest {
  return { method: "POST", path: ["v1", "notes"], json: { title, text } };
}

/** @throws ProviderFailure `PROVIDER_ERROR` if the body isn't a note. */
export function parseNote(body: unknown): Note {
  const note = record(body);
  return { id: textOf(note["id"]), title: textOf(note["title"]), text: textOf(note["text"]) };
}

/** @throws ProviderFailure `PROVIDER_ERROR` if the body names no workspace. */
export function parseWorkspace(body: unknown): ProviderAccount {
  const workspace = record(body);
  const [slug, name] = [textOf(workspace["slug"]), textOf(workspace["name"])];
  if (!storable.test(slug) || !storable.test(name)) throw wrongShape();
  return { slug, name };
}

/** Whether a parsed JSON value is an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The account is stored in a database and shown: no control characters, no lone surrogates, and a reasonable length.
 */
const storable = /^[^\p{Cc}\p{Cs}]{1,200}$/u;

function record(value: unknown): Record<string, unknown> {
  if (!isRecord(value)) throw wrongShape();
  return value;
}

function textOf(value: unknown): string {
  if (typeof value !== "string") throw wrongShape();
  return value;
}

function wrongShape(): ProviderFailure {
  return new ProviderFailure({
    code: "PROVIDER_ERROR",
    detail: "Acme Notes answered with success, but not in the documented format.",
  });
}
