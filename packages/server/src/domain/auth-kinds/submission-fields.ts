/** Describes the fields in the schema of a submission, for a form. */

/** A field, as a form presents it. */
export type FieldForm = { sensitive: boolean; required: boolean; options: string[] };

/** Describes a field. @param submission the schema. A field that it lacks is treated as secret and required. */
export function describeField(submission: object, name: string): FieldForm {
  const { properties = {}, required = [] } = submission as Partial<ObjectSchema>;
  const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
  return {
    sensitive: property === undefined || property["x-sensitive"] === true,
    required: property === undefined || required.includes(name),
    options: [...(property?.enum ?? [])],
  };
}

type ObjectSchema = {
  properties: Readonly<Record<string, { readonly "x-sensitive"?: unknown; readonly enum?: readonly string[] }>>;
  required: readonly string[];
};
