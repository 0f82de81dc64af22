/** Checks a submitted credential against its form, before anything is sent to the provider. */
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
