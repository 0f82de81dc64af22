/** A claim as columns: what the statements of both engines take of it. */
import type { AuditEvent } from "../../audit/port.ts";
import type { NewExecution, RecalledPlace } from "../../executions/port.ts";
import type { KeyClaim } from "../../idempotency/port.ts";
import { appendableEvent } from "../audit.ts";
import type { ExecutionsTable } from "../tables.ts";
import { executionColumns } from "./rows.ts";

/** One claim, as the store's port takes it. */
export type Claim = {
  row: NewExecution;
  claim: KeyClaim | null;
  use: AuditEvent | null;
  recalled?: RecalledPlace | undefined;
};

/** `fingerprint` is "" where there is no key, `event_id` where there is no event, `recalled_version` 0 for none. */
export type ClaimColumns = ExecutionsTable &
  typeof noEvent & {
    fingerprint: string;
    key_created_at: number;
    recalled_version: number;
    recalled_record: Uint8Array;
  };

/** @throws RangeError for an event that no document can be made of. */
export function claimColumnsOf({ row, claim, use, recalled }: Claim): ClaimColumns {
  const { fingerprint = "", createdAt: key_created_at = 0 } = claim ?? {};
  return {
    ...executionColumns(row),
    fingerprint,
    key_created_at,
    ...(use === null ? noEvent : appendableEvent(use)),
    recalled_version: recalled?.credentialVersion ?? 0,
    recalled_record: recalled?.record ?? noRecord,
  };
}

const noRecord = new Uint8Array();

const noEvent = {
  event_id: "",
  event_tenant_id: "",
  event_type: "",
  event_subject: "",
  event_actor: "",
  event_data: "",
  event_at: 0,
  document_start: "",
  document_end: "",
};
