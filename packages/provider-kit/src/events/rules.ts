/** Rules for a declaration of events, as pure functions that return a sentence per fault. */
import { contentKeyword, eventTypePattern, sensitiveKeyword } from "@svc/contract";
import { patternFaults } from "../action-rules.ts";
import { isToken } from "../header-rules.ts";
import { collectNodes } from "../schema-nodes.ts";
import type { ProviderEvents, ProviderEventType } from "./declaration.ts";
import type { DeliveryTime, SignedPart, Verification } from "./verification.ts";

/** The fields that svc adds to an event's data. */
export const ownEventFields: readonly string[] = ["connection_id", "provider", "providerEventId", "occurredAt"];

/** Checks a declaration. @returns one sentence per fault; none if it is valid. */
export function eventsFaults({ verification, types, docsUrl }: ProviderEvents): string[] {
  const names = new Set(types.map(({ type }) => type));
  return [
    ...verificationFaults(verification),
    ...(URL.parse(docsUrl)?.protocol === "https:" ? [] : ["docsUrl must be an https URL."]),
    ...(types.length > 0 && names.size === types.length ? [] : ["types must be different, and at least one."]),
    ...types.flatMap(typeFaults),
  ];
}

function verificationFaults(verification: Verification): string[] {
  const { header } = verification;
  const faults = isHeader(header) ? [] : ["the header of the signature must be a header's name in lowercase."];
  if (verification.kind === "jwt_hs256" && verification.bodyClaim === "")
    return [...faults, "the token has no claim for the body, so it doesn't prove the body."];
  if (verification.kind === "token" || verification.kind === "jwt_hs256") return faults;
  const { signed, element, time } = verification;
  const bodies = signed.filter((part) => part === "body");
  return [
    ...faults,
    ...(bodies.length === 1 ? [] : ["the signature must cover the body, once."]),
    ...(signed.every((part) => isPart(part, element)) ? [] : ["a signed part isn't in the delivery."]),
    ...(time === undefined ? [] : timeFaults(time, signed)),
  ];
}

function isHeader(name: string): boolean {
  return isToken(name) && name === name.toLowerCase();
}

function isPart(part: SignedPart, element: string | undefined): boolean {
  if (part === "body") return true;
  if ("header" in part) return isHeader(part.header);
  return "element" in part ? element !== undefined && part.element !== element : part.text !== "";
}

/** A time that the signature doesn't cover proves nothing. */
function timeFaults({ from, toleranceSeconds }: DeliveryTime, signed: readonly SignedPart[]): string[] {
  const isSigned = signed.some((part) => {
    if (part === "body") return "member" in from;
    if ("header" in part) return "header" in from && from.header === part.header;
    return "element" in part && "element" in from && from.element === part.element;
  });
  const isNear = Number.isInteger(toleranceSeconds) && toleranceSeconds >= 1 && toleranceSeconds <= 3600;
  return [
    ...(isSigned ? [] : ["the signature must cover the time."]),
    ...(isNear ? [] : ["toleranceSeconds must be a whole number from 1 to 3600."]),
  ];
}

function typeFaults({ type, title, description, consent, data }: ProviderEventType): string[] {
  const texts = { title, description, consent };
  const properties: object = data.properties;
  const fields = Object.entries(properties) as [string, Readonly<Record<string, unknown>>][];
  const nodes = collectNodes(data, `${type}.data`);
  return [
    ...(new RegExp(eventTypePattern).test(type)
      ? []
      : [`${type} must be words of lowercase letters, joined by _ or dots.`]),
    ...Object.entries(texts).flatMap(([name, text]) => (text.trim() === "" ? [`${type} has no ${name}.`] : [])),
    ...nodes.flatMap(patternFaults),
    ...((data as { additionalProperties?: unknown }).additionalProperties === false
      ? []
      : [`the data of ${type} accepts unknown fields (additionalProperties is not false).`]),
    ...nodes
      .filter(({ schema }) => schema[sensitiveKeyword] !== undefined || schema[contentKeyword] !== undefined)
      .map(({ path }) => `${path} is marked as a secret or content, which an event must not hold: an action reads it.`),
    ...fields.flatMap(([name, schema]) => fieldFaults(`${type}.${name}`, name, schema)),
  ];
}

function fieldFaults(path: string, name: string, schema: Readonly<Record<string, unknown>>): string[] {
  const branches = (Array.isArray(schema["anyOf"]) ? schema["anyOf"] : [schema]) as Readonly<Record<string, unknown>>[];
  const isPlain = branches.every(
    ({ type }) => type === "string" || type === "number" || type === "integer" || type === "null",
  );
  const { description } = schema;
  return [
    ...(isPlain ? [] : [`${path} must be a text, a number or null.`]),
    ...(typeof description === "string" && description !== "" ? [] : [`${path} has no description.`]),
    ...(ownEventFields.includes(name) ? [`${path} has the name of a field that svc adds.`] : []),
  ];
}
