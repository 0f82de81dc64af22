/** The form of an operation's example. */
import type { BodyOf, OperationId, ParamsOf, QueryOf, ResponseOf } from "../operations.ts";

/** A request with plausible values, and its response. A part is null if the operation has none. */
export type OperationExample<Id extends OperationId> = {
  readonly params: ParamsOf<Id> extends undefined ? null : ParamsOf<Id>;
  /** Only the most common parameters. */
  readonly query: QueryOf<Id> extends undefined ? null : QueryOf<Id>;
  readonly body: BodyOf<Id> extends undefined ? null : BodyOf<Id>;
  readonly response: ResponseOf<Id> extends undefined ? null : ResponseOf<Id>;
};
