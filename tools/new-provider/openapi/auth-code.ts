/** The credential that the provider accepts, in code. */
import { stringCode } from "./code-names.ts";
import type { CredentialHeader } from "./credential.ts";

/** The file `src/auth.ts`. @param helpUrl where the API's documentation begins. */
export function authCode(product: string, header: CredentialHeader, helpUrl: string): string {
  const { noun, words, isDescribed } = header;
  const value = header.prefix === "" ? "access_token" : `\`${header.prefix}\${access_token}\``;
  const headers = `{ ${stringCode(header.name)}: ${value} }`;
  const why = "the description doesn't say how the API accepts a credential";
  const article = /^[aeiou]/i.test(noun) ? "An" : "A";
  const isOne = `${article} ${noun} for ${product}.`;
  const help = words ?? `Your ${product} account issues it. Its documentation says where.`;
  const wrong = `This isn't ${article.toLowerCase()} ${noun} for ${product}: it has a space, a line break or the wrong length.`;
  return [
    `/** The ${noun} that the provider accepts, and its account. */`,
    `import { sensitive } from "@svc/contract";`,
    `import { staticCredential${isDescribed ? "" : ", unconfirmed"} } from "@svc/provider-kit";`,
    `import { isRecord } from "@svc/provider-kit/shape";`,
    `import { Type } from "typebox";`,
    `import { identify } from "./account.ts";`,
    "",
    "/** Anything that fits in a header: narrow it to the API's own format. */",
    `const keyPattern = "^[!-~]{8,500}$";`,
    "",
    "const submission = Type.Object(",
    `  { access_token: sensitive(Type.String({ description: ${stringCode(isOne)}, maxLength: 500, pattern: keyPattern })) },`,
    `  { additionalProperties: false, description: ${stringCode(`What the actions of ${product} are sent with.`)} },`,
    ");",
    "",
    `/** The ${noun} that the end user provides. */`,
    "export const keyAuth = staticCredential({",
    "  submission,",
    `  fields: [{ name: "access_token", label: ${stringCode(`${product} ${noun}`)}, help: ${stringCode(help)}, helpUrl: ${stringCode(helpUrl)}, pattern: keyPattern }],`,
    `  noun: ${stringCode(noun)},`,
    "  explain,",
    `  credentialKind: () => ${stringCode(noun.toLowerCase().replaceAll(" ", "_"))},`,
    `  headers: ({ access_token }) => (${isDescribed ? headers : `unconfirmed(${headers}, ${stringCode(why)})`}),`,
    "  identify,",
    "});",
    "",
    "/** Returns why a submission is refused, without quoting it; null if it is valid. */",
    "function explain(submitted: unknown): string | null {",
    `  const key = isRecord(submitted) ? submitted["access_token"] : undefined;`,
    `  if (typeof key !== "string") return "The field access_token is missing or not a string.";`,
    `  return new RegExp(keyPattern).test(key) ? null : ${stringCode(wrong)};`,
    "}",
    "",
  ].join("\n");
}

/** The file `src/errors.ts`: only what HTTP itself says about a status. */
export function errorsCode(product: string, { noun }: CredentialHeader): string {
  const text = (words: string): string => stringCode(words);
  return [
    "/**",
    " * The meaning of the API's refusals: so far, only what HTTP says about each status. Its messages may echo the caller's",
    " * input, so they are never passed on.",
    " */",
    `import type { ProviderResponse, Refusal } from "@svc/provider-kit";`,
    "",
    "/**",
    " * Judges a response that an action didn't accept. Only `PROVIDER_UNAUTHORIZED` means that the credential is dead, and",
    " * makes the connection need reconnecting: return it only for what the documentation says about a dead credential.",
    " * @returns the code, and a sentence that contains nothing from the response.",
    " */",
    "export function refuse({ status }: ProviderResponse, context: { credentialKind: string; change: boolean }): Refusal {",
    "  switch (status) {",
    "    case 401:",
    `      return { code: "PROVIDER_UNAUTHORIZED", detail: ${text(`${product} no longer accepts the ${noun} of this connection. Its owner must reconnect with a new one.`)} };`,
    "    case 403:",
    `      return { code: "PROVIDER_FORBIDDEN", detail: \`The ${noun} of this connection may not \${context.change ? "change" : "read"} this at ${product}.\` };`,
    "    case 404:",
    `      return { code: "RESOURCE_NOT_FOUND", detail: ${text(`${product} doesn't have what the request names, or doesn't show it to this ${noun}.`)} };`,
    "    case 429:",
    `      return { code: "PROVIDER_RATE_LIMITED", detail: ${text(`The rate limit of ${product} has been reached. Try again later.`)} };`,
    "    default:",
    "      return status >= 400 && status < 500",
    `        ? { code: "PROVIDER_REJECTED", detail: \`${product} rejected the request as invalid (status \${String(status)}). Check the input.\` }`,
    `        : { code: "PROVIDER_ERROR", detail: \`${product} answered with status \${String(status)}.\` };`,
    "  }",
    "}",
    "",
  ].join("\n");
}
