/**
 * Records, owners and pipelines, with the fields that actions return:
 * https://developers.hubspot.com/docs/api-reference/crm-objects
 */
import { flag, integer, listOf, orNull, record, shape, text, time } from "@svc/provider-kit/shape";
import { content } from "@svc/contract";
import { Type, type Static } from "typebox";

const entry = shape({
  id: text("id", "Id of the record."),
  archived: orNull(flag("archived", "Whether it is in the recycling bin; null means no.")),
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
          value: Type.Union([Type.String(), Type.Null()], {
            description: "Value of the property as a string; null if it has none.",
          }),
        },
        { additionalProperties: false },
      ),
      { description: "The requested properties, and some that HubSpot always returns." },
    ),
  },
  { additionalProperties: false },
);

/** A note that was just written, whose text is one of its properties. */
export const noteSchema = Type.Object(
  { ...objectSchema.properties, properties: content(objectSchema.properties.properties) },
  { additionalProperties: false },
);

/** Parses a record. @throws ProviderFailure `PROVIDER_ERROR` for another shape. */
export function readObject(value: unknown): Static<typeof objectSchema> {
  const source = record(value);
  const properties = Object.entries(record(source["properties"])).map(([name, own]) => {
    return { name, value: typeof own === "string" ? own : null };
  });
  return { ...entry.read(source), properties };
}

/** Returns the value of a record's property; null if it has none. */
export function valueOf({ properties }: Static<typeof objectSchema>, name: string): string | null {
  return properties.find((one) => one.name === name)?.value ?? null;
}

/** A user who can own records. */
export const owner = shape({
  id: text("id", "Id of the owner, as in the property `hubspot_owner_id`."),
  email: orNull(text("email", "Email address.")),
  firstName: orNull(text("firstName", "First name.")),
  lastName: orNull(text("lastName", "Last name.")),
  userId: orNull(integer("userId", "Id of the user; null for a team's queue or a removed user.")),
});

/** A pipeline of deals or tickets. */
export const pipeline = shape({
  id: text("id", "Id of the pipeline."),
  label: text("label", "Name of the pipeline."),
  stages: listOf(
    "stages",
    "Stages of the pipeline.",
    shape({
      id: text("id", "Id of the stage, as in `dealstage` or `hs_pipeline_stage`."),
      label: text("label", "Name of the stage."),
    }),
  ),
});
