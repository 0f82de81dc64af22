/** `notes.get`: one note. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { noteRequest, parseNote } from "../client.ts";
import { noteId, text, title } from "../fields.ts";

export const notesGet = defineAction({
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
