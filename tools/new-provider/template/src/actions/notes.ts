/** The actions on notes, in the catalog's order. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { newNoteRequest, noteRequest, parseNote } from "../client.ts";
import { noteId, text, title } from "../fields.ts";

const notesGet = defineAction({
  id: "notes.get",
  title: "Get a note",
  description: "Reads one note of the workspace by its id.",
  consent: "Read your notes",
  effect: "read",
  idempotency: "safe",
  requiredScopes: [],
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ id: noteId }, { additionalProperties: false }),
  output: Type.Object({ id: noteId, title, text }, { additionalProperties: false }),
  example: { id: "welcome" },
  async run({ id }, provider) {
    const { body } = await provider.read(noteRequest(id));
    return parseNote(body);
  },
});

const notesCreate = defineAction({
  id: "notes.create",
  title: "Create a note",
  description: "Writes a new note into the workspace. If sent twice, it creates two notes.",
  consent: "Write notes in your workspace",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: [],
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ title, text }, { additionalProperties: false }),
  output: Type.Object({ id: noteId, title }, { additionalProperties: false }),
  example: { title: "Groceries", text: "Bread and salt." },
  async run(input, provider) {
    const { body } = await provider.change(newNoteRequest(input), { accept: [201] });
    const note = parseNote(body);
    return { id: note.id, title: note.title };
  },
});

export const noteActions = [notesGet, notesCreate];
