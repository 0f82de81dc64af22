/** Records and what belongs to them, as far as they are returned: https://developers.hubspot.com/docs/api-reference/crm-objects */
import { flag, integer, listOf, orNull, record, shape, text, time } from "@svc/provider-kit/shape";
import { Type, type Static } from "typebox";

const entry = shape({
  id: text("id", "Id of the record."),
  archived: orNull(flag("archived", "Whether it is in the recycling bin; null is no.")),
  createdAt: time("createdAt", "When it was created."),
  updatedAt: time("updatedAt", "When it last changed."),
});

/** A record: a contact, company, deal, ticket or note. */
export const objectSchema = Type.Object(
  {
    ...entry.schema.properties,
    properties: Type.Array(
      Type.Object(
        {
          name: Type.String({ description: "Internal name of the property." }),
          value: Type.Union([Type.String(), Type.Null()], { description: "Its value as a text; null if it has none." }),
        },
        { additionalProperties: false },
      ),
      { description: "The properties that were asked for, and some that HubSpot always returns." },
    ),
  },
  { additionalProperties: false },
);

/** Reads a record. @throws ProviderFailure `PROVIDER_ERROR` for another shape. */
export function readObject(value: unknown): Static<typeof objectSchema> {
  const source = record(value);
  const properties = Object.entries(record(source["properties"])).map(([name, own]) => {
    return { name, value: typeof own === "string" ? own : null };
  });
  return { ...entry.read(source), properties };
}

/** The value of a record's property; null if it has none. */
export function valueOf({ properties }: Static<typeof objectSchema>, name: string): string | null {
  return properties.find((one) => one.name === name)?.value ?? null;
}

/** A user who can own records. */
export const owner = shape({
  id: text("id", "Id of the owner, for the property `hubspot_owner_id`."),
  email: orNull(text("email", "Email address.")),
  firstName: orNull(text("firstName", "First name.")),
  lastName: orNull(text("lastName", "Last name.")),
  userId: orNull(integer("userId", "Id of the user; null for a team's queue or a removed user.")),
});

/** A pipeline of deals or tickets. */
export const pipeline = shape({
  id: text("id", "Id of the pipeline."),
  label: text("label", "Its name."),
  stages: listOf(
    "stages",
    "Its stages.",
    shape({
      id: text("id", "Id of the stage, for `dealstage` or `hs_pipeline_stage`."),
      label: text("label", "Its name."),
    }),
  ),
});
