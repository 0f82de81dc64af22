/** Tenants. */
import { bytes, orNull, text, time } from "../column.ts";
import { table } from "../table.ts";

export const tenants = table({
  name: "tenants",
  row: "TenantRow",
  note: "A tenant of a service client.",
  scope: { client: "client_id", subject: "id" },
  columns: {
    id: text({ key: true }),
    client_id: text({ references: "service_clients" }),
    external_id: text(),
    deletion_marker: text({
      default: "",
      hidden: true,
      note: "'' until the tenant is deleted and then its id, so that its external id can be used again.",
    }),
    display_name: text(),
    label: orNull(text({ note: "For filtering lists and restricting service keys; NULL without one." })),
    created_at: time(),
    deleted_at: orNull(
      time({ note: "When it was deleted. A deleted tenant exists only for looking up its executions." }),
    ),
    seal: text({ hidden: true }),
  },
  indexes: {
    tenants_external_id: {
      on: ["external_id", "client_id", "deletion_marker"],
      unique: true,
      note: "It begins with the external id, so that operators can look it up across service clients.",
    },
    tenants_listing: {
      on: ["client_id", "deletion_marker", "created_at", "id"],
      note: "For a service client's list, which omits deleted tenants, and for the operator's list across clients.",
    },
    tenants_label: { on: ["client_id", "label", "deletion_marker", "created_at", "id"], where: "label IS NOT NULL" },
    tenants_label_age: { on: ["label", "created_at", "id"], where: "label IS NOT NULL AND deletion_marker = ''" },
    tenants_age: { on: ["created_at", "id"] },
  },
});

export const tenantKeys = table({
  name: "tenant_keys",
  row: "TenantKeyRow",
  note: "The key that a tenant's credentials are sealed with. Destroying it makes them unreadable, in backups too.",
  scope: { subjects: ["tenant_id"], through: "tenant_id" },
  columns: {
    tenant_id: text({ key: true, references: "tenants" }),
    wrapped: bytes(),
    root_key_id: text(),
  },
  indexes: {
    tenant_keys_root: { on: ["root_key_id", "tenant_id"] },
  },
});
