/** Parses messages as Gmail receives them (RFC 5322, 2045 to 2047). */
import { Buffer } from "node:buffer";
import { Refusal } from "@svc/simulator";
import type { Header, StoredMessage, StoredPart } from "./model.ts";

/** Parses a message in base64url. Throws `Refusal` 400 for one that isn't a message. */
export function parseMessage(raw: unknown): Pick<StoredMessage, "headers" | "parts"> {
  if (typeof raw !== "string" || raw === "") throw invalid("'raw' RFC822 payload message string required");
  const { headers, body } = split(Buffer.from(raw, "base64url").toString("utf8"));
  return { headers: headers.map(([name, value]) => [name, decodedWords(value)]), parts: partsOf(headers, body) };
}

/** The addresses in a header. */
export function addressesIn(value: string): string[] {
  return value
    .split(",")
    .map((one) => (/<([^<>]*)>/.exec(one)?.[1] ?? one).trim())
    .filter((one) => one !== "");
}

function split(text: string): { headers: Header[]; body: string } {
  const at = text.indexOf("\r\n\r\n");
  const head = (at < 0 ? text.replace(/\r\n$/, "") : text.slice(0, at)).replaceAll(/\r\n(?=[ \t])/g, "");
  const headers = head.split("\r\n").map((line): Header => {
    const [, name, value] = /^([!-9;-~]+):[ \t]*(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) throw invalid("Invalid header");
    if (line.length > 998 && !/[ \t]/.test(value)) throw invalid("Header line too long");
    return [name, value];
  });
  return { headers, body: at < 0 ? "" : text.slice(at + 4) };
}

function partsOf(headers: readonly Header[], body: string): StoredPart[] {
  const type = valueOf(headers, "content-type") || "text/plain";
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1];
  if (boundary !== undefined) {
    const sections = body.split(`--${boundary}`).slice(1);
    if (!sections.at(-1)?.startsWith("--")) throw invalid("The last boundary is missing");
    return sections.slice(0, -1).flatMap((section) => {
      const inner = split(section.replace(/^\r\n/, ""));
      return partsOf(inner.headers, inner.body);
    });
  }
  const isBase64 = valueOf(headers, "content-transfer-encoding").toLowerCase() === "base64";
  const content = isBase64 ? Buffer.from(body, "base64").toString("utf8") : body.replace(/\r\n$/, "");
  const filename = /filename="?([^";]+)"?/i.exec(valueOf(headers, "content-disposition"))?.[1] ?? "";
  return [{ mimeType: (type.split(";")[0] ?? "").trim().toLowerCase(), filename, content }];
}

function valueOf(headers: readonly Header[], name: string): string {
  return headers.find(([own]) => own.toLowerCase() === name)?.[1] ?? "";
}

function decodedWords(value: string): string {
  return value
    .replaceAll(/\?=[ \t]+=\?/g, "?==?")
    .replaceAll(/=\?UTF-8\?B\?([^?]*)\?=/gi, (_, text: string) => Buffer.from(text, "base64").toString("utf8"));
}

function invalid(message: string): Refusal {
  return new Refusal(400, message, { code: "invalidArgument" });
}
