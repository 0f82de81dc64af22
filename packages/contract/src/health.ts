/** The responses of the health endpoints. */
import { Type, type Static } from "typebox";
import { oneOf } from "./fields.ts";

/** Response of `/healthz`. */
export const Health = Type.Object(
  { status: Type.Literal("ok", { description: "The process is running." }) },
  { title: "Health", description: "Liveness.", additionalProperties: false },
);
/** Response of `/healthz`. */
export type Health = Static<typeof Health>;

/** Response of `/readyz`. */
export const Readiness = Type.Object(
  {
    status: oneOf(["ready", "not_ready"], "Whether the server accepts requests."),
    sandbox: Type.Boolean({ description: "Whether this is a sandbox with simulated providers." }),
  },
  { title: "Readiness", description: "Readiness.", additionalProperties: false },
);
/** Response of `/readyz`. */
export type Readiness = Static<typeof Readiness>;
