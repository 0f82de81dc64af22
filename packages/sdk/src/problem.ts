/** Problem documents: the bodies of error responses (RFC 9457). */
import type { ErrorCode, EvidenceProspect, InputError } from "@svc/contract";

/** A code from the contract's error table. A newer server may send codes that this version doesn't know. */
export type ProblemCode = ErrorCode | (string & {});

/** The contents of a problem document. */
export type ProblemFacts = {
  status: number;
  /** URL of the page about the code; null if svc didn't write the response. */
  type: string | null;
  /** Null if svc didn't write the response (a proxy's 502, for example). */
  code: ProblemCode | null;
  title: string;
  detail: string;
  requestId: string | null;
  /** Whether you may send the same request with the same key again. It can't act twice. */
  retryable: boolean;
  retryAfterSeconds: number | null;
  executionId: string | null;
  connectionId: string | null;
  tenantId: string | null;
  webhookEndpointId: string | null;
  /** Whether svc will look for the effect of an unknown outcome; null if the response doesn't say. */
  evidence: EvidenceProspect | null;
  errors: readonly InputError[];
};

/**
 * Parses a problem document leniently. If the body isn't one, only the status is kept, and none of the body's text.
 *
 * @param header returns a header's value by its lowercase name.
 */
export function parseProblem(status: number, body: unknown, header: (name: string) => string | null): ProblemFacts {
  const fields = isRecord(body) ? body : {};
  const code = fields["code"];
  const isOurs = typeof code === "string" && /^[A-Z][A-Z_]{0,63}$/.test(code) && fields["status"] === status;
  const text = (name: string): string | null => {
    const value = isOurs ? fields[name] : undefined;
    return typeof value === "string" ? value : null;
  };
  const errors = isOurs ? fields["errors"] : undefined;
  const retryAfter = header("retry-after");
  return {
    status,
    type: text("type"),
    code: isOurs ? code : null,
    title: text("title") ?? `HTTP ${status}`,
    detail: text("detail") ?? (status >= 300 && status < 400 ? redirectDetail : foreignDetail),
    requestId: text("requestId") ?? header("x-request-id"),
    retryable: isOurs && fields["retryable"] === true,
    retryAfterSeconds: retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : null,
    executionId: text("execution_id"),
    connectionId: text("connection_id"),
    tenantId: text("tenant_id"),
    webhookEndpointId: text("webhook_endpoint_id"),
    evidence: prospects.find((known) => known === text("evidence")) ?? null,
    errors: Array.isArray(errors) ? errors.filter(isInputError) : [],
  };
}

/** Copied from the contract: importing it would make every program load the contract's code. */
const prospects: readonly EvidenceProspect[] = ["automatic", "on_request", "none"];

const foreignDetail = "svc didn't write this response; a proxy or another server may have.";
const redirectDetail =
  "A redirect. It isn't followed, because that would send the service key along. Check the base URL.";

/** Whether a value is an object whose fields can be read. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isInputError(value: unknown): value is InputError {
  return isRecord(value) && ["pointer", "keyword", "message"].every((name) => typeof value[name] === "string");
}
