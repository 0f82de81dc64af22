/** Parses the location of a database from its URL, for the doctor, which must not see the password. */
import { resolve } from "node:path";
import { isLoopback } from "@svc/contract";
import type { DatabaseTarget, PostgresTarget } from "../entry/cli/environment.ts";

/** Parses a database URL. @param url `sqlite:<path>` or `postgres://…`, which may name several hosts. */
export function parseDatabaseTarget(url: string): DatabaseTarget {
  if (url.startsWith("sqlite:")) return { engine: "sqlite", path: resolve(url.replace(/^sqlite:(?:\/\/)?/, "")) };
  const [beforeQuery = "", query = ""] = url.replace(/^postgres(?:ql)?:\/\//, "").split("?", 2);
  const authority = beforeQuery.split("/", 1)[0] ?? "";
  const parameters = new URLSearchParams(query);
  const named = parameters.get("host") ?? authority.slice(authority.lastIndexOf("@") + 1);
  const hosts = named.split(",").map((host) => withoutPort(decodeURIComponent(host)));
  return { engine: "postgres", hosts, isLocal: hosts.every(isLocalHost), ...parseTls(parameters) };
}

/** Removes the port from a host. */
function withoutPort(host: string): string {
  return host.startsWith("/") ? host : host.replace(/:\d+$/, "");
}

function isLocalHost(host: string): boolean {
  return host === "" || host.startsWith("/") || host === "::1" || isLoopback(host);
}

/** Parses the TLS parameters as the driver does: https://node-postgres.com/features/ssl. */
function parseTls(parameters: URLSearchParams): Pick<PostgresTarget, "sslMode" | "verifiesNothing"> {
  const isOn = ["true", "1"].includes(parameters.get("ssl") ?? "");
  const sslMode = parameters.get("sslmode") ?? (isOn ? "ssl" : null);
  const asLibpq = parameters.get("uselibpqcompat") === "true" && !["verify-ca", "verify-full"].includes(sslMode ?? "");
  return { sslMode, verifiesNothing: sslMode === "no-verify" || asLibpq };
}
