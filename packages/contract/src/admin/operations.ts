/** Every operation of the admin API by id. Routes, the port below the commands, docs and the description derive from it. */
import type { Static, TSchema } from "typebox";
import type { AdminOperation } from "./admin-operation.ts";
import { deploymentOperations } from "./deployment.ts";
import { oauthAppOperations } from "./oauth-apps.ts";
import { operatorTokenOperations } from "./operator-tokens.ts";
import { mcpServerOperations } from "./mcp-servers.ts";
import { serviceClientOperations } from "./service-client-operations.ts";
import { webhookEndpointOperations } from "./webhook-endpoints.ts";

/** Every operation of the admin API, by id. */
export const adminOperations = {
  ...serviceClientOperations,
  ...oauthAppOperations,
  ...mcpServerOperations,
  ...operatorTokenOperations,
  ...webhookEndpointOperations,
  ...deploymentOperations,
} as const;

/** An `operationId` of the admin API's description. */
export type AdminOperationId = keyof typeof adminOperations;

/** Every operation of the admin API, in the docs' order. */
export const adminOperationList: readonly (AdminOperation & { readonly id: AdminOperationId })[] =
  Object.values(adminOperations);

type Part<Id extends AdminOperationId, Name extends string> = (typeof adminOperations)[Id] extends {
  readonly [Key in Name]: infer Schema extends TSchema;
}
  ? Static<Schema>
  : undefined;

type Parts<Id extends AdminOperationId> = {
  params: Part<Id, "params">;
  query: Part<Id, "query">;
  body: Part<Id, "body">;
};

/** What a call of an operation consists of. */
export type AdminCall<Id extends AdminOperationId> = {
  readonly [Name in keyof Parts<Id> as Parts<Id>[Name] extends undefined ? never : Name]: Parts<Id>[Name];
} & {
  /** The version to change; null if there must be none yet; any if absent. */
  readonly expectedVersion?: string | null | undefined;
};

/** The response of an operation. */
export type AdminResult<Id extends AdminOperationId> = Static<(typeof adminOperations)[Id]["success"]["schema"]>;
