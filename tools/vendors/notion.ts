/** Notion's endpoints and their types, from its own client. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { packagedFile, packageVersion } from "../../judges/vendors/descriptions.ts";
import { ts } from "../../judges/vendors/typescript.ts";
import { findDeclared } from "./declarations.ts";
import type { Description, DocumentedRefusal } from "./description.ts";
import { TypeSchemas } from "./type-schemas.ts";
import { fromTypes, type TypedEndpoint } from "./types.ts";

type Endpoint = { method: string; path(parameters: Readonly<Record<string, string>>): string };

const folder = "@notionhq/client/build/src/api-endpoints";
/** A member of every name, so that a path says which parameters it has. */
const templates = new Proxy({}, { get: (_, name) => `{${String(name)}}` });

/** Statuses: https://developers.notion.com/reference/status-codes. A status of 500 or above refuses nothing. */
const statuses: Readonly<Record<string, number>> = {
  unauthorized: 401,
  restricted_resource: 403,
  object_not_found: 404,
  conflict_error: 409,
  rate_limited: 429,
};
const faults = new Set(["internal_server_error", "service_overload", "service_unavailable", "gateway_timeout"]);

/** Makes the description. */
export async function notionDescription(): Promise<Description> {
  const types = new TypeSchemas();
  const endpoints: TypedEndpoint[] = [];
  const files = readdirSync(packagedFile(folder)).filter((name) => name.endsWith(".js"));
  for (const name of files) {
    const module = (await import(packagedFile(join(folder, name)))) as { default: Readonly<Record<string, Endpoint>> };
    const declarations = join(folder, name.replace(/js$/, "d.ts"));
    if (!existsSync(packagedFile(declarations))) continue;
    for (const [id, { method, path }] of Object.entries(module.default)) {
      const prefix = `${id.slice(0, 1).toUpperCase()}${id.slice(1)}`;
      const part = (suffix: string) => {
        const type = prefix + suffix;
        return findDeclared(declarations, type) === null ? null : types.named(declarations, type);
      };
      endpoints.push({
        method: method.toUpperCase(),
        template: `/v1/${path(templates)}`,
        query: part("QueryParameters"),
        body: part("BodyParameters"),
        responses: new Map([[200, part("Response")]]),
      });
    }
  }
  const refused = refusals();
  return fromTypes(types, endpoints, { source: packageVersion("@notionhq/client"), refusals: () => refused });
}

function refusals(): DocumentedRefusal[] {
  const declared = findDeclared("@notionhq/client/build/src/errors.d.ts", "APIErrorCode")?.declared;
  if (declared === undefined || !ts.isEnumDeclaration(declared))
    throw new Error("@notionhq/client has no APIErrorCode.");
  const codes = declared.members.map(({ initializer }) => (initializer as ts.StringLiteral).text);
  return codes
    .filter((code) => !faults.has(code))
    .map((code) => {
      const status = statuses[code] ?? 400;
      return { name: code, status, body: { object: "error", status, code, message: "No." } };
    });
}
