/** The server elsewhere that commands work on, if a variable says so. */
import { isLoopback } from "@svc/contract";
import { createAdminClient } from "../adapters/egress/admin-client.ts";
import type { Administration } from "../domain/administration/port.ts";
import { ConfigError } from "./config.ts";
import type { Variables } from "./own-variables.ts";

/**
 * Returns the administration of the server at `SVC_ADMIN_URL` if `SVC_ADMIN_TOKEN` is set; otherwise null.
 * @throws ConfigError if the URL is missing, or would carry the token unencrypted.
 */
export function remoteAdministration(variables: Variables): Administration | null {
  const token = (variables["SVC_ADMIN_TOKEN"] ?? "").trim();
  if (token === "") return null;
  const given = variables["SVC_ADMIN_URL"] ?? "";
  if (given === "") throw new ConfigError(["SVC_ADMIN_TOKEN: set SVC_ADMIN_URL too, to the address of the console."]);
  if (!URL.canParse(given))
    throw new ConfigError(["SVC_ADMIN_URL: must be an origin such as https://admin.acme.example."]);
  const url = new URL(given);
  const isPrivate = url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
  if (!isPrivate) throw new ConfigError(["SVC_ADMIN_URL: must be https, unless it is on this machine."]);
  return createAdminClient({ url: url.origin, token });
}
