/** Names in generated code. A description may say anything; only letters and digits of it become names. */
import { DescriptionError } from "./description.ts";
import { quoted } from "./operation.ts";
import type { Operation } from "./operation.ts";

/** The pattern of an action's id, as the contract has it. */
const actionId = /^[a-z][a-zA-Z0-9]*(?:\.[a-zA-Z][a-zA-Z0-9]*)+$/;

/** Names that a field can't have, because they would mean something to an object. */
const misleading: ReadonlySet<string> = new Set(["constructor", "prototype", "proto", "toString", "valueOf"]);

/**
 * The API's name of a field as we write it: `page_size` becomes `pageSize`.
 * @throws DescriptionError if nothing of it can be a name.
 */
export function fieldName(name: string): string {
  const [first = "", ...rest] = wordsOf(name);
  const joined = first + rest.map(capitalized).join("");
  if (!/^[a-z][a-zA-Z0-9]{0,60}$/.test(joined) || misleading.has(joined)) {
    throw new DescriptionError(`The name ${quoted(name)} can't become a field.`);
  }
  return joined;
}

/** The words of a name in lowercase: `petId`, `pet_id` and `Pet-ID` are `pet` and `id`. */
export function wordsOf(name: string): string[] {
  const parted = name.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").replaceAll(/([A-Z])([A-Z][a-z])/g, "$1 $2");
  return parted
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
}

/** A word with a capital first letter. */
export function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** An action's id as a constant: `pets.list` becomes `petsList`. */
export function constantOf(id: string): string {
  const [first = "", ...rest] = id.split(".");
  return first + rest.map(capitalized).join("");
}

/** Text as a string in code. */
export function stringCode(text: string): string {
  // JSON's two line separators are line ends in some tools.
  return JSON.stringify(text).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

/** Text within a comment: it can't end it. */
export function commentText(text: string): string {
  return text.replaceAll("*/", "* /");
}

/**
 * The id of an operation's action: what its author says, or the resource of the path and what the method does to it.
 * @throws DescriptionError if it isn't an action's id.
 */
export function actionIdOf({ operationId, method, template }: Operation, given: string | undefined): string {
  const id = given ?? guessedId(method, template);
  if (actionId.test(id) && id.length <= 100) return id;
  throw new DescriptionError(
    `Give ${quoted(operationId)} an id of words joined by dots, such as ${operationId.replaceAll(/[^A-Za-z]/g, "").slice(0, 40) || "it"}=pets.list.`,
  );
}

function guessedId(method: Operation["method"], template: string): string {
  const segments = template.split("/").filter((segment) => segment !== "");
  const named = segments.filter((segment) => !segment.includes("{") && !/^(?:v\d+|api)$/i.test(segment));
  const resource = wordsOf(named.at(-1) ?? "");
  const isItem = segments.at(-1)?.includes("{") === true;
  const verbs = { GET: isItem ? "get" : "list", POST: "create", PUT: "replace", PATCH: "update", DELETE: "delete" };
  const [first = "", ...rest] = resource;
  return `${first}${rest.map(capitalized).join("")}.${verbs[method]}`;
}
