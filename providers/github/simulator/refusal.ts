/**
 * The API's refusals, in its own words.
 * Follows docs.github.com/en/rest/using-the-rest-api/troubleshooting-the-rest-api.
 */
import { Refusal } from "@svc/simulator";

/** One entry of `errors` in a 422, which are the refusal's details. */
export interface FieldError {
  readonly resource: string;
  readonly field: string;
  readonly code: "missing" | "missing_field" | "invalid" | "already_exists" | "unprocessable" | "custom" | "too_large";
  readonly value?: unknown;
  readonly message?: string;
}

/** The 404 for a resource that doesn't exist or that the caller can't see. */
export function notFound(): Refusal {
  return new Refusal(404, "Not Found");
}

/** A 422 with its errors. */
export function invalid(...errors: readonly FieldError[]): Refusal {
  return new Refusal(422, "Validation Failed", { details: errors });
}

/** A 422 for a body whose fields have the wrong type. */
export function malformed(detail: string): Refusal {
  return new Refusal(422, `Invalid request.\n\n${detail}`);
}

/**
 * Redirects the caller. "A 301 status code indicates permanent redirection"; a 307 keeps the method of a write.
 * @param path the address on the same origin, with its query
 */
export function moved(path: string): Refusal {
  return new Refusal(301, "Moved Permanently", { code: "moved", details: path });
}
