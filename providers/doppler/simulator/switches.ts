/** The switches of the simulator: one for each thing that the provider's documentation leaves open or that varies live. */
import { SimControlError } from "@svc/simulator";

/** All switches. The first of each list in `allowed` below is the default; numbers are listed in `numbers`. */
export interface Switches {
  /** Status for a missing, unknown, expired or revoked token. */
  authFailureStatus: 401 | 400;
  /** `type` that `/v3/me` gives for a service token and for a service account token; free text. */
  meTypeServiceToken: string;
  meTypeServiceAccount: string;
  /** Only the documented fields: a config of 8, a value of 3, no `success`. */
  minimalDocsShape: boolean;
  /** GET of an absent secret: seven nulls, or `raw` and `computed` only. */
  missingSecretShape: "nulls" | "legacyShape";
  /** DELETE of an absent secret. */
  deleteMissingStatus: 404 | 204;
  /** A project that does not exist. `state-dependent`: 404 within five minutes of a creation, else 400. */
  unknownProject: "404" | "400-no-access" | "state-dependent";
  /** What a 404 on an ungranted project's secrets names. */
  ungrantedProject: "config" | "project";
  /** A write with a read-only token. */
  readOnlyWriteStatus: 403 | 404;
  /** A failed `originalValue`, `originalVisibility` or `originalValueType`. */
  preconditionFailedStatus: 400 | 409;
  /** What a branch shows after its override was deleted. */
  branchDelete: "reveal-root" | "tombstone";
  /** `computed` when a reference has no target. */
  unresolvedReference: "null" | "literal";
  /** GET of a dynamic secret by its name. */
  dynamicSecretGet: "absent" | "lease";
  /** A 429 without `retry-after`. */
  omitRetryAfter: boolean;
  /** Calls a minute and token. */
  readsPerMinute: number;
  secretReadsPerMinute: number;
  writesPerMinute: number;
  /** The POST answer grows to at least this many bytes of further canaries; 0 leaves it alone. */
  inflateAnswerBytes: number;
  /** Most entries a page holds, whatever `per_page` asks; 0 is no limit. */
  perPageMax: number;
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
};

/** Reads a change of switches from outside. Throws `SimControlError` for a switch or a position that does not exist. */
export function parseSwitches(patch: unknown): Partial<Switches> {
  if (typeof patch !== "object" || patch === null) throw new SimControlError("switches are an object");
  for (const [name, value] of Object.entries(patch)) {
    if (!Object.hasOwn(defaultSwitches, name)) throw new SimControlError(`no switch ${name}`);
    const key = name as keyof Switches;
    const positions: readonly unknown[] | undefined = allowed[key];
    const fits = positions?.includes(value) ?? typeof value === typeof defaultSwitches[key];
    const isNegative = typeof value === "number" && !(Number.isSafeInteger(value) && value >= 0);
    if (!fits || isNegative) throw new SimControlError(`switch ${name} has no such position`);
  }
  return patch;
}
