/** Turns the result of a tool into the action's output. */
import { validateAgainst } from "@svc/contract/validation";
import { ProviderFailure } from "@svc/provider-kit";
import { isRecord } from "@svc/provider-kit/shape";
import { limits } from "./limits.ts";
import { fault } from "./session.ts";

type Node = Readonly<Record<string, unknown>>;

/**
 * Returns the fields of a result that the schema declares; without a schema, the result's text.
 * @param output the mapped schema of the result; null if the server declares none.
 * @param isRead a read with parts that aren't text fails. A change is done, so its parts are counted.
 * @throws ProviderFailure for a result that is too large, or that svc can't return.
 */
export function readResult(result: Node, output: Node | null, isRead: boolean): unknown {
  if (Buffer.byteLength(JSON.stringify(result)) > limits.resultBytesMax) {
    throw fault("The tool's result has more than 1 MiB.");
  }
  if (output === null) return textOf(result, isRead);
  const { structuredContent } = result;
  if (!isRecord(structuredContent)) throw fault("The tool declares a schema for its result, but returned none.");
  return declared(output, structuredContent);
}

function textOf({ content }: Node, isRead: boolean): { text: string; omitted: number } {
  const parts = (Array.isArray(content) ? (content as unknown[]) : []).filter(isRecord);
  const texts = parts.flatMap((part) =>
    part["type"] === "text" && typeof part["text"] === "string" ? [part["text"]] : [],
  );
  const omitted = parts.length - texts.length;
  if (isRead && omitted > 0) {
    throw new ProviderFailure({
      code: "PROVIDER_REJECTED",
      detail: "The tool returned an image, a sound or a resource, which svc doesn't return.",
    });
  }
  return { text: texts.join("\n"), omitted };
}

/** A copy of a value with only what its schema declares. A value that doesn't fit stays as it is, for the validation. */
function declared(schema: Node, value: unknown): unknown {
  const { anyOf, items, properties, patternProperties } = schema;
  if (Array.isArray(anyOf)) {
    const copies = anyOf.filter(isRecord).map((branch) => [branch, declared(branch, value)] as const);
    return copies.find(([branch, copy]) => validateAgainst(branch, copy).ok)?.[1] ?? value;
  }
  if (Array.isArray(value)) return isRecord(items) ? value.map((item) => declared(items, item)) : value;
  if (!isRecord(value)) return value;
  const [any] = isRecord(patternProperties) ? Object.values(patternProperties) : [];
  const schemaOf = (name: string) => (isRecord(properties) && Object.hasOwn(properties, name) ? properties[name] : any);
  const entries = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    const own = schemaOf(name);
    return isRecord(own) ? [[name, declared(own, member)]] : [];
  });
  return Object.fromEntries(entries);
}
