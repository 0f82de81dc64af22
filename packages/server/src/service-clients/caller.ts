/** Who is calling, once authenticated. */
import type { ServiceClientRow } from "./port.ts";

/** A service client and the public id of the key that it came with. */
export type Caller = {
  client: ServiceClientRow;
  /** "" where an operator acts. */
  keyId: string;
  /** The operator who acts for the client at the console, by the public id of their token. */
  operatorId?: string;
};
