/** Every operation by id. Routes, SDK, docs and the API description are generated from this table. */
import type { Static, TSchema } from "typebox";
import { agentAuthorizationOperations } from "./operations/agent-authorizations.ts";
import { auditOperations, eventOperations } from "./operations/journal.ts";
import { catalogOperations } from "./operations/catalog.ts";
import { connectSessionOperations } from "./operations/connect-sessions.ts";
import { connectionOperations } from "./operations/connections.ts";
import { delegatedTokenOperations } from "./operations/delegated-tokens.ts";
import { executionOperations } from "./operations/executions.ts";
import { frontendOperations } from "./operations/frontend.ts";
import { mcpOperations } from "./operations/mcp.ts";
import type { Operation } from "./operations/operation.ts";
import { proposalOperations } from "./operations/proposals.ts";
import { serviceOperations } from "./operations/service.ts";
import { tenantOperations } from "./operations/tenants.ts";
import { webhookOperations } from "./operations/webhooks.ts";

/** Every operation, by id. */
export const operations = {
  ...tenantOperations,
  ...catalogOperations,
  ...connectSessionOperations,
  ...connectionOperations,
  ...executionOperations,
  ...proposalOperations,
  ...delegatedTokenOperations,
  ...agentAuthorizationOperations,
  ...eventOperations,
  ...webhookOperations,
  ...auditOperations,
  ...mcpOperations,
  ...frontendOperations,
  ...serviceOperations,
} as const;

/** An `operationId` of the API description, such as `createTenant`. */
export type OperationId = keyof typeof operations;

/** Every operation, in the docs' order. */
export const operationList: readonly Operation[] = Object.values(operations);

type StaticOf<Schema> = Schema extends TSchema ? Static<Schema> : undefined;
type Part<Id extends OperationId, Name extends string> = (typeof operations)[Id] extends {
  readonly [Key in Name]: infer Schema;
}
  ? StaticOf<Schema>
  : undefined;

/** The type of an operation's path parameters; `undefined` if it has none. */
export type ParamsOf<Id extends OperationId> = Part<Id, "params">;
/** The type of an operation's query; `undefined` if it has none. */
export type QueryOf<Id extends OperationId> = Part<Id, "query">;
/** The type of an operation's body; `undefined` if it has none. */
export type BodyOf<Id extends OperationId> = Part<Id, "body">;
/** The type of an operation's response body; `undefined` if it has none. */
export type ResponseOf<Id extends OperationId> = (typeof operations)[Id]["success"] extends {
  readonly schema: infer Schema;
}
  ? StaticOf<Schema>
  : undefined;
