/** The admin API's operations for service clients and their keys. */
import { Type } from "typebox";
import { PolicyRules } from "../policy.ts";
import { pageQuery } from "../operations/operation.ts";
import { adminOperation, closed, force, ofServiceClient } from "./admin-operation.ts";
import * as schemas from "./service-clients.ts";

const base = "/admin/v1/service-clients";
const one = `${base}/{service_client}` as const;
const ofKey = Type.Object(
  {
    ...ofServiceClient.properties,
    key: Type.String({ minLength: 1, maxLength: 100, description: "The key: its public ID, or its name." }),
  },
  closed,
);
const common = { tag: "Service clients", errors: ["NOT_FOUND"] } as const;
const change = { ...common, role: "admin" } as const;
const forced = Type.Object({ force }, closed);
const creating = Type.Object(
  {
    force,
    onlyIfNew: Type.Optional(
      Type.Boolean({ default: false, description: "Refuse with 412 if an active service client has this name." }),
    ),
  },
  closed,
);

/** Operations for service clients and their keys. */
export const serviceClientOperations = {
  listServiceClients: adminOperation({
    ...common,
    id: "listServiceClients",
    method: "GET",
    path: base,
    summary: "List service clients",
    description: "Returns every service client with its keys, also revoked ones, newest first.",
    role: "viewer",
    query: Type.Object(pageQuery, closed),
    success: { status: 200, description: "One page.", schema: schemas.OperatedServiceClientList },
    errors: [],
  }),
  createServiceClient: adminOperation({
    ...change,
    id: "createServiceClient",
    method: "POST",
    path: base,
    summary: "Create a service client",
    description:
      "Creates a service client with a first key, which is shown only this once. It may do nothing by default.",
    query: creating,
    body: schemas.CreateServiceClient,
    success: { status: 201, description: "The new service client.", schema: schemas.CreatedServiceClient },
    errors: ["PRECONDITION_FAILED", "NOT_FOUND"],
  }),
  getServiceClient: adminOperation({
    ...common,
    id: "getServiceClient",
    method: "GET",
    path: one,
    summary: "Show a service client",
    description: "Returns a service client with its keys.",
    role: "viewer",
    params: ofServiceClient,
    success: { status: 200, description: "The service client.", schema: schemas.OperatedServiceClient },
  }),
  updateServiceClient: adminOperation({
    ...change,
    id: "updateServiceClient",
    method: "PATCH",
    path: one,
    summary: "Update a service client",
    description: "Changes the fields that you send. A list replaces the current one.",
    condition: "match",
    params: ofServiceClient,
    query: forced,
    body: schemas.UpdateServiceClient,
    success: { status: 200, description: "The updated service client.", schema: schemas.UpdatedServiceClient },
  }),
  revokeServiceClient: adminOperation({
    ...change,
    id: "revokeServiceClient",
    method: "POST",
    path: `${one}:revoke`,
    summary: "Revoke a service client",
    description: "Revokes a service client with all its keys and tokens, at once and for good.",
    condition: "match",
    params: ofServiceClient,
    success: { status: 200, description: "The revoked service client.", schema: schemas.OperatedServiceClient },
  }),
  createServiceKey: adminOperation({
    ...change,
    id: "createServiceKey",
    method: "POST",
    path: `${one}/keys`,
    summary: "Create a service key",
    description: "Adds a key, which is shown only this once.",
    params: ofServiceClient,
    query: forced,
    body: schemas.CreateServiceKey,
    success: { status: 201, description: "The new key.", schema: schemas.CreatedServiceKey },
  }),
  checkPolicyRules: adminOperation({
    ...change,
    id: "checkPolicyRules",
    method: "POST",
    path: "/admin/v1/policy-rules:check",
    summary: "Check policy rules",
    description:
      "Says what is wrong with rules, by the inputs of this server's actions, so that a file can be checked before it is applied.",
    body: Type.Object(
      { rules: PolicyRules },
      { title: "CheckPolicyRules", description: "The rules of one policy.", ...closed },
    ),
    success: {
      status: 200,
      description: "What is wrong.",
      schema: Type.Object(
        {
          faults: Type.Array(
            Type.Object(
              {
                rule: Type.Integer({ description: "The rule's index, from 0." }),
                pointer: Type.String({ maxLength: 500, description: "Where it is in the rules, as a JSON Pointer." }),
                message: Type.String({ maxLength: 4096, description: "What is wrong." }),
              },
              { title: "PolicyRuleFault", description: "A fault of a rule.", ...closed },
            ),
            { description: "At most one for each rule; none if they can be used." },
          ),
        },
        { title: "CheckedPolicyRules", description: "What is wrong with the rules.", ...closed },
      ),
    },
    errors: [],
  }),
  rotateServiceKey: adminOperation({
    ...change,
    id: "rotateServiceKey",
    method: "POST",
    path: `${one}/keys:rotate`,
    summary: "Rotate a service key",
    description: "Creates a key with the name and rights of another, which expires after an overlap.",
    params: ofServiceClient,
    body: schemas.RotateServiceKey,
    success: { status: 200, description: "The new key.", schema: schemas.RotatedServiceKey },
  }),
  updateServiceKey: adminOperation({
    ...change,
    id: "updateServiceKey",
    method: "PATCH",
    path: `${one}/keys/{key}`,
    summary: "Change what a service key may do",
    description: "Changes a key's rights, and with them those of every delegated token made from it.",
    condition: "match",
    params: ofKey,
    query: forced,
    body: schemas.UpdateServiceKey,
    success: { status: 200, description: "The updated key.", schema: schemas.ServiceKey },
  }),
  revokeServiceKey: adminOperation({
    ...change,
    id: "revokeServiceKey",
    method: "POST",
    path: `${one}/keys/{key}:revoke`,
    summary: "Revoke a service key",
    description: "Revokes one key, at once and for good.",
    condition: "match",
    params: ofKey,
    success: { status: 200, description: "The revoked key.", schema: schemas.ServiceKey },
  }),
} as const;
