/** Reads one of Google's discovery documents (https://developers.google.com/discovery). */
import {
  finder,
  type Description,
  type DocumentedRefusal,
  type Operation,
  type Parameter,
  type Route,
} from "./description.ts";
import { jsonSchema, nameOf } from "./json-schema.ts";

type Json = Readonly<Record<string, unknown>>;

type Method = {
  readonly id: string;
  readonly httpMethod: string;
  readonly path: string;
  readonly flatPath?: string;
  readonly parameters?: Readonly<Record<string, Json>>;
  readonly request?: { readonly $ref: string };
  readonly response?: { readonly $ref: string };
  readonly mediaUpload?: { readonly protocols: { readonly simple?: { readonly path: string } } };
  readonly scopes?: readonly string[];
};

/** Makes the description of a document. */
export function fromDiscovery(
  document: Json,
  { source, refusals }: { source: string; refusals: readonly DocumentedRefusal[] },
): Description {
  const definitions = Object.fromEntries(
    Object.entries(document["schemas"] as Json).map(([name, schema]) => [nameOf(name), jsonSchema(schema, refTo)]),
  );
  const routes = methodsIn(document).flatMap((method): Route[] => {
    const template = `/${String(document["servicePath"])}${method.flatPath ?? method.path}`;
    const common = document["parameters"] as Readonly<Record<string, Json>>;
    const operation = { ...readMethod(method, template, common), refusals };
    const upload = method.mediaUpload?.protocols.simple?.path;
    const own = { method: method.httpMethod, template, operation };
    // Metadata and content come together, so the body isn't the described one.
    return upload === undefined ? [own] : [own, { ...own, template: upload, operation: { ...operation, body: {} } }];
  });
  return {
    source: `${source}, revision ${String(document["revision"])}`,
    kind: "description",
    definitions,
    find: finder(routes),
  };
}

function methodsIn(node: Json): Method[] {
  const own = Object.values((node["methods"] as Readonly<Record<string, Method>> | undefined) ?? {});
  return [...own, ...Object.values(Object(node["resources"]) as Readonly<Record<string, Json>>).flatMap(methodsIn)];
}

function readMethod(method: Method, template: string, common: Readonly<Record<string, Json>>): Operation {
  const named = Object.entries({ ...common, ...method.parameters });
  const parameters = named.flatMap(([name, one]): Parameter[] => {
    const place = one["location"] === "path" ? "path" : "query";
    // A flat path has other names for the parts of a resource's name.
    if (place === "path" && !template.includes(`{${name}}`)) return [];
    const schema = jsonSchema(plainBounds(one), refTo);
    const isRequired = one["required"] === true;
    return [
      { name, in: place, isRequired, schema: one["repeated"] === true ? { type: "array", items: schema } : schema },
    ];
  });
  return {
    name: method.id,
    isDeprecated: false,
    parameters,
    body: method.request === undefined ? null : { $ref: refTo(method.request.$ref) },
    responses: new Map([
      [200, method.response === undefined ? null : { $ref: refTo(method.response.$ref) }],
      [204, null],
    ]),
    refusals: [],
    scopes: method.scopes === undefined ? null : method.scopes.map((scope) => [scope]),
    notes: (method.scopes ?? []).map((scope) => `scope ${scope.replace("https://www.googleapis.com/auth/", "")}`),
  };
}

/** Bounds are texts there. */
function plainBounds(one: Json): Json {
  const { minimum, maximum } = one;
  return {
    ...one,
    ...(minimum === undefined ? {} : { minimum: Number(minimum) }),
    ...(maximum === undefined ? {} : { maximum: Number(maximum) }),
  };
}

function refTo(reference: string): string {
  return `#/$defs/${nameOf(reference)}`;
}
