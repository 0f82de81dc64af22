/** The simulated tenant and its app registrations. */

/** The tenant of the vault. */
export const tenantId = "4f1c2d3e-0000-4000-8000-000000000001";

const appOf = (number: number, name: string) => ({
  tenant_id: tenantId,
  client_id: `7d9e0f1a-0000-4000-8000-00000000000${String(number)}`,
  client_secret: `Zk38Q~${name.padEnd(34, "0")}`,
});

/** The app registrations that the token endpoint accepts, by name. */
export const apps = {
  everything: appOf(1, "everything"),
  readOnly: appOf(2, "readOnly"),
} as const;
