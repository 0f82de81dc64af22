/** Maps service clients and their keys from their tables. */
import type { ServiceClientRow } from "../../domain/service-clients/port.ts";
import { rowOf } from "./rows.ts";
import type { ServiceClientsTable } from "./tables.ts";

export const serviceKeyRow = rowOf("service_keys");

const clientFields = rowOf("service_clients");

/** A row of `service_clients`. */
export function serviceClientRow(row: ServiceClientsTable): ServiceClientRow {
  const { logoUrl: url, logoId: id, ...fields } = clientFields(row);
  return { ...fields, logo: id === "" ? null : { url, id } };
}
