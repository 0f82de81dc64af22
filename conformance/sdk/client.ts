/** An SDK under test, in any language: takes a call as data and returns its outcome. */

/** A call, by the id of its operation in the API description, with the API's own names. */
export type SdkCall = {
  readonly baseUrl: string;
  readonly token: string;
  /** The client's setting; the SDK's default if absent. */
  readonly maxRetries?: number;
  readonly operation: string;
  /** Path parameters, query, body fields, `idempotencyKey`, `timeoutMs`, and the arguments of the SDK's own methods. */
  readonly arguments: Readonly<Record<string, unknown>>;
};

/** An error, with the TypeScript SDK's names. Fields that its class doesn't have are absent. */
export type SdkError = {
  readonly class: string;
  readonly code?: string | null;
  readonly status?: number;
  readonly detail?: string;
  readonly requestId?: string | null;
  readonly retryable?: boolean;
  readonly retryAfterSeconds?: number | null;
  readonly executionId?: string | null;
  readonly connectionId?: string | null;
  readonly tenantId?: string | null;
  readonly idempotencyKey?: string | null;
  readonly evidence?: string | null;
  readonly evidenceMayCome?: boolean;
  readonly proposal?: unknown;
  /** The code of the refusal that is the error's cause; null if svc didn't write it. */
  readonly refusal?: string | null;
  readonly errors?: readonly unknown[];
};

/** The outcome of a call. */
export type SdkOutcome = {
  /** Present if the call succeeded: the response's body, the items of a list, or null. */
  readonly result?: unknown;
  readonly error?: SdkError;
  /** How long the SDK waited between requests; the waits themselves are skipped. */
  readonly waitsMs: readonly number[];
  /** Everything that a program's log may show of the error and the client, and, in Python, of the result. */
  readonly shown: string;
};

/** An SDK under test. */
export type SdkClient = {
  readonly name: string;
  call(call: SdkCall): Promise<SdkOutcome>;
  close(): Promise<void>;
};

export type StartSdk = () => SdkClient;
