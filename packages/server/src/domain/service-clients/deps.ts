/** The dependencies of the operator's operations on service clients. */
import type { IdPrefix } from "@svc/contract";
import type { Actor } from "../journal/port.ts";
import type { Platform } from "../../platform.ts";
import type { ServiceKeys } from "./keys.ts";
import type { ServiceClientStore } from "./port.ts";

/** Dependencies of the operations. */
export type ServiceClientDeps = {
  store: ServiceClientStore;
  keys: ServiceKeys;
  platform: Platform;
  newId: (prefix: IdPrefix) => string;
  /** Every loaded provider with its actions, for warnings. */
  known: readonly { slug: string; actions: readonly { id: string }[] }[];
  /** The actor for the audit trail: `operator` on the command line by default, `operator:<token id>` in the console. */
  actor?: Actor;
};
