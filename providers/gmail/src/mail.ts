/** Formats messages (RFC 5322, 2045 and 2047) as Gmail accepts them. Pure. */

/** svc's own header on every message, with the marker of the execution that wrote it. */
export const markerHeader = "X-Svc-Execution";

/** A message's content. Addresses and subject have no line breaks. */
export type Mail = {
  to: readonly string[];
  cc?: readonly string[] | undefined;
  bcc?: readonly string[] | undefined;
  subject: string;
  text: string;
  html?: string | undefined;
  /** For a reply: `In-Reply-To` and `References`. */
  headers?: Readonly<Record<string, string>>;
};

/**
 * The maximum length of a base64 line without its line break (RFC 2045 §6.8), within what RFC 5322 recommends for any
 * line.
 */
const lineLength = 76;

/**
 * Builds a message for Gmail, which adds `From`, `Date` and `Message-ID`.
 * @param marker the execution's marker in hexadecimal digits. It is also the boundary, which can't occur in base64.
 * @returns the message in base64url.
 */
export function rawMessage({ to, cc = [], bcc = [], subject, text, html, headers = {} }: Mail, marker: string): string {
  const lines = [
    ...addressHeader("To", to),
    ...addressHeader("Cc", cc),
    ...addressHeader("Bcc", bcc),
    `Subject: ${encodedWords(subject)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `${markerHeader}: ${marker}`,
    "MIME-Version: 1.0",
    ...(html === undefined ? part("plain", text) : alternatives(text, html, `svc-${marker}`)),
  ];
  return Buffer.from(`${lines.join("\r\n")}\r\n`, "utf8").toString("base64url");
}

/** Puts each address on its own line, so that no line is too long. */
function addressHeader(name: string, list: readonly string[]): string[] {
  return list.length === 0 ? [] : [`${name}: ${list.join(",\r\n ")}`];
}

/**
 * Encodes a header's text: printable ASCII unchanged, anything else as encoded words of whole characters (RFC 2047).
 */
export function encodedWords(value: string): string {
  if (/^[ -~]*$/.test(value) && !value.includes("=?")) return folded(value);
  const words: string[] = [];
  for (const character of value) {
    const last = words.at(-1) ?? "";
    // 42 bytes are 56 characters of base64. With the encoding marks and the header's name, a line has at most 78.
    if (words.length > 0 && Buffer.byteLength(last + character) <= 42) words[words.length - 1] = last + character;
    else words.push(character);
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString("base64")}?=`).join("\r\n ");
}

/** Breaks a long header before a space. */
function folded(value: string): string {
  return value.replaceAll(new RegExp(`(.{1,${lineLength - 10}})(?= |$)`, "g"), "$1\r\n").replace(/\r\n$/, "");
}

function part(kind: "plain" | "html", content: string): string[] {
  const lines = Buffer.from(content.replaceAll(/\r?\n/g, "\r\n"))
    .toString("base64")
    .match(new RegExp(`.{1,${lineLength}}`, "g"));
  return [`Content-Type: text/${kind}; charset=utf-8`, "Content-Transfer-Encoding: base64", "", ...(lines ?? [])];
}

function alternatives(text: string, html: string, boundary: string): string[] {
  return [
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    "",
    `--${boundary}`,
    ...part("plain", text),
    `--${boundary}`,
    ...part("html", html),
    `--${boundary}--`,
  ];
}
