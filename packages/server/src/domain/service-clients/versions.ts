/** The versions of service clients and keys. A client's version doesn't depend on its keys: each has its own. */
import { versionOf } from "../versions/version.ts";
import type { ServiceClientRow, ServiceKeyRow } from "./port.ts";

export function clientVersion(client: ServiceClientRow): string {
  return versionOf(client);
}

export function keyVersion(key: ServiceKeyRow): string {
  return versionOf(key);
}
