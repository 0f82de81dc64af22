/**
 * Parses the bodies of writes.
 * Follows docs.github.com/en/rest/using-the-rest-api/troubleshooting-the-rest-api.
 */
import { Refusal } from "@svc/simulator";
import type { SimRequest } from "@svc/simulator";
import { malformed } from "./refusal.ts";

/** A body that is a JSON object. */
export type Body = Readonly<Record<string, unknown>>;

/** Throws `Refusal` 400 if the body isn't a JSON object. An absent body is an empty object. */
export function bodyOf({ bodyText, json }: SimRequest): Body {
  if (bodyText === "") return {};
  if (json === undefined) throw new Refusal(400, "Problems parsing JSON");
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    throw new Refusal(400, "Body should be a JSON object");
  }
  return json as Body;
}

/** A text field; undefined if absent. Throws `Refusal` 422 for another type. */
export function textField(body: Body, name: string): string | null | undefined {
  const value = body[name];
  if (value === undefined || value === null || typeof value === "string") return value;
  throw malformed(`For 'properties/${name}', ${JSON.stringify(value)} is not a string.`);
}

/** One of some words. Throws `Refusal` 422 for anything else. */
export function wordField<Word extends string>(
  body: Body,
  name: string,
  words: readonly Word[],
): Word | null | undefined {
  const value = textField(body, name);
  if (value === undefined || value === null) return value;
  const word = words.find((candidate) => candidate === value);
  if (word === undefined)
    throw malformed(`For 'properties/${name}', "${value}" is not a member of ${words.join(", ")}.`);
  return word;
}

/** A list of names, whose entries may be objects with the name as `key`. Otherwise throws `Refusal` 422. */
export function namesField(body: Body, name: string, key: string): readonly string[] | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) throw malformed(`For 'properties/${name}', ${JSON.stringify(value)} is not an array.`);
  return value.map((item: unknown) => {
    const named = typeof item === "object" && item !== null ? (item as Body)[key] : item;
    if (typeof named === "string") return named;
    throw malformed(`For 'properties/${name}/items', ${JSON.stringify(item)} is not a string.`);
  });
}

/** A milestone's number, possibly as text; null removes it. Otherwise throws `Refusal` 422. */
export function milestoneField(body: Body): number | null | undefined {
  const value = body["milestone"];
  if (value === undefined || value === null) return value;
  if (typeof value === "number" || (typeof value === "string" && /^\d+$/.test(value))) return Number(value);
  throw malformed(`For 'properties/milestone', ${JSON.stringify(value)} is not an integer.`);
}
