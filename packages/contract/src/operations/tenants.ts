/** Operations for service clients and tenants. */
import { Type } from "typebox";
import { ExternalId, TenantLabel } from "../fields.ts";
import { ServiceClient } from "../service-client.ts";
import { CreateTenant, Tenant, TenantList, UpdateTenant } from "../tenant.ts";
import { operation, pageQuery, paths } from "./operation.ts";

const closed = { additionalProperties: false };

/** Operations for service clients and tenants. */
export const tenantOperations = {
  getServiceClient: operation({
    id: "getServiceClient",
    method: "GET",
    path: "/v1/service-client",
    tag: "Service client",
    summary: "Show the caller's own profile",
    description:
      "Returns the service client that the key or token belongs to: its name, origins, return URLs and policy, with the key masked, and what the key or token is narrowed to.",
    auth: "serviceKey",
    reach: "delegated",
    idempotency: "none",
    call: { method: "profile", isHandwritten: true, result: "profile" },
    command: {
      usage: "auth status",
      text: "Show the service client that SVC_TOKEN belongs to",
      examples: ["svc auth status"],
    },
    success: { status: 200, description: "The profile.", schema: ServiceClient },
    errors: [],
  }),
  createTenant: operation({
    id: "createTenant",
    method: "POST",
    path: "/v1/tenants",
    tag: "Tenants",
    summary: "Create a tenant",
    description:
      "Creates a tenant for one of your customers. `externalId` is your own ID for it, unique within the service client.",
    auth: "serviceKey",
    idempotency: "required",
    body: CreateTenant,
    call: { method: "tenants.create" },
    command: {
      usage: "tenants create",
      examples: ["svc tenants create --external-id acme --display-name 'Acme Inc.' --label eu"],
      flags: {
        externalId: ["--external-id <id>", "your own ID for the tenant"],
        displayName: ["--display-name <name>", "the name that its users see"],
        label: ["--label <label>", "a label, such as a region"],
      },
      shownBy: "showNewTenant",
    },
    success: {
      status: 201,
      description: "The new tenant.",
      schema: Tenant,
      headers: ["Location", "Idempotent-Replayed"],
    },
    errors: ["TENANT_EXISTS"],
  }),
  listTenants: operation({
    id: "listTenants",
    method: "GET",
    path: "/v1/tenants",
    tag: "Tenants",
    summary: "List tenants",
    description: "Returns the service client's tenants, newest first; with a narrowed key, only those it can reach.",
    auth: "serviceKey",
    reach: "tenant",
    idempotency: "none",
    query: Type.Object(
      {
        externalId: Type.Optional({ ...ExternalId, description: "Only the tenant with this `externalId`." }),
        label: Type.Optional({ ...TenantLabel, description: "Only tenants with this label." }),
        ...pageQuery,
      },
      closed,
    ),
    call: { method: "tenants.list" },
    command: {
      usage: "tenants list",
      examples: ["svc tenants list --external-id acme"],
      flags: {
        externalId: ["--external-id <id>", "only the tenant with this external ID"],
        label: ["--label <label>", "only tenants with this label"],
      },
      columns: {
        TENANT: "id",
        "EXTERNAL ID": "externalId",
        NAME: "displayName",
        LABEL: "label ?? ''",
        CREATED: "createdAt",
      },
    },
    success: { status: 200, description: "One page.", schema: TenantList },
    errors: [],
  }),
  getTenant: operation({
    id: "getTenant",
    method: "GET",
    path: "/v1/tenants/{tenant_id}",
    tag: "Tenants",
    summary: "Show a tenant",
    description:
      "Returns a tenant. The response for another service client's tenant is the same as for one that doesn't exist.",
    auth: "serviceKey",
    reach: "delegated",
    idempotency: "none",
    params: paths.tenant,
    call: { method: "tenants.get" },
    command: { usage: "tenants get [tenant_id]", examples: ["svc tenants get acme"] },
    success: { status: 200, description: "The tenant.", schema: Tenant },
    errors: [],
  }),
  updateTenant: operation({
    id: "updateTenant",
    method: "PATCH",
    path: "/v1/tenants/{tenant_id}",
    tag: "Tenants",
    summary: "Update a tenant",
    description:
      "Changes the name that end users see in Connect, or the label. Only a key that isn't narrowed to tenants can change a " +
      "label, because a label decides which keys reach the tenant.",
    auth: "serviceKey",
    idempotency: "none",
    params: paths.tenant,
    body: UpdateTenant,
    call: { method: "tenants.update" },
    command: {
      usage: "tenants update [tenant_id]",
      text: "Rename a tenant, or change its label",
      examples: ["svc tenants update acme --display-name 'Acme Ltd.'", "svc tenants update acme --label eu"],
      flags: {
        displayName: ["--display-name <name>", "the name that its users see"],
        label: ["--label <label>", "its label, such as a region; '' removes it"],
      },
    },
    success: { status: 200, description: "The updated tenant.", schema: Tenant },
    errors: [],
  }),
  deleteTenant: operation({
    id: "deleteTenant",
    method: "DELETE",
    path: "/v1/tenants/{tenant_id}",
    tag: "Tenants",
    summary: "Delete a tenant",
    description:
      "Disconnects every connection and destroys the credentials and the tenant's key. Executions remain readable by ID until " +
      "their retention ends. Rejected while an outcome is unknown, unless you set `force`.",
    auth: "serviceKey",
    idempotency: "none",
    params: paths.tenant,
    query: Type.Object(
      { force: Type.Optional(Type.Boolean({ default: false, description: "Delete even if outcomes are unknown." })) },
      closed,
    ),
    call: { method: "tenants.delete" },
    command: {
      usage: "tenants delete <tenant_id>",
      text: "Delete a tenant. Disconnects its connections and destroys their credentials",
      examples: ["svc tenants delete acme", "svc tenants delete acme --force"],
      flags: { force: ["--force", "even if an outcome is unknown or a request is being sent"] },
    },
    success: { status: 204, description: "The tenant was deleted." },
    errors: ["TENANT_HAS_UNRESOLVED"],
  }),
} as const;
