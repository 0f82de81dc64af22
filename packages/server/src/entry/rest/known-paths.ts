/** Which methods the API's paths have, for requests with another one (RFC 9110 §15.5.6). */
import { operations } from "@svc/contract";
import type { RouteOptions } from "fastify";

/** The served paths of the contract. Other routes may exist only at times, so their methods say nothing. */
export type KnownPaths = {
  /** Notes a route. */
  add(route: Pick<RouteOptions, "method" | "url" | "config">): void;
  /** Returns the methods of a path, sorted; none if it isn't known. @param url may have a query. */
  methodsAt(url: string): readonly string[];
};

const documented: ReadonlySet<string> = new Set(Object.values(operations).map(({ path }) => path));

/** Creates an empty list. */
export function createKnownPaths(): KnownPaths {
  const patterns = new Map<string, { form: RegExp; methods: Set<string> }>();
  return {
    add({ method, url, config }) {
      const { path, refuses = false } = (config ?? {}) as { path?: string; refuses?: boolean };
      if (path === undefined || refuses || !documented.has(path)) return;
      const known = patterns.get(url) ?? { form: formOf(url), methods: new Set() };
      patterns.set(url, known);
      for (const each of [method].flat()) known.methods.add(each);
    },
    methodsAt(url) {
      const [path = ""] = url.split("?", 1);
      const found = [...patterns.values()].filter(({ form }) => form.test(path));
      return [...new Set(found.flatMap(({ methods }) => [...methods]))].sort((a, b) => (a < b ? -1 : 1));
    },
  };
}

/** The form of a route's paths (see `routePattern`): parameters match one segment without a verb. */
function formOf(url: string): RegExp {
  const parts = url.split(/:\w+\(\^\[\^\/:\]\+\$\)/);
  const escaped = parts.map((part) => part.replaceAll("::", ":").replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${escaped.join("[^/:]+")}$`);
}
