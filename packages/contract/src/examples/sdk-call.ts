/** Builds the code samples of one call. */
import { snakeCase } from "./literals.ts";
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
