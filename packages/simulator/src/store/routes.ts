/**
 * Finds the route for a request: `GET /calendars/{calendar}/events/{id}`, or `GET /contents/{path*}` for all that
 * follows.
 */

/** A route with the decoded variables of its path. */
export interface Found<Route> {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Compiles a route table. The first matching route is used, and HEAD matches like GET. A path that can't be decoded has
 * no route. `{name}` is one segment that isn't empty; `{name*}` is the rest with its slashes, possibly nothing.
 */
export function routeFinder<Route>(
  routes: Readonly<Record<string, Route>>,
): (method: string, path: string) => Found<Route> | undefined {
  const entries = Object.entries(routes).map(([key, route]) => {
    const [method = "", template = ""] = key.split(" ");
    return { method, pattern: patternOf(template), route };
  });
  return (method, path) => {
    const wanted = method === "HEAD" ? "GET" : method;
    for (const { pattern, route, ...entry } of entries) {
      const match = entry.method === wanted ? pattern.exec(path) : null;
      if (match === null) continue;
      const params = decoded(match.groups ?? {});
      return params === undefined ? undefined : { route, params };
    }
    return undefined;
  };
}

function patternOf(template: string): RegExp {
  const source = template
    .replace(/[.+?^$()|[\]\\]/g, "\\$&")
    .replace(/\/\{(\w+)\*\}/g, "(?:/(?<$1>.*))?")
    .replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  return new RegExp(`^${source}$`);
}

function decoded(groups: Readonly<Record<string, string | undefined>>): Record<string, string> | undefined {
  try {
    const given = Object.entries(groups).flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]));
    return Object.fromEntries(given.map(([name, text]) => [name, decodeURIComponent(text)]));
  } catch {
    return undefined;
  }
}
