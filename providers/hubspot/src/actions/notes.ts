/** Writes a note on a record. */
import { content, oneOf } from "@svc/contract";
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { createRequest } from "../client.ts";
import { recordId } from "../fields.ts";
import { previewNote } from "../previews.ts";
import { noteSchema, readObject } from "../resources.ts";
import { writing } from "../scopes.ts";

/** HubSpot's own association types: https://developers.hubspot.com/docs/api-reference/crm-associations-v4/guide */
const associationTypes = { contact: 202, company: 190, deal: 214 } as const;

const notesCreate = defineAction({
  id: "notes.create",
  title: "Write a note",
  description:
    "Writes a note on a contact, company or deal. HubSpot doesn't show which execution wrote it, so a lost response can't be settled.",
  consent: "Write notes on your records",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: writing("contacts"),
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      on: oneOf(["contact", "company", "deal"], "Type of the record that the note is about."),
      id: recordId("Id of the record that the note is about."),
      text: content(
        Type.String({ description: "Text of the note. It may contain HTML.", minLength: 1, maxLength: 65_536 }),
      ),
      at: Type.String({
        description: "The time that the note is about, in UTC, such as `2026-03-10T09:00:00Z`.",
        maxLength: 24,
        pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{3})?Z$",
      }),
    },
    { additionalProperties: false },
  ),
  output: noteSchema,
  example: { on: "contact", id: "101", text: "Called about the door.", at: "2026-03-10T09:00:00Z" },
  preview: {
    needs: ["contacts.get", "companies.get", "deals.get"],
    read: async (input, provider) => await previewNote(input, provider),
  },
  async run({ on, id, text, at }, provider) {
    const types = [{ associationCategory: "HUBSPOT_DEFINED", associationTypeId: associationTypes[on] }];
    const request = createRequest("notes", { hs_note_body: text, hs_timestamp: at }, [{ to: { id }, types }]);
    return readObject((await provider.change(request, { accept: [201] })).body);
  },
});

export const noteActions = [notesCreate];
