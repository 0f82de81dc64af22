/** The authenticated caller. */
import type { ServiceClientRow } from "./port.ts";

/** A service client, and the public id of the key in its request. */
export type Caller = {
  client: ServiceClientRow;
  /** "" for an operator. */
  keyId: string;
  /** The public id of the operator's token, if an operator acts for the client in the console. */
  operatorId?: string;
};
