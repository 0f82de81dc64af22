/** Validates an operator's settings for a service client, and reports all faults together. Pure. */
import { isName, ServiceError, type InputError, type PolicyRule, readOrigin, readReturnUrlPrefix } from "@svc/contract";
import { describePatternProblem } from "./policy.ts";
import type { ServiceClientRow } from "./port.ts";

/** The fields that an operator sets. */
export type Registration = Pick<
  ServiceClientRow,
  | "name"
  | "allowedOrigins"
  | "allowedReturnUrls"
  | "allowedActions"
  | "requireConfirmed"
  | "settleByState"
  | "allowImport"
> & {
  /** The application's name for end users; "" for none. */
  appName?: string;
  /** The page where its users decide on agents; "" for none. */
  agentSignInUrl?: string;
  /** Parsed by `readPolicyRules`. */
  policyRules?: readonly PolicyRule[];
};

const nameLengthMax = 100;
/** Short enough for a heading on a phone. */
const appNameLengthMax = 40;

/**
 * Rejects an invalid registration and describes every fault.
 * @throws ServiceError INVALID_REQUEST; `errors` points at the field and index.
 */
export function checkRegistration(registration: Partial<Registration>): void {
  const {
    name,
    appName = "",
    agentSignInUrl = "",
    allowedOrigins = [],
    allowedReturnUrls = [],
    allowedActions = [],
  } = registration;
  refuse([
    ...(appName === "" ? [] : toErrors("/appName", [findAppNameProblem(appName)], () => "/appName")),
    ...(name === undefined ? [] : toErrors("/name", [findNameProblem(name)], () => "/name")),
    ...(agentSignInUrl === ""
      ? []
      : toErrors("/agentSignInUrl", [readProblem(readReturnUrlPrefix(agentSignInUrl))], () => "/agentSignInUrl")),
    ...toErrors(
      "/allowedOrigins",
      allowedOrigins.map((text) => readProblem(readOrigin(text))),
    ),
    ...toErrors(
      "/allowedReturnUrls",
      allowedReturnUrls.map((text) => readProblem(readReturnUrlPrefix(text))),
    ),
    ...toErrors("/allowedActions", allowedActions.map(describePatternProblem)),
  ]);
}

/** @throws ServiceError INVALID_REQUEST if a key's name is not 1–100 printable characters. */
export function checkKeyName(name: string): void {
  refuse(toErrors("/keyName", [findNameProblem(name)], () => "/keyName"));
}

function refuse(errors: readonly InputError[]): void {
  if (errors.length === 0) return;
  const detail = errors.map(({ pointer, message }) => `${pointer}: ${message}`).join(" ");
  throw new ServiceError("INVALID_REQUEST", { detail, errors });
}

function toErrors(
  field: string,
  problems: readonly (string | null)[],
  toPointer: (index: number) => string = (index) => `${field}/${String(index)}`,
): InputError[] {
  return problems.flatMap((problem, index) =>
    problem === null ? [] : [{ pointer: toPointer(index), keyword: "format", message: problem }],
  );
}

function readProblem(reading: { kind: "ok" } | { kind: "refused"; problem: string }): string | null {
  return reading.kind === "ok" ? null : reading.problem;
}

/**
 * Finds a problem in a name. End users see it next to the session's facts, so it must not look like one (the origin).
 */
function findAppNameProblem(name: string): string | null {
  if (name.length > appNameLengthMax || findNameProblem(name) !== null) {
    return `An app name is 1–${String(appNameLengthMax)} printable characters, without leading or trailing spaces.`;
  }
  return /:\/\//.test(name) ? "An app name must not be a URL." : null;
}

function findNameProblem(name: string): string | null {
  if (!isName(name) || name.trim() !== name || name.length > nameLengthMax) {
    return `A name is 1–${String(nameLengthMax)} printable characters, without leading or trailing spaces.`;
  }
  // Commands take an id or a name; a name that looks like an id would be ambiguous.
  return name.startsWith("scl_") ? "A name must not start with scl_, the prefix of ids." : null;
}
