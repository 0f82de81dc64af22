/** The simulator's switches, one for each behavior that the documentation leaves open or that varies live. */
import { commonSwitches } from "@svc/simulator";
import type { CommonSwitches, SwitchTable } from "@svc/simulator";

export interface Switches extends CommonSwitches {
  /** Status for a missing, unknown, expired or revoked token. */
  authFailureStatus: 401 | 400;
  /** `type` that `/v3/me` returns for a service account token; any text. */
  meTypeServiceAccount: string;
  /** Only the documented fields: a config has 8, a value has 3, and there is no `success`. */
  minimalDocsShape: boolean;
  /** GET of a missing secret: seven nulls, or only `raw` and `computed`. */
  missingSecretShape: "nulls" | "legacyShape";
  /** DELETE of a missing secret. */
  deleteMissingStatus: 404 | 204;
  /** A project that does not exist. */
  unknownProject: "404" | "400-no-access";
  /** Calls per minute per token. */
  readsPerMinute: number;
  secretReadsPerMinute: number;
  writesPerMinute: number;
  /** Pads the POST response with more canaries to at least this many bytes; 0 disables it. */
  inflateResponseBytes: number;
}

/** The defaults; the rate limits are those of the Enterprise plan. */
export const defaultSwitches: Readonly<Switches> = {
  ...commonSwitches,
  authFailureStatus: 401,
  meTypeServiceAccount: "service_account_token",
  minimalDocsShape: false,
  missingSecretShape: "nulls",
  deleteMissingStatus: 404,
  unknownProject: "404",
  readsPerMinute: 480,
  secretReadsPerMinute: 480,
  writesPerMinute: 240,
  inflateResponseBytes: 0,
};

/** The switches and their positions. */
export const switchTable: SwitchTable<Switches> = {
  defaults: defaultSwitches,
  positions: {
    authFailureStatus: [401, 400],
    missingSecretShape: ["nulls", "legacyShape"],
    deleteMissingStatus: [404, 204],
    unknownProject: ["404", "400-no-access"],
  },
};
