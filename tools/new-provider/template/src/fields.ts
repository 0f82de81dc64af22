/** Fields shared by several actions. */
import { Type } from "typebox";

/** The API's own format of an id. */
export const noteId = Type.String({ description: "Id of the note.", maxLength: 40, pattern: "^[a-z0-9]{1,40}$" });

/** The title of a note. */
export const title = Type.String({ description: "Title of the note.", minLength: 1, maxLength: 200 });

/** The text of a note. */
export const text = Type.String({ description: "Text of the note.", maxLength: 10_000 });
