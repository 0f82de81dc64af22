/**
 * Faults on the wire, and the result of each (contract §4.2 and §4.3). RFC 9110 and RFC 9112 define
 * the bytes.
 */
import { gzipSync } from "node:zlib";
import type { ErrorCode } from "@svc/contract";
import type { Socket } from "node:net";
import { jsonResponse, type RawRequest, type Script } from "./raw-provider.ts";

/** The caller's response: a success, or a problem's code. */
export type Verdict = "succeeded" | ErrorCode;

/** One fault, and its verdict for each kind of request. */
export interface WireFault {
  readonly name: string;
  readonly script: Script;
  /** `secrets.get`, whose every retry gets the fault. */
  readonly read: Verdict;
  /** How often such a read is sent; absent if that depends on the deadline. */
  readonly sends?: number;
  /**
   * The connection closes before any byte of a response: on a kept one, this looks as if it had already been closed.
   */
  readonly isSilent?: true;
  /** The POST of `secrets.set`. */
  readonly set: Verdict;
  /** The DELETE of `secrets.delete`. */
  readonly delete: Verdict;
}

const unknown = "ACTION_OUTCOME_UNKNOWN";

/** The normal response. */
export function goodResponse({ method, path }: RawRequest): string {
  if (method === "DELETE") return "HTTP/1.1 204 No Content\r\n\r\n";
  return jsonResponse(goodBodyOf(path));
}

function goodBodyOf(path: string): unknown {
  return path.endsWith("/names") ? { names: ["PORT"], success: true } : goodBody;
}

const goodBody = {
  name: "WIRE",
  value: { raw: "canary-wire", computed: "canary-wire", rawVisibility: "masked", computedVisibility: "masked" },
  success: true,
};
const goodText = JSON.stringify(goodBody);
// Long enough to read the bytes before the connection breaks.
const pauseMs = 60;

const closed =
  (bytes = ""): Script =>
  (socket) =>
    void socket.end(bytes);
const left =
  (bytes: string | Buffer): Script =>
  (socket) =>
    void socket.write(bytes);
const reset =
  (bytes = ""): Script =>
  (socket) => {
    if (bytes === "") socket.resetAndDestroy();
    else socket.write(bytes, () => setTimeout(() => socket.resetAndDestroy(), pauseMs));
  };
const head = (status: string, ...headers: readonly string[]): string =>
  `HTTP/1.1 ${status}\r\n${headers.map((line) => `${line}\r\n`).join("")}\r\n`;
const ok = (...headers: readonly string[]): string => head("200 OK", "content-type: application/json", ...headers);
const chunked = ok("transfer-encoding: chunked");
const withBody = (body: Buffer | string, ...headers: readonly string[]): Buffer =>
  Buffer.concat([Buffer.from(ok(`content-length: ${body.length}`, ...headers)), Buffer.from(body)]);
const html = (status: string): string => {
  const page = "<html><body>Bad gateway</body></html>";
  return `${head(status, "content-type: text/html", `content-length: ${page.length}`)}${page}`;
};
/** If followed, it would show as another request for the same project. */
const redirect = (status: string): Script =>
  function (socket, { project }) {
    socket.write(head(status, `location: /elsewhere?project=${project}`, "content-length: 0"));
  };
const drip: Script = (socket) => {
  socket.write(ok("content-length: 1000000"));
  const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : void socket.write(" ")), 100);
  socket.once("close", () => clearInterval(timer));
};
const before =
  (bytes: string): Script =>
  (socket: Socket, request) =>
    void socket.write(bytes + goodResponse(request));

type Verdicts = Pick<WireFault, "read" | "sends" | "set" | "delete">;
const lost: Verdicts = { read: "PROVIDER_ERROR", sends: 3, set: unknown, delete: unknown };
const slow: Verdicts = { read: "PROVIDER_TIMEOUT", set: unknown, delete: unknown };
/** A set's 200 decides alone; a delete expects 204. */
const spoiled: Verdicts = { read: "PROVIDER_ERROR", sends: 3, set: "succeeded", delete: unknown };
const misshapen: Verdicts = { ...spoiled, sends: 1 };
const untroubled: Verdicts = { read: "succeeded", sends: 1, set: "succeeded", delete: "succeeded" };
const moved: Verdicts = { ...lost, sends: 1 };

const row = (name: string, script: Script, verdicts: Verdicts): WireFault => ({ name, script, ...verdicts });
const refusal = (status: string, verdict: ErrorCode, fields: Partial<Verdicts> = {}, headers: string[] = []) => {
  const script = left(jsonResponse({ messages: ["no"], success: false }, status, headers));
  return row(status, script, { read: verdict, sends: 1, set: verdict, delete: verdict, ...fields });
};
const ambiguous = (status: string): WireFault => row(status, left(jsonResponse({ messages: ["?"] }, status)), lost);

