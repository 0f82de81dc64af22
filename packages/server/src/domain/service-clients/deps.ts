/** The dependencies of the operator's operations on service clients, and how their changes are audited. */
import type { IdPrefix } from "@svc/contract";
import type { Audit } from "../audit/audit.ts";
import type { Platform } from "../../platform.ts";
import type { ServiceKeys } from "./keys.ts";
import type { ServiceClientStore } from "./port.ts";

/** Dependencies of the operations. */
export type ServiceClientDeps = {
  store: ServiceClientStore;
  keys: ServiceKeys;
  audit: Audit;
  platform: Platform;
  newId: (prefix: IdPrefix) => string;
  /** Every loaded provider with its actions, for warnings. */
  known: readonly { slug: string; actions: readonly { id: string }[] }[];
  /** The actor for the audit trail: `operator` on the command line by default, `operator:<token id>` in the console. */
  actor?: string;
};

/** Records a change in the client's own chain, so that the client sees it. */
export function recordChange(
  { audit, actor = "operator" }: Pick<ServiceClientDeps, "audit" | "actor">,
  type: string,
  clientId: string,
  data: Readonly<Record<string, string>>,
): Promise<void> {
  return audit.record(type, { clientId, tenantId: "", subject: clientId, actor, data });
}
