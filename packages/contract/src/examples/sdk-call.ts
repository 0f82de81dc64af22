/** Builds the code samples of one call. */
import type { Operation } from "../operations/operation.ts";
import { sdkCallable, singularOf } from "../sdk-method.ts";
import { javascript, pythonCall, shellWord, snakeCase } from "./literals.ts";
import { exampleIds as ids } from "./resources.ts";

/** A call in both SDKs and on the command line. The command acts for the tenant in `SVC_TENANT_ID`. */
export type SdkCall = { readonly typescript: string; readonly python: string; readonly cli: string | null };

/** Builds a call whose arguments look the same in both languages. */
export function same(name: string | null, call: string, cli: string | null): SdkCall {
  const inPython = call.replaceAll(/\.[a-z]+[A-Z]\w*/g, snakeCase);
  return {
    typescript: `${name === null ? "" : `const ${name} = `}await ${call};`,
    python: `${name === null ? "" : `${name} = `}${inPython}`,
    cli,
  };
}

/** Builds a call that iterates over the items of all pages. */
export function listed(item: string, typescript: string, python: string, cli: string | null): SdkCall {
  return {
    typescript: `for await (const ${item} of ${typescript}) console.log(${item});`,
    python: `for ${item} in ${python}:\n    print(${item})`,
    cli,
  };
}

/** Builds a call on a tenant. */
export function ofTenant({ typescript, python, cli }: SdkCall): SdkCall {
  return {
    typescript: `const tenant = client.tenant("${ids.tenant}");\n${typescript}`,
    python: `tenant = client.tenant("${ids.tenant}")\n${python}`,
    cli,
  };
}

/** An operation's example request. */
type ExampleRequest = { readonly params: object | null; readonly query: object | null; readonly body: object | null };

/** Builds the call of an operation's example from its declaration; undefined if the SDKs don't offer it. */
export function derivedCall(operation: Operation, { params, query, body }: ExampleRequest): SdkCall | undefined {
  const callable = sdkCallable(operation);
  if (callable === null) return undefined;
  const { call, command } = { ...operation, call: callable.operation.call };
  const values = new Map<string, unknown>(Object.entries({ ...params, ...query, ...body }));
  const inOrder = [...callable.params, ...callable.args].map((name) => String(values.get(name)));
  const rest = Object.fromEntries([...values].filter(([name]) => name in { ...callable.query, ...callable.body }));
  const more = Object.keys(rest).length === 0 ? [] : [javascript(rest)];
  const name = call.result ?? singularOf(callable.resource);
  const given = [...inOrder.map((text) => JSON.stringify(text)), ...more].join(", ");
  const target = call.method.split(".").map(snakeCase).join(".");
  const flags = Object.entries(command?.flags ?? {}).flatMap(([field, [flag]]) =>
    values.has(field) ? [`${flag.split(" ")[0]} ${shellWord(String(values.get(field)))}`] : [],
  );
  const [noun, verb] = (command?.usage ?? "").split(" ");
  const built: SdkCall = {
    typescript: `const ${name} = await ${call.method}(${given});`,
    python: pythonCall(`${name} = ${target}`, inOrder, rest),
    cli: command === undefined ? null : ["svc", noun, verb, ...inOrder, ...flags].join(" "),
  };
  return callable.scope === "tenant" ? ofTenant(built) : built;
}
