/** The simulator's switches, one for each behavior that the documentation leaves open or that varies live. */
import { commonSwitches } from "@svc/simulator";
import type { CommonSwitches, SwitchTable } from "@svc/simulator";

export interface Switches extends CommonSwitches {
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
  /** What a 404 for secrets in a project without a grant says is missing. */
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
  /** Calls per minute per token. */
  readsPerMinute: number;
  secretReadsPerMinute: number;
  writesPerMinute: number;
  /** Pads the POST response with more canaries to at least this many bytes; 0 disables it. */
  inflateResponseBytes: number;
  /** Maximum entries per page, whatever `per_page` says; 0 is no limit. */
  perPageMax: number;
}

/** The defaults; the rate limits are those of the Enterprise plan. */
export const defaultSwitches: Readonly<Switches> = {
  ...commonSwitches,
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
  inflateResponseBytes: 0,
  perPageMax: 0,
};

/** The switches and their positions. */
export const switchTable: SwitchTable<Switches> = {
  defaults: defaultSwitches,
  positions: {
    authFailureStatus: [401, 400],
    missingSecretShape: ["nulls", "legacyShape"],
    deleteMissingStatus: [404, 204],
    unknownProject: ["404", "400-no-access", "state-dependent"],
    ungrantedProject: ["config", "project"],
    readOnlyWriteStatus: [403, 404],
    preconditionFailedStatus: [400, 409],
    branchDelete: ["reveal-root", "tombstone"],
    unresolvedReference: ["null", "literal"],
    dynamicSecretGet: ["absent", "lease"],
  },
};
