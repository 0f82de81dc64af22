/** HubSpot's endpoints and their types, from its own client, which HubSpot generates from its OpenAPI documents. */
import { readdirSync } from "node:fs";
import { packagedFile, packagedText, packageVersion } from "../../judges/vendors/descriptions.ts";
import type { Description, Schema } from "./description.ts";
import { hubspot } from "./refusals/hubspot.ts";
import { TypeSchemas } from "./type-schemas.ts";
import { fromTypes, type TypedEndpoint } from "./types.ts";

const root = "@hubspot/api-client/lib/codegen/crm";
/** The parts of the client that have the routes of our actions. */
const parts = "contacts companies deals tickets objects/notes associations/v4 owners pipelines".split(" ");

/** Makes the description. */
export function hubspotDescription(): Description {
  const types = new TypeSchemas();
  const endpoints = parts.flatMap((part) => {
    const files = readdirSync(packagedFile(`${root}/${part}/apis`)).filter((name) => name.endsWith("Api.js"));
    return files.flatMap((file) => endpointsIn(packagedText(`${root}/${part}/apis/${file}`), part, types));
  });
  for (const [name, schema] of Object.entries(types.definitions)) types.definitions[name] = withRealNames(schema);
  return fromTypes(types, endpoints, { source: packageVersion("@hubspot/api-client"), refusals: () => hubspot });
}

/**
 * The endpoints in a generated file. Its code names the path, the method, the query and the types; there is no table of
 * them.
 * @throws Error if the code has another form.
 */
function endpointsIn(code: string, part: string, types: TypeSchemas): TypedEndpoint[] {
  const named = (name: string): Schema => schemaOf(name, part, types);
  const functions = new Map(
    code.split(/^ {4}(?=\w+\([\w, ]*\) \{$)/m).map((text) => [/^\w+/.exec(text)?.[0] ?? "", text]),
  );
  return [...functions].flatMap(([name, text]): TypedEndpoint[] => {
    const template = /localVarPath = '([^']+)'/.exec(text)?.[1];
    if (template === undefined) return [];
    const method = /HttpMethod\.(\w+)/.exec(text)?.[1];
    const responses = functions.get(`${name}WithHttpInfo`);
    if (method === undefined || responses === undefined) throw new Error(`${part} has no method or response: ${name}.`);
    const required = [...text.matchAll(/RequiredError\("\w+", "\w+", "(\w+)"\)/g)].map(([, one]) => one);
    const query = [...text.matchAll(/if \((\w+) !== undefined\) \{([^}]*QueryParam\("(\w+)"[^}]*)\}/g)];
    const members = query.map(([, , code = "", member = ""]) => [member, named(typeIn(code))] as const);
    const body = /const contentType = (?:.|\n)*?serialize\(\w+, "(\w+)"/.exec(text)?.[1];
    return [
      {
        method,
        template,
        query: { properties: Object.fromEntries(members), required },
        body: body === undefined ? null : named(body),
        responses: new Map(
          [...responses.matchAll(/isCodeInRange\)\("(2\d\d)"(?:(?!isCodeInRange)(?:.|\n))*/g)].map(([own, status]) => {
            const type = /, "([^"]+)", "[^"]*"\);/.exec(own)?.[1];
            return [Number(status), type === undefined || type === "void" ? null : named(type)];
          }),
        ),
      },
    ];
  });
}

/** The generator puts an underscore before names that are words of JavaScript. */
const reserved = new Set(["_default", "_from", "_in", "_new"]);

function withRealNames(schema: Schema): Schema {
  const names = ["properties", "required"].filter((name) => name in schema);
  const real = (name: string): string => (reserved.has(name) ? name.slice(1) : name);
  const changed = names.map((name) => {
    const value = schema[name];
    if (Array.isArray(value)) return [name, (value as string[]).map(real)];
    return [
      name,
      Object.fromEntries(Object.entries(value as object).map(([member, own]) => [real(member), own as Schema])),
    ];
  });
  return { ...schema, ...Object.fromEntries(changed) };
}

function typeIn(code: string): string {
  return /serialize\(\w+, "([^"]+)"/.exec(code)?.[1] ?? "any";
}

/** A type as the generated code writes it: `Array<string>`, `SimplePublicObject`, `A | B`, `'id' | 'userId'`. */
function schemaOf(type: string, part: string, types: TypeSchemas): Schema {
  const choices = type.split(" | ");
  const values = choices.map((one) => /^'(.*)'$/.exec(one)?.[1]);
  if (!values.includes(undefined)) return { type: "string", enum: values };
  if (choices.length > 1) return { anyOf: choices.map((one) => schemaOf(one, part, types)) };
  const items = /^Array<(.*)>$/.exec(type)?.[1];
  if (items !== undefined) return { type: "array", items: schemaOf(items, part, types) };
  if (/^(?:string|number|boolean)$/.test(type)) return { type };
  return type === "any" ? {} : types.named(`${root}/${part}/models/${type}.d.ts`, type);
}
