/** Makes a description of the types of a vendor's client: a table says which types belong to which endpoint. */
import { finder, type Description, type DocumentedRefusal, type Parameter, type Schema } from "./description.ts";
import type { TypeSchemas } from "./type-schemas.ts";

/** An endpoint of a client. A part that the client has no type for is null. */
export type TypedEndpoint = {
  readonly method: string;
  /** As in `/v1/pages/{page_id}`. */
  readonly template: string;
  /** The vendor's name for it; by default its method and path. */
  readonly name?: string;
  readonly isDeprecated?: boolean;
  readonly query: Schema | null;
  readonly body: Schema | null;
  /** Of successes, by status. */
  readonly responses: ReadonlyMap<number, Schema | null>;
};

/** Makes the description. */
export function fromTypes(
  types: TypeSchemas,
  endpoints: readonly TypedEndpoint[],
  { source, refusals }: { source: string; refusals(name: string): readonly DocumentedRefusal[] },
): Description {
  const routes = endpoints.map((endpoint) => {
    const { method, template, body, responses, query, isDeprecated = false } = endpoint;
    const name = endpoint.name ?? `${method} ${template}`;
    const inPath = [...template.matchAll(/\{([^}]+)\}/g)].map(([, one = ""]): Parameter => {
      return { name: one, in: "path", isRequired: true, schema: { type: "string" } };
    });
    const parameters = [...inPath, ...(query === null ? [] : parametersOf(types, query))];
    return {
      method,
      template,
      operation: { name, isDeprecated, parameters, body, responses, refusals: refusals(name), scopes: null, notes: [] },
    };
  });
  return { source, kind: "types", definitions: types.definitions, find: finder(routes) };
}

function parametersOf(types: TypeSchemas, query: Schema): Parameter[] {
  const { properties, required } = types.flat(query);
  return Object.entries(properties).map(([name, schema]) => {
    return { name, in: "query", isRequired: required.includes(name), schema };
  });
}
