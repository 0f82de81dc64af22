/**
 * The hosts that `SVC_DATABASE_URL` names. With several, separated by commas as in libpq, the one that takes writes is used
 * (https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS).
 */
import { StoreStartError } from "../errors.ts";

/** The hosts of one database, of which one is in use. */
export type Hosts = {
  count: number;
  /** A URL of the one in use, for `pg`. It may hold a password. */
  current(): string;
  /** The host of this URL cannot be reached or takes no writes: if it is in use, the next one is from now on. */
  leave(url: string): void;
};

const form = /^(?<scheme>postgres(?:ql)?:\/\/)(?<user>[^@/?]*@)?(?<hosts>[^/?]*)(?<rest>.*)$/;
const attributes = /([?&])target_session_attrs=([^&]*)&?/;

/** @throws StoreStartError if the URL asks for another server than one that takes writes. */
export function hostsOf(url: string): Hosts {
  const { scheme = "", user = "", hosts = "", rest = "" } = form.exec(url)?.groups ?? {};
  const wanted = attributes.exec(rest)?.[2] ?? "read-write";
  if (!["read-write", "primary", "any"].includes(wanted)) {
    throw new StoreStartError(
      "SVC_DATABASE_URL: target_session_attrs must be read-write, because the server writes with every request.",
    );
  }
  // `pg` does not know this parameter; every session is asked whether it takes writes (pool.ts).
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

/** Hosts and ports alone: the URL holds a password, also in its query. */
export function hostNamesOf(url: string): string {
  const hosts = form.exec(url)?.groups?.["hosts"] ?? "";
  return hosts === "" ? "the local socket" : hosts;
}