export const wireFaults: readonly WireFault[] = [
  { ...row("reset before the response", reset(), lost), isSilent: true },
  { ...row("closed before the response", closed(), lost), isSilent: true },
  row("no response", () => undefined, slow),
  row("half a status line, closed", closed("HTTP/1.1 20"), lost),
  row("half a status line and no more", left("HTTP/1.1 20"), slow),
  row("half a header, reset", reset("HTTP/1.1 200 OK\r\ncontent-ty"), lost),
  row("another protocol", left("SSH-2.0-OpenSSH_9.9\r\n\r\n"), lost),
  row("two lengths that differ", left(head("200 OK", "content-length: 5", "content-length: 6")), lost),
  row("a length and chunks", left(ok("content-length: 5", "transfer-encoding: chunked") + "0\r\n\r\n"), lost),
  row("a header of 20 KB", left(ok(`x-long: ${"a".repeat(20_000)}`, "content-length: 0")), lost),
  row("a NUL in a header", left(ok("x-nul: a\0b", "content-length: 0")), lost),
  row("status 999", left(head("999 Odd", "content-length: 0")), lost),
  row("103, then the response", before(head("103 Early Hints", "link: </a>; rel=preload")), untroubled),
  row("103, closed", closed(head("103 Early Hints")), lost),
  row("101", left(head("101 Switching Protocols", "upgrade: x", "connection: upgrade")), lost),
  row("an unsolicited 100", before(head("100 Continue")), lost),
  row("body cut, closed", closed(ok("content-length: 500") + goodText), spoiled),
  row("body cut, reset", reset(ok("content-length: 500") + goodText), spoiled),
  row("the response, then reset", (socket, request) => reset(goodResponse(request))(socket, request), untroubled),
  row("chunks cut, closed", closed(`${chunked}20\r\n{"name":`), spoiled),
  row("chunks cut, reset", reset(`${chunked}20\r\n{"name":`), spoiled),
  row("chunks without their end", closed(`${chunked}${goodText.length.toString(16)}\r\n${goodText}\r\n`), spoiled),
  row("a chunk's length that is no number", left(`${chunked}zz\r\n{}\r\n0\r\n\r\n`), spoiled),
  row("JSON cut, its length right", left(withBody(goodText.slice(0, -9))), spoiled),
  row("an empty body", left(ok("content-length: 0")), misshapen),
  row("NUL bytes", left(withBody("\0".repeat(64))), spoiled),
  row("bytes that are no UTF-8", left(withBody(Buffer.from([0x22, 0xc3, 0x28, 0x22]))), spoiled),
  row("a gzip bomb", left(withBody(gzipSync(Buffer.alloc(64 << 20, " ")), "content-encoding: gzip")), misshapen),
  row("gzip that is none", left(withBody("plain", "content-encoding: gzip")), spoiled),
  row("an unknown encoding", left(withBody(goodText, "content-encoding: rot13")), spoiled),
  row("a body of 6 MB", left(withBody(Buffer.alloc(6_000_000, " "))), misshapen),
  row("200 with a refusal", left(withBody(JSON.stringify({ success: false, messages: ["no"] }))), misshapen),
  row("200 with a page", left(html("200 OK")), spoiled),
  row("a body that drips past the deadline", drip, { ...spoiled, read: "PROVIDER_TIMEOUT", sends: 1 }),
  row("201", (socket, { path }) => void socket.write(jsonResponse(goodBodyOf(path), "201 Created")), {
    ...lost,
    read: "succeeded",
    sends: 1,
  }),
  row("204", left(head("204 No Content")), { ...moved, delete: "succeeded" }),
  row("302", redirect("302 Found"), moved),
  row("303", redirect("303 See Other"), moved),
  row("307", redirect("307 Temporary Redirect"), moved),
  row("304", left(head("304 Not Modified")), moved),
  refusal("400 Bad Request", "PROVIDER_REJECTED"),
  // The credential still names its account.
  refusal("401 Unauthorized", "PROVIDER_FORBIDDEN"),
  refusal("403 Forbidden", "PROVIDER_FORBIDDEN"),
  // For a delete, a 404 means that the secret is absent (contract §6.1).
  refusal("404 Not Found", "RESOURCE_NOT_FOUND", { delete: "succeeded" }),
  refusal("409 Conflict", "PROVIDER_REJECTED"),
  refusal("422 Unprocessable Content", "PROVIDER_REJECTED"),
  refusal("429 Too Many Requests", "PROVIDER_RATE_LIMITED", {}, ["retry-after: 60"]),
  ambiguous("408 Request Timeout"),
  ambiguous("421 Misdirected Request"),
  ambiguous("425 Too Early"),
  ambiguous("500 Internal Server Error"),
  row("502 with a page", left(html("502 Bad Gateway")), lost),
  ambiguous("503 Service Unavailable"),
  ambiguous("504 Gateway Timeout"),
];
