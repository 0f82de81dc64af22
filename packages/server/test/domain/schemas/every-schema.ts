/**
 * The schemas of the service: what callers send and receive, and the inputs and outputs of every provider's actions.
 */
import { adminOperationList, operationList } from "@svc/contract";
import { registeredProviders } from "../../../src/app/providers.ts";

/** Those of the API, and of the admin API. */
const operations = [...operationList, ...adminOperationList];

/** A schema with a name for messages. */
export type NamedSchema = { name: string; schema: object };

/** A schema for something that callers send as JSON. */
export type BodySchema = NamedSchema & {
  /** RFC 6901 pointer of the value within the body. */
  at: string;
};

/** Returns every schema for a body or part of one: operations, actions, and credentials from users. */
export function bodySchemas(): BodySchema[] {
  const found: BodySchema[] = [];
  for (const { id, body } of operations) if (body !== undefined) found.push({ name: id, schema: body, at: "" });
  for (const { provider } of registeredProviders) {
    for (const { id, input } of provider.actions) {
      found.push({ name: `input of ${provider.slug} ${id}`, schema: input, at: "/input" });
    }
    for (const auth of provider.auth) {
      if (auth.kind !== "static_credential") continue;
      found.push({ name: `credential of ${provider.slug}`, schema: auth.submission, at: "" });
    }
  }
  return found;
}

/** Returns every schema for a path or a query. */
export function parameterSchemas(): NamedSchema[] {
  return operations.flatMap(({ id, params, query }) =>
    [params, query].flatMap((schema) => (schema === undefined ? [] : [{ name: `parameters of ${id}`, schema }])),
  );
}

/** Returns every schema for a response of an operation or an action. */
export function responseSchemas(): NamedSchema[] {
  const found: NamedSchema[] = [];
  const others = operationList.flatMap(({ otherResponses = [], id }) =>
    otherResponses.map((success) => ({ id, success })),
  );
  for (const { id, success } of [...operations, ...others]) {
    if (success.schema !== undefined) found.push({ name: `response of ${id}`, schema: success.schema });
  }
  for (const { provider } of registeredProviders) {
    for (const { id, output } of provider.actions) {
      found.push({ name: `output of ${provider.slug} ${id}`, schema: output });
    }
  }
  return found;
}
