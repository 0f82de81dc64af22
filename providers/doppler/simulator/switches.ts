/** The simulator's switches, one for each behavior that the documentation leaves open or that varies live. */
import { SimControlError } from "@svc/simulator";

/** All switches. The first of each list in `allowed` below is the default; `numbers` lists the numeric ones. */
export interface Switches {
  /** Status for a missing, unknown, expired or revoked token. */
  authFailureStatus: 401 | 400;
  /** `type` that `/v3/me` returns for a service token and for a service account token; any text. */
  meTypeServiceToken: string;
  meTypeServiceAccount: string;
  /** Only the documented fields: a config has 8, a value has 3, and there is no `success`. */
  minimalDocsShape: boolean;
  /** GET of a missing secret: seven nulls, or only `raw` and `computed`. */
  missingSecretShape: "nulls" | "legacyShape";
  /** DELETE of a missing secret. */
  deleteMissingStatus: 404 | 204;
  /** A project that does not exist. `state-dependent`: 404 within five minutes of a creation, else 400. */
  unknownProject: "404" | "400-no-access" | "state-dependent";
  /** What a 404 for secrets in a project without a grant names. */
  ungrantedProject: "config" | "project";
  /** A write with a read-only token. */
  readOnlyWriteStatus: 403 | 404;
  /** A failed `originalValue`, `originalVisibility` or `originalValueType`. */
  preconditionFailedStatus: 400 | 409;
  /** What a branch shows after its override is deleted. */
  branchDelete: "reveal-root" | "tombstone";
  /** `computed` if a reference has no target. */
  unresolvedReference: "null" | "literal";
  /** GET of a dynamic secret by its name. */
  dynamicSecretGet: "absent" | "lease";
  /** A 429 without `retry-after`. */
  omitRetryAfter: boolean;
  /** Calls per minute and token. */
  readsPerMinute: number;
  secretReadsPerMinute: number;
  writesPerMinute: number;
  /** Pads the POST answer with more canaries to at least this many bytes; 0 disables it. */
  inflateAnswerBytes: number;
  /** Maximum entries per page, whatever `per_page` says; 0 is no limit. */
  perPageMax: number;
  /** Reads show the state of this many milliseconds ago, or of this many changes ago; 0 is no lag. */
  readLagMs: number;
  readLagChanges: number;
}

const allowed: { readonly [Name in keyof Switches]?: readonly Switches[Name][] } = {
  authFailureStatus: [401, 400],
  minimalDocsShape: [false, true],
  missingSecretShape: ["nulls", "legacyShape"],
  deleteMissingStatus: [404, 204],
  unknownProject: ["404", "400-no-access", "state-dependent"],
  ungrantedProject: ["config", "project"],
  readOnlyWriteStatus: [403, 404],
  preconditionFailedStatus: [400, 409],
  branchDelete: ["reveal-root", "tombstone"],
  unresolvedReference: ["null", "literal"],
  dynamicSecretGet: ["absent", "lease"],
  omitRetryAfter: [false, true],
};

/** The defaults; the rate limits are those of the Enterprise plan. */
export const defaultSwitches: Readonly<Switches> = {
  authFailureStatus: 401,
  meTypeServiceToken: "service_token",
  meTypeServiceAccount: "service_account_token",
  minimalDocsShape: false,
  missingSecretShape: "nulls",
  deleteMissingStatus: 404,
  unknownProject: "404",
  ungrantedProject: "config",
  readOnlyWriteStatus: 403,
  preconditionFailedStatus: 400,
  branchDelete: "reveal-root",
  unresolvedReference: "null",
  dynamicSecretGet: "absent",
  omitRetryAfter: false,
  readsPerMinute: 480,
  secretReadsPerMinute: 480,
  writesPerMinute: 240,
  inflateAnswerBytes: 0,
  perPageMax: 0,
  readLagMs: 0,
  readLagChanges: 0,
};

/** Parses a change of switches. Throws `SimControlError` for an unknown switch or value. */
export function parseSwitches(patch: unknown): Partial<Switches> {
  if (typeof patch !== "object" || patch === null) throw new SimControlError("switches must be an object");
  for (const [name, value] of Object.entries(patch)) {
    if (!Object.hasOwn(defaultSwitches, name)) throw new SimControlError(`no switch ${name}`);
    const key = name as keyof Switches;
    const positions: readonly unknown[] | undefined = allowed[key];
    const fits = positions?.includes(value) ?? typeof value === typeof defaultSwitches[key];
    const isNegative = typeof value === "number" && !(Number.isSafeInteger(value) && value >= 0);
    if (!fits || isNegative) throw new SimControlError(`switch ${name} doesn't have this value`);
  }
  return patch;
}
