/** How the SDKs call an operation: what `tools/generate`, the samples and the tests derive from its declaration. */
import { Type, type TObject, type TSchema } from "typebox";
import type { Operation, SdkMethod } from "./operations/operation.ts";

/** What a method returns: items of all pages, the items of a short list, nothing, or the response's body. */
export type SdkResult =
  | { readonly kind: "pages"; readonly name: string; readonly item: string }
  | { readonly kind: "items"; readonly name: string; readonly item: string }
  | { readonly kind: "nothing" }
  | { readonly kind: "body"; readonly type: string };

/** An operation as a method. */
export type SdkCallable = {
  readonly operation: Operation & { readonly call: SdkMethod };
  /** Where the method is: on the client, a tenant, a connection or the public catalog. */
  readonly scope: "client" | "tenant" | "connection" | "catalog";
  /** The group of methods, such as `connections`; empty if the method is the scope's own. */
  readonly resource: string;
  readonly name: string;
  /** The path's parameters that are arguments. The others belong to the scope. */
  readonly params: readonly string[];
  /** Fields of the query or the body that are arguments of their own. */
  readonly args: readonly string[];
  /** The remaining fields of the query, or of the body. */
  readonly query: Readonly<Record<string, TSchema>>;
  readonly body: Readonly<Record<string, TSchema>>;
  /** Whether the method takes an idempotency key, and creates one if it gets none. */
  readonly isKeyed: boolean;
  readonly result: SdkResult;
};

/** Returns how the SDKs call an operation; null if they don't offer it. */
export function sdkCallable(operation: Operation): SdkCallable | null {
  const { call, path, query, body, idempotency } = operation;
  if (call === undefined) return null;
  const steps = call.method.split(".");
  const scope = scopeOf(steps[0] ?? "");
  const [name = "", resource = ""] = (scope === "client" ? steps : steps.slice(1)).toReversed();
  const args = call.args ?? [];
  const ofScope = scope === "client" ? [] : ["tenant_id", ...(scope === "connection" ? ["connection_id"] : [])];
  const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, found = ""]) => found);
  const rest = (schema: TSchema | undefined): Record<string, TSchema> =>
    Object.fromEntries(Object.entries(propertiesOf(schema)).filter(([field]) => !args.includes(field)));
  return {
    operation: { ...operation, call },
    scope,
    resource,
    name,
    params: params.filter((param) => !ofScope.includes(param)),
    args: args.filter((arg) => !params.includes(arg)),
    query: rest(query),
    body: rest(body),
    isKeyed: idempotency === "required" || idempotency === "optional",
    result: resultOf(operation),
  };
}

/** The properties of an object's schema. */
export function propertiesOf(schema: object | undefined): Readonly<Record<string, TSchema>> {
  return (schema as TObject | undefined)?.properties ?? {};
}

/** The title of a schema, which is its type's name. @throws Error if it has none. */
export function titleOf(schema: TSchema | undefined): string {
  const { title } = (schema ?? {}) as { title?: string };
  if (title === undefined) throw new Error("This schema needs a title.");
  return title;
}

function scopeOf(first: string): SdkCallable["scope"] {
  return first === "tenant" || first === "connection" || first === "catalog" ? first : "client";
}

function resultOf({ success, call }: Operation): SdkResult {
  if (success.schema === undefined) return { kind: "nothing" };
  const { nextCursor, ...others } = propertiesOf(success.schema);
  const [[name, item] = ["", undefined]] = Object.entries(others).flatMap(([field, schema]): [string, TSchema][] =>
    Type.IsArray(schema) ? [[field, schema.items]] : [],
  );
  if (nextCursor !== undefined && item !== undefined) return { kind: "pages", name, item: titleOf(item) };
  if (Object.keys(others).length === 1 && item !== undefined && call?.isHandwritten !== true) {
    return { kind: "items", name, item: titleOf(item) };
  }
  return { kind: "body", type: titleOf(success.schema) };
}

/** The name of a resource's item in samples: `connectSessions` → `session`. */
export function singularOf(resource: string): string {
  const last = /[A-Z]?[a-z]+$/.exec(resource)?.[0].toLowerCase() ?? resource;
  return last.replace(/s$/, "");
}
