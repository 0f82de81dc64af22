/** Operator tokens: who may sign in to the console and call the admin API. */
import { Type, type Static } from "typebox";
import { NextCursor, oneOf, timeField, timeOrNull } from "../fields.ts";
import { pageQuery } from "../operations/operation.ts";
import { operatorRoles } from "../values.ts";
import { adminOperation, closed, Version } from "./admin-operation.ts";

const role = oneOf(operatorRoles, "What its owner may do: see, also act on single items, or also change everything.");
const name = Type.String({ minLength: 1, maxLength: 100, description: "The name of its owner." });
const id = Type.String({ maxLength: 64, description: "Its public ID." });

/** An operator token, without its text. */
export const OperatorToken = Type.Object(
  {
    id,
    name,
    role,
    maskedToken: Type.String({ maxLength: 64, description: "Its public part." }),
    createdAt: timeField("When it was created."),
    lastUsedAt: timeOrNull("When it was last used, to the minute; null if never."),
    expiresAt: timeOrNull("When it expires; null if never."),
    revokedAt: timeOrNull("When it was revoked; null if it wasn't."),
    version: Version,
  },
  { title: "OperatorToken", description: "An operator token, without its text.", ...closed },
);
/** An operator token, without its text. */
export type OperatorToken = Static<typeof OperatorToken>;

const base = "/admin/v1/operator-tokens";
const one = `${base}/{operator_token}` as const;
const ofToken = Type.Object(
  {
    operator_token: Type.String({
      minLength: 1,
      maxLength: 100,
      description: "The token: its public ID, or its name if no other active one has it.",
    }),
  },
  closed,
);
const common = { tag: "Operator tokens", role: "admin", errors: ["NOT_FOUND"] } as const;

/** The admin API's operations for who may sign in. */
export const operatorTokenOperations = {
  listOperatorTokens: adminOperation({
    ...common,
    id: "listOperatorTokens",
    method: "GET",
    path: base,
    summary: "List operator tokens",
    description: "Returns every token, without its text, newest first.",
    role: "viewer",
    query: Type.Object(pageQuery, closed),
    success: {
      status: 200,
      description: "One page.",
      schema: Type.Object(
        { operatorTokens: Type.Array(OperatorToken, { description: "Newest first." }), nextCursor: NextCursor },
        { title: "OperatorTokenList", description: "One page of operator tokens.", ...closed },
      ),
    },
    errors: [],
  }),
  createOperatorToken: adminOperation({
    ...common,
    id: "createOperatorToken",
    method: "POST",
    path: base,
    summary: "Create an operator token",
    description: "Creates a token for one person, which is shown only this once.",
    body: Type.Object(
      {
        name,
        role,
        expiresInDays: Type.Optional(
          Type.Union([Type.Integer({ minimum: 1, maximum: 3650 }), Type.Null()], {
            description: "After how many days it expires, 90 by default; null for never.",
          }),
        ),
      },
      { title: "CreateOperatorToken", description: "A new operator token.", ...closed },
    ),
    success: {
      status: 201,
      description: "The new token.",
      schema: Type.Object(
        {
          ...OperatorToken.properties,
          token: Type.String({ maxLength: 200, description: "The whole token. It is shown only this once." }),
        },
        { title: "CreatedOperatorToken", description: "A new operator token.", ...closed },
      ),
    },
    errors: [],
  }),
  updateOperatorToken: adminOperation({
    ...common,
    id: "updateOperatorToken",
    method: "PATCH",
    path: one,
    summary: "Give an operator token another role",
    description: "Changes a token's role, in its sessions too.",
    condition: "match",
    params: ofToken,
    body: Type.Object({ role }, { title: "UpdateOperatorToken", description: "The new role.", ...closed }),
    success: { status: 200, description: "The updated token.", schema: OperatorToken },
  }),
  revokeOperatorToken: adminOperation({
    ...common,
    id: "revokeOperatorToken",
    method: "POST",
    path: `${one}:revoke`,
    summary: "Revoke an operator token",
    description: "Revokes a token and ends its sessions.",
    condition: "match",
    params: ofToken,
    success: { status: 200, description: "The revoked token.", schema: OperatorToken },
  }),
} as const;
