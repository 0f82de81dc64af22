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

export const delegatedTokenOperations = {
  createDelegatedToken: operation({
    ...common,
    id: "createDelegatedToken",
    method: "POST",
    path,
    summary: "Create a delegated token",
    description:
      "Creates a short-lived token for one tenant, to give to an agent. It can do what its parent can, or less; the parent is the " +
      "service key or the delegated token of this call. The response contains the token, which is shown only once: a replay of this " +
      "response doesn't include it.",
    reach: "delegated",
    idempotency: "optional",
    body: CreateDelegatedToken,
    call: { method: "delegatedTokens.create" },
    command: {
      usage: "tokens create",
      text: "Create a token for one tenant. It is shown only once",
      examples: [
        "svc tokens create --tenant acme --action 'github/issues.*' --max-effect write --expires-in 900 --json token",
      ],
      flags: {
        connections: ["--connection <id>", "a connection that it may use; all by default (repeatable)"],
        actions: ["--action <pattern>", "actions that it may execute, such as 'github/*'; all by default (repeatable)"],
        maxEffect: ["--max-effect <effect>", "the strongest effect of its actions"],
        maxExecutions: ["--max-executions <n>", "how many executions it may start"],
        requireApproval: [
          "--require-approval",
          "require a person's approval for every call with it that changes something",
        ],
        expiresIn: ["--expires-in <seconds>", "its lifetime, at most 86400; an hour by default"],
        audience: ["--audience <where>", "where it is accepted; everywhere by default (repeatable)"],
        subject: ["--subject <name>", "for the records: the person that it acts for"],
        agent: ["--agent <name>", "for the records: the agent that holds it"],
        label: ["--label <label>", "a label for listing and revoking tokens"],
      },
      shownBy: "showNewToken",
    },
    success: {
      status: 201,
      description: "The new token.",
      schema: CreatedDelegatedToken,
      headers: ["Location", "Idempotent-Replayed"],
    },
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
    call: { method: "delegatedTokens.list" },
    command: {
      usage: "tokens list",
      text: "List tokens, without their secrets",
      examples: ["svc tokens list --status active"],
      flags: {
        label: ["--label <label>", "only those with this label"],
        status: ["--status <status>", "only those with this status"],
      },
      columns: {
        TOKEN: "id",
        STATUS: "status",
        TENANT: "tenant_id",
        AGENT: "agent",
        LABEL: "label",
        EXPIRES: "expiresAt",
      },
    },
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
    call: { method: "delegatedTokens.get" },
    command: {
      usage: "tokens get <token_id>",
      text: "Show a token, without its secret",
      examples: ["svc tokens get dtk_…"],
    },
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
    call: { method: "delegatedTokens.revoke" },
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
    call: { method: "delegatedTokens.revokeAll", result: "revoked" },
    success: { status: 200, description: "How many were revoked.", schema: RevokedDelegatedTokens },
    errors: ["TENANT_NOT_FOUND"],
  }),
} as const;
