/** Tenants: the customers of a service client, with separate connections. */
import { Type, type Static } from "typebox";
import { DisplayName, ExternalId, idField, NextCursor, tenantLabelOrNull, timeField } from "./fields.ts";
import { idPrefixes } from "./ids.ts";

const label = tenantLabelOrNull(
  "A label, such as a region, for listing tenants and narrowing service keys: 1 to 63 lowercase letters, digits, dots, " +
    "underscores and hyphens, beginning with a letter or digit. Null for none.",
);

/** A customer of a service client. */
export const Tenant = Type.Object(
  {
    id: idField(idPrefixes.tenant, "ID of the tenant."),
    externalId: ExternalId,
    displayName: DisplayName,
    label: tenantLabelOrNull("The tenant's label, such as a region; null if it has none."),
    createdAt: timeField("When it was created."),
  },
  { title: "Tenant", description: "A customer of the service client.", additionalProperties: false },
);
/** A customer of a service client. */
export type Tenant = Static<typeof Tenant>;

/** One page of tenants, newest first. */
export const TenantList = Type.Object(
  { tenants: Type.Array(Tenant, { description: "Newest first." }), nextCursor: NextCursor },
  { title: "TenantList", description: "One page of tenants.", additionalProperties: false },
);
/** One page of tenants, newest first. */
export type TenantList = Static<typeof TenantList>;

/** Body of `createTenant`. */
export const CreateTenant = Type.Object(
  { externalId: ExternalId, displayName: DisplayName, label: Type.Optional(label) },
  { title: "CreateTenant", description: "A new tenant.", additionalProperties: false },
);
/** Body of `createTenant`. */
export type CreateTenant = Static<typeof CreateTenant>;

/** Body of `updateTenant`. */
export const UpdateTenant = Type.Object(
  { displayName: Type.Optional(DisplayName), label: Type.Optional(label) },
  { title: "UpdateTenant", description: "Fields to change.", minProperties: 1, additionalProperties: false },
);
/** Body of `updateTenant`. */
export type UpdateTenant = Static<typeof UpdateTenant>;
