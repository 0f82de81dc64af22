/** Who is calling, once authenticated. */
import type { ServiceClientRow } from "./port.ts";

/** A service client and the public id of the key that it came with. */
export type Caller = { client: ServiceClientRow; keyId: string };
