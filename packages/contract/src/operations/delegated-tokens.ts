/** Operations for delegated tokens (contract §1.15). */
import { Type } from "typebox";
import {
  CreateDelegatedToken,
  CreatedDelegatedToken,
  DelegatedToken,
  DelegatedTokenList,
  RevokeDelegatedTokens,
  RevokedDelegatedTokens,
} from "../delegated-token.ts";
import { idField } from "../fields.ts";
import { idPrefixes } from "../ids.ts";
import { delegatedTokenStatuses } from "../values.ts";
import { operation, pageQuery, statusQuery } from "./operation.ts";

const closed = { additionalProperties: false };
const path = "/v1/delegated-tokens";
const ofToken = Type.Object({ delegated_token_id: idField(idPrefixes.delegatedToken, "The token.") }, closed);
const common = { tag: "Delegated tokens", auth: "serviceKey", idempotency: "none", reach: "tenant" } as const;

/** Operations for delegated tokens. */
export const delegatedTokenOperations = {
  createDelegatedToken: operation({
    ...common,
    id: "createDelegatedToken",
    method: "POST",
    path,
    summary: "Create a delegated token",
    description:
      "Creates a short-lived token for one tenant, to give to an agent. It can do what its parent can, or less; the parent is the " +
      "service key or the delegated token of this call. The response contains the token, which is shown only once.",
    reach: "delegated",
    body: CreateDelegatedToken,
    success: { status: 201, description: "The new token.", schema: CreatedDelegatedToken, headers: ["Location"] },
    errors: ["TENANT_NOT_FOUND", "CONNECTION_NOT_FOUND", "TOKEN_TOO_WIDE"],
  }),
  listDelegatedTokens: operation({
    ...common,
    id: "listDelegatedTokens",
    method: "GET",
    path,
    summary: "List delegated tokens",
    description: "Returns the service client's tokens, newest first, without their secrets.",
    query: Type.Object(
      {
        tenant_id: Type.Optional(idField(idPrefixes.tenant, "Only this tenant's tokens.")),
        label: Type.Optional(
          Type.String({ minLength: 1, maxLength: 200, description: "Only tokens with this label." }),
        ),
        status: statusQuery(delegatedTokenStatuses),
        ...pageQuery,
      },
      closed,
    ),
    success: { status: 200, description: "One page.", schema: DelegatedTokenList },
    errors: [],
  }),
  getDelegatedToken: operation({
    ...common,
    id: "getDelegatedToken",
    method: "GET",
    path: `${path}/{delegated_token_id}`,
    summary: "Show a delegated token",
    description: "Returns a token, without its secret.",
    params: ofToken,
    success: { status: 200, description: "The token.", schema: DelegatedToken },
    errors: ["DELEGATED_TOKEN_NOT_FOUND"],
  }),
  revokeDelegatedToken: operation({
    ...common,
    id: "revokeDelegatedToken",
    method: "POST",
    path: `${path}/{delegated_token_id}:revoke`,
    summary: "Revoke a delegated token",
    description:
      "Revokes the token and every token created from it, within a second. Repeating the call returns the same response.",
    params: ofToken,
    success: { status: 200, description: "The revoked token.", schema: DelegatedToken },
    errors: ["DELEGATED_TOKEN_NOT_FOUND"],
  }),
  revokeDelegatedTokens: operation({
    ...common,
    id: "revokeDelegatedTokens",
    method: "POST",
    path: `${path}:revoke`,
    summary: "Revoke delegated tokens by tenant or label",
    description: "Revokes every active token that matches, and every token created from one of them, within a second.",
    body: RevokeDelegatedTokens,
    success: { status: 200, description: "How many were revoked.", schema: RevokedDelegatedTokens },
    errors: ["TENANT_NOT_FOUND"],
  }),
} as const;
