/** The origin of a product that customers host themselves: a name from the operator's list, never an address. */
import { Type } from "typebox";

/** The property of a submission that names the connection's origin, if its provider is self-hosted. */
export const originField = "origin";

/** The pattern for names of listed origins. */
export const originNamePattern = "^[a-z][a-z0-9-]{0,30}$";

/** The schema of that property. The operator chooses the names. */
export const originName = Type.String({
  description: "The name of one of the servers that the operator of this deployment lists.",
  maxLength: 31,
  pattern: originNamePattern,
});
