/**
 * The API's refusals, in its own words.
 * Follows docs.github.com/en/rest/using-the-rest-api/troubleshooting-the-rest-api.
 */

/** One entry of `errors` in a 422. */
export interface FieldError {
  readonly resource: string;
  readonly field: string;
  readonly code: "missing" | "missing_field" | "invalid" | "already_exists" | "unprocessable" | "custom" | "too_large";
  readonly value?: unknown;
  readonly message?: string;
}

/** Thrown by an operation that refuses, before anything has changed. */
export class Refusal extends Error {
  readonly status: number;
  readonly errors: readonly FieldError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    message: string,
    more: { readonly errors?: readonly FieldError[]; readonly headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message);
    this.status = status;
    this.errors = more.errors;
    this.headers = more.headers ?? {};
  }
}

/** Thrown to redirect the caller to another address. */
export class Moved extends Error {
  readonly path: string;

  /** @param path the address on the same origin, with its query */
  constructor(path: string) {
    super("Moved");
    this.path = path;
  }
}

/** The 404 for what doesn't exist or what the caller can't see. */
export function notFound(): Refusal {
  return new Refusal(404, "Not Found");
}

/** A 422 with its errors. */
export function invalid(...errors: readonly FieldError[]): Refusal {
  return new Refusal(422, "Validation Failed", { errors });
}

/** A 422 for a body whose fields have the wrong type. */
export function malformed(detail: string): Refusal {
  return new Refusal(422, `Invalid request.\n\n${detail}`);
}
