/** Pages for the error codes, from the contract's table. */
import { errorCodes, errorTable, problemOf, type ErrorCode } from "@svc/contract";

/** Returns a page for each error code, and their index, by file in `docs/reference`. */
export function errorPages(): Map<string, string> {
  const rows = errorCodes.map((code) => {
    const { status, title, retryable } = errorTable[code];
    return `| [\`${code}\`](errors/${code}.md) | ${status} | ${title} | ${retryable ? "yes" : "no"} |`;
  });
  const summary = "Every code that the service returns, its status, and whether the request may be sent again.";
  const markdown = [
    "# Error codes",
    "",
    `${summary} Errors are RFC 9457 problem documents; branch on \`code\`, never on \`detail\`.`,
    "",
    "| Code | Status | Title | May be sent again |",
    "| --- | --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
  return new Map([
    ["errors.md", markdown],
    ...errorCodes.map((code) => [`errors/${code}.md`, errorPage(code)] as const),
  ]);
}

/** The origin of the example server's documentation. */
const exampleOrigin = "https://svc.example.com";

function errorPage(code: ErrorCode): string {
  const entry = errorTable[code];
  const again = entry.retryable
    ? "Yes: the same request with the same key may be sent again, and it cannot act twice."
    : "No: sending it again unchanged has no effect, or is not safe.";
  const key = entry.releasesKey
    ? "The idempotency key is free again: the same key with the same body makes a new, recorded attempt."
    : "The idempotency key, if it was claimed, keeps this response.";
  const who = entry.next === "nobody" ? "no one" : `the ${entry.next}`;
  const wait =
    entry.retryAfterSeconds === undefined
      ? []
      : ["", `It carries \`Retry-After\` (${entry.retryAfterSeconds} s by default).`];
  return [
    `# ${code}`,
    "",
    `**${entry.status} ${entry.title}**`,
    "",
    entry.detail,
    "",
    "| Question | Answer |",
    "| --- | --- |",
    `| May it be sent again? | ${again} |`,
    `| The idempotency key | ${key} |`,
    `| Who acts next | ${who} |`,
    `| Exit code of \`svc\` | ${entry.exitCode} |`,
    ...wait,
    "",
    "Response:",
    "",
    "```json",
    JSON.stringify(problemOf(code, { docsUrl: exampleOrigin, requestId: "req_4f7c1d" }), null, 2),
    "```",
    "",
    "All codes: [error codes](../errors.md).",
    "",
  ].join("\n");
}
