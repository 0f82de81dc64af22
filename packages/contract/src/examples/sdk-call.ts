/** Builds the code samples of a call from its operation's declaration and its example request. */
import type { Operation } from "../operations/operation.ts";
import { propertiesOf, sdkCallable, singularOf, type SdkCallable } from "../sdk-method.ts";
import { javascript, lineLengthMax, pythonCall, shellLines, shellWord, snakeCase } from "./literals.ts";
import { exampleIds as ids } from "./resources.ts";

/** A call in both SDKs and on the command line. The command acts for the tenant in `SVC_TENANT_ID`. */
export type SdkCall = { readonly typescript: string; readonly python: string; readonly cli: string | null };

/** Builds a call on a tenant. */
export function ofTenant({ typescript, python, cli }: SdkCall): SdkCall {
  return {
    typescript: `const tenant = client.tenant("${ids.tenant}");\n${typescript}`,
    python: `tenant = client.tenant("${ids.tenant}")\n${python}`,
    cli,
  };
}

/** An operation's example request. */
export type ExampleRequest = {
  readonly params: object | null;
  readonly query: object | null;
  readonly body: object | null;
};

/** Builds the call of an operation's example; undefined if the SDKs don't offer the operation. */
export function derivedCall(operation: Operation, { params, query, body }: ExampleRequest): SdkCall | undefined {
  const callable = sdkCallable(operation);
  if (callable === null) return undefined;
  const { method } = callable.operation.call;
  const values = new Map<string, unknown>(Object.entries({ ...params, ...query, ...body }));
  const inOrder = [...callable.params, ...callable.args].map((name) => String(values.get(name)));
  const rest = Object.fromEntries([...values].filter(([name]) => name in { ...callable.query, ...callable.body }));
  const parts = { inOrder, rest, target: callable.scope === "client" ? `client.${method}` : method };
  const built: SdkCall = {
    typescript: typescriptStatement(callable, parts),
    python: pythonStatement(callable, parts),
    cli: commandLine(operation, [...callable.params, ...callable.args], values),
  };
  return callable.scope === "tenant" ? ofTenant(built) : built;
}

/** A call's method, its arguments, and the fields of its object. */
type Parts = { readonly target: string; readonly inOrder: readonly string[]; readonly rest: object };

function typescriptStatement(callable: SdkCallable, parts: Parts): string {
  const call = typescriptCall(parts);
  const { name, isField } = resultOf(callable);
  if (callable.result.kind === "pages") return `for await (const ${name} of ${call}) console.log(${name});`;
  if (callable.result.kind === "nothing") return `await ${call};`;
  return `const ${isField ? `{ ${name} }` : name} = await ${call};`;
}

function pythonStatement(callable: SdkCallable, { target, inOrder, rest }: Parts): string {
  const called = target.split(".").map(pythonName).join(".");
  const { name, isField } = resultOf(callable);
  if (callable.result.kind === "pages") {
    return `for ${name} in ${pythonCall(called, inOrder, rest, Infinity)}:\n    print(${name})`;
  }
  if (callable.result.kind === "nothing") return pythonCall(called, inOrder, rest);
  return pythonCall(`${isField ? (callable.operation.call.result ?? name) : name} = ${called}`, inOrder, rest);
}

/** The variable for a result, and whether it is the only field of an object. A short list is an array. */
function resultOf({ result, resource, operation }: SdkCallable): { name: string; isField: boolean } {
  const name = operation.call.result ?? singularOf(resource);
  if (result.kind === "items") return { name: result.name, isField: false };
  const fields = Object.keys(propertiesOf(operation.success.schema));
  const [only] = fields;
  const isField = result.kind === "body" && fields.length === 1 && operation.call.isHandwritten !== true;
  return isField && only !== undefined ? { name: only, isField } : { name, isField: false };
}

/** A method's last object is broken into lines if the whole call doesn't fit into one. */
function typescriptCall({ target, inOrder, rest }: Parts): string {
  const given = inOrder.map((text) => JSON.stringify(text));
  const hasMore = Object.keys(rest).length > 0;
  const start = `${target}(${[...given, ...(hasMore ? [""] : [])].join(", ")}`;
  return `${start}${hasMore ? javascript(rest, Math.min(start.length, lineLengthMax / 2)) : ""})`;
}

/** Python's keywords get an underscore. */
function pythonName(name: string): string {
  return name === "import" ? "import_" : snakeCase(name);
}

/** The command with its arguments and flags; null if none is declared. */
function commandLine(
  { command }: Operation,
  inOrder: readonly string[],
  values: ReadonlyMap<string, unknown>,
): string | null {
  if (command === undefined) return null;
  const left = inOrder.values();
  const words = command.usage.split(" ").map((word) => {
    if (!/^[<[]/.test(word)) return word;
    const text = String(values.get(left.next().value ?? ""));
    return word.endsWith("...>") ? text : shellWord(text);
  });
  const flags = Object.entries(command.flags ?? {}).flatMap(([field, [usage]]) => {
    const given = values.get(field);
    const [flag = "", value] = usage.split(" ");
    if (value === undefined) return given === true ? [flag] : [];
    const all: readonly unknown[] = Array.isArray(given) ? given : [given];
    return given === undefined ? [] : all.map((each) => `${flag} ${shellWord(String(each))}`);
  });
  return shellLines(["svc", ...words].join(" "), flags);
}
