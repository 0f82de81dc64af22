/** Names in generated code. A description may contain anything; only its letters and digits become names. */
import { actionIdPattern } from "@svc/contract";
import { DescriptionError, quoted } from "./description.ts";

const actionId = new RegExp(actionIdPattern);

/** Names that a field can't have, because they have a meaning for objects. */
const misleading: ReadonlySet<string> = new Set(["constructor", "prototype", "proto", "toString", "valueOf"]);

/**
 * Returns the API's field name in our style: `page_size` becomes `pageSize`.
 * @throws DescriptionError if no part of it can be a name.
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

/** The name of the list of a resource's actions: for `pets.list`, `petsActions`. */
export function listConstantOf(id: string): string {
  return `${resourceOf(id)}Actions`;
}

/** The first word of an action's id, which names its file. */
export function resourceOf(id: string): string {
  return id.split(".", 1)[0] ?? "";
}

export function stringCode(text: string): string {
  // JSON's two line separators are line ends in some tools.
  return JSON.stringify(text).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

/** Text for a comment, which it can't end. */
export function commentText(text: string): string {
  return text.replaceAll("*/", "* /");
}

/** Whether a text is an action id, of a length that the contract allows. */
export function isActionId(id: string): boolean {
  return actionId.test(id) && id.length <= 100;
}
