/** Where the database is, read from its URL for the doctor, which must not be shown the password in it. */
import { resolve } from "node:path";
import { isLoopback } from "@svc/contract";
import type { DatabaseTarget, PostgresTarget } from "../entry/cli/environment.ts";

/** @param url `sqlite:<path>` or `postgres://…`, also of several hosts. */
export function databaseTargetOf(url: string): DatabaseTarget {
  if (url.startsWith("sqlite:")) return { engine: "sqlite", path: resolve(url.replace(/^sqlite:(?:\/\/)?/, "")) };
  const [beforeQuery = "", query = ""] = url.replace(/^postgres(?:ql)?:\/\//, "").split("?", 2);
  const authority = beforeQuery.split("/", 1)[0] ?? "";
  const parameters = new URLSearchParams(query);
  const named = parameters.get("host") ?? authority.slice(authority.lastIndexOf("@") + 1);
  const hosts = named.split(",").map((host) => hostName(decodeURIComponent(host)));
  return { engine: "postgres", hosts, isLocal: hosts.every(isHere), ...tlsOf(parameters) };
}

/** A host without its port. */
function hostName(host: string): string {
  return host.startsWith("/") ? host : host.replace(/:\d+$/, "");
}

function isHere(host: string): boolean {
  return host === "" || host.startsWith("/") || host === "::1" || isLoopback(host);
}

/** As the driver reads the parameters: https://node-postgres.com/features/ssl. */
function tlsOf(parameters: URLSearchParams): Pick<PostgresTarget, "sslMode" | "verifiesNothing"> {
  const isOn = ["true", "1"].includes(parameters.get("ssl") ?? "");
  const sslMode = parameters.get("sslmode") ?? (isOn ? "ssl" : null);
  const asLibpq = parameters.get("uselibpqcompat") === "true" && !["verify-ca", "verify-full"].includes(sslMode ?? "");
  return { sslMode, verifiesNothing: sslMode === "no-verify" || asLibpq };
}
