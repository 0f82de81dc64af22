/**
 * Linear's GraphQL schema, as the types of its own client have it: the client's packages don't carry the schema itself.
 */
import { globSync } from "node:fs";
import { ts } from "../../judges/vendors/typescript.ts";
import { packagedFile, packageVersion } from "../../judges/vendors/descriptions.ts";
import { findDeclared } from "./declarations.ts";
import type { Description, DocumentedRefusal } from "./description.ts";
import { fromGraphql } from "./graphql.ts";
import { schemaOfTypes } from "./graphql-types.ts";

/** Types of errors that say nothing about whether a change happened. */
const open = ["NetworkError", "BootstrapError", "Unknown", "InternalError", "Other", "LockTimeout"];

/** Makes the description. */
export function linearDescription(): Description {
  // The bundler puts a hash of the content into the name.
  const [types] = globSync(`${packagedFile("@linear/sdk/dist")}/index-*.d.mts`);
  if (types === undefined) throw new Error("@linear/sdk has no generated types.");
  return fromGraphql(schemaOfTypes(types), {
    source: packageVersion("@linear/sdk"),
    kind: "types",
    path: "/graphql",
    refusals: refusals(),
  });
}

/** The client knows each type of error by the words of its name. Linear answers with status 400 or 200. */
function refusals(): DocumentedRefusal[] {
  const declared = findDeclared("@linear/sdk/dist/index.d.mts", "LinearErrorType")?.declared;
  if (declared === undefined || !ts.isEnumDeclaration(declared)) throw new Error("@linear/sdk has no LinearErrorType.");
  const names = declared.members.map(({ name }) => name.getText()).filter((name) => !open.includes(name));
  return names.flatMap((name) => {
    const type = name.replaceAll(/(?<=.)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
    const body = { data: null, errors: [{ message: "No.", extensions: { type, userError: true } }] };
    return [400, 200].map((status) => ({ name, status, body }));
  });
}
