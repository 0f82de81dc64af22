/** The TypeScript SDK under test. */
import { inspect } from "node:util";
import { ApiError, PublicCatalog, ServiceClient, SvcError } from "@svc/sdk";
import type { SdkClient, SdkError } from "./client.ts";
import { methods } from "./methods.ts";

/** Operations whose `idempotencyKey` is a filter, not the request's key. */
const filtersByKey: ReadonlySet<string> = new Set(["listExecutions"]);

/** @returns the TypeScript SDK as a client under test. */
export function startTypescript(): SdkClient {
  return {
    name: "TypeScript",
    async call({ baseUrl, token, maxRetries, operation, arguments: given }) {
      const waitsMs: number[] = [];
      const sleep = async (ms: number): Promise<void> => void waitsMs.push(ms);
      let client: unknown = null;
      try {
        const settings = { baseUrl, platform: { sleep }, ...(maxRetries === undefined ? {} : { maxRetries }) };
        const isPublic = methods[operation]?.path.startsWith("catalog.") === true;
        client = isPublic ? new PublicCatalog(settings) : new ServiceClient({ ...settings, accessToken: token });
        const result = await plain(invoke(client, operation, given));
        return { result, waitsMs, shown: show(client) };
      } catch (error) {
        if (!(error instanceof SvcError)) throw error;
        return { error: facts(error), waitsMs, shown: `${show(error)} ${show(client)}` };
      }
    },
    close: async () => undefined,
  };
}

function invoke(client: unknown, operation: string, given: Readonly<Record<string, unknown>>): unknown {
  const chosen = methods[operation];
  if (chosen === undefined) throw new Error(`There is no method for ${operation}.`);
  const { tenant_id, timeoutMs, idempotencyKey, ...others } = given;
  const rest: Record<string, unknown> = { ...others };
  if (filtersByKey.has(operation) && idempotencyKey !== undefined) rest["idempotencyKey"] = idempotencyKey;
  let path = chosen.path.split(".");
  let target: unknown = client;
  if (path[0] === "tenant") target = (client as ServiceClient).tenant(String(tenant_id));
  else if (tenant_id !== undefined) rest["tenant_id"] = tenant_id;
  if (path[0] === "connection") {
    target = (client as ServiceClient).tenant(String(tenant_id)).connection(String(rest["connection_id"]));
    delete rest["connection_id"];
    delete rest["tenant_id"];
  }
  if (["tenant", "connection", "catalog"].includes(path[0] ?? "")) path = path.slice(1);
  const inOrder = chosen.inOrder.map((name) => {
    const value = rest[name];
    delete rest[name];
    return value;
  });
  const options = {
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(idempotencyKey === undefined || filtersByKey.has(operation) ? {} : { idempotencyKey }),
  };
  const last = { object: [rest, options], options: [{ ...rest, ...options }], none: [options] }[chosen.rest];
  // An id that is known only at run time.
  const name = `${path.pop() ?? ""}${chosen.path.startsWith("connection.") ? "Untyped" : ""}`;
  for (const step of path) target = (target as Record<string, unknown>)[step];
  const found = (target as Record<string, (...values: unknown[]) => unknown>)[name];
  if (found === undefined) throw new Error(`The SDK has no ${chosen.path}.`);
  return found.apply(target, [...inOrder, ...last]);
}

/** A result as data: all items of a list, null if there is no result. */
async function plain(returned: unknown): Promise<unknown> {
  if (typeof returned === "object" && returned !== null && Symbol.asyncIterator in returned) {
    const items: unknown[] = [];
    for await (const item of returned as AsyncIterable<unknown>) items.push(item);
    return items;
  }
  return (await returned) ?? null;
}

function facts(error: SvcError): SdkError {
  const refusal = error.cause instanceof ApiError ? { refusal: error.cause.code } : {};
  return { ...Object.fromEntries(Object.entries(error)), ...refusal, class: error.name };
}

function show(value: unknown): string {
  const text = value instanceof Error ? `${value.message} ${value.stack} ${inspect(value.cause)}` : "";
  return `${text} ${JSON.stringify(value)} ${inspect(value, { depth: 9, showHidden: true })}`;
}
