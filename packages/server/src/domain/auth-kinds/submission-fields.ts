/** What the schema of a submission says about its fields, for a form. */

/** How a form asks for a field. */
export type FieldForm = { sensitive: boolean; required: boolean; options: string[] };

/** Describes a field. @param submission the schema; a field that it lacks is secret and required. */
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
