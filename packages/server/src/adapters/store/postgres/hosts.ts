/**
 * The hosts in `SVC_DATABASE_URL`. If it lists several, separated by commas as in libpq, the one that accepts writes is
 * used (https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS).
 */
import { StoreStartError } from "../errors.ts";

/** The hosts of a database, one of which is in use. */
export type Hosts = {
  count: number;
  /** The URL of the host in use, for `pg`. It may contain a password. */
  current(): string;
  /** Moves on to the next host if this URL's is in use, because it can't be reached or rejects writes. */
  leave(url: string): void;
};

const form = /^(?<scheme>postgres(?:ql)?:\/\/)(?<user>[^@/?]*@)?(?<hosts>[^/?]*)(?<rest>.*)$/;
const attributes = /([?&])target_session_attrs=([^&]*)&?/;

/** @throws StoreStartError if the URL requests a server that doesn't accept writes. */
export function parseHosts(url: string): Hosts {
  const { scheme = "", user = "", hosts = "", rest = "" } = form.exec(url)?.groups ?? {};
  const wanted = attributes.exec(rest)?.[2] ?? "read-write";
  if (!["read-write", "primary", "any"].includes(wanted)) {
    throw new StoreStartError(
      "SVC_DATABASE_URL: target_session_attrs must be read-write, because svc writes to the database.",
    );
  }
  // `pg` doesn't support this parameter. The pool checks that each session accepts writes (open.ts).
  const kept = rest.replace(attributes, "$1").replace(/[?&]$/, "");
  const urls = hosts.split(",").map((host) => `${scheme}${user}${host}${kept}`);
  let index = 0;
  return {
    count: urls.length,
    current: () => urls[index] ?? url,
    leave(left) {
      if (left === urls[index]) index = (index + 1) % urls.length;
    },
  };
}

/** The hosts and ports only, because the URL contains a password, perhaps in its query. */
export function hostNames(url: string): string {
  const hosts = form.exec(url)?.groups?.["hosts"] ?? "";
  return hosts === "" ? "the local socket" : hosts;
}
