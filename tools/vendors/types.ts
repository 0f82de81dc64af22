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
  readonly response: Schema | null;
  /** Of a success; 200 by default. */
  readonly status?: number;
};

/** Makes the description. */
export function fromTypes(
  types: TypeSchemas,
  endpoints: readonly TypedEndpoint[],
  { source, refusals }: { source: string; refusals(name: string): readonly DocumentedRefusal[] },
): Description {
  const routes = endpoints.map((endpoint) => {
    const { method, template, body, response, query, status = 200, isDeprecated = false } = endpoint;
    const name = endpoint.name ?? `${method} ${template}`;
    const inPath = [...template.matchAll(/\{([^}]+)\}/g)].map(([, one = ""]): Parameter => {
      return { name: one, in: "path", isRequired: true, schema: { type: "string" } };
    });
    const parameters = [...inPath, ...(query === null ? [] : parametersOf(types, query))];
    const responses = new Map([[status, response]]);
    return {
      method,
      template,
      operation: { name, isDeprecated, parameters, body, responses, refusals: refusals(name), notes: [] },
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
