/** A submitted credential: how a form presents its fields, and the check before anything is sent to the provider. */
import { ServiceError } from "@svc/contract";
import { compileSchema, type SchemaCheck } from "../schemas/compile.ts";
import type { ImportForm } from "./strategy.ts";

/** @throws ServiceError CREDENTIAL_INVALID, without any part of the submission. */
export type CheckSubmission = (form: Omit<ImportForm, "toCredential">, submission: unknown) => void;

/** Creates the check; schemas are compiled on first use. */
export function createSubmissionCheck(): CheckSubmission {
  const checks = new Map<object, SchemaCheck>();
  return (form, submission) => {
    const check = checks.get(form.submission) ?? compileSchema(form.submission);
    checks.set(form.submission, check);
    const errors = check(submission);
    if (errors.length === 0) return;
    const fields = new Set(form.fields.map(({ name }) => `/${name}`));
    // An unknown field's name comes from the user and could be the credential itself.
    const known = errors.map((error) => (fields.has(error.pointer) ? error : { ...error, pointer: "" }));
    throw new ServiceError("CREDENTIAL_INVALID", { errors: known, detail: form.explain(submission) ?? undefined });
  };
}

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
