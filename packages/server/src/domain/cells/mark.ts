/**
 * Which cell a request is for. Servers check it, and routers in front of cells match the same texts, in the same order:
 * first the `Authorization` header, because its key decides what a caller may see; then the address; and at the few
 * addresses where a token is in the body, the body.
 */
import { cellNamePattern, operations } from "@svc/contract";
import { signInPaths } from "../agent-sign-in/metadata.ts";

/** Behind a mark, ids, keys and tokens have at least so many characters without a dot; host names practically never. */
export const markedLengthMin = 26;

/** The regular expression that finds a mark anywhere in a text. It uses nothing beyond POSIX's extended ones. */
export function markExpression(cell: string = cellNamePattern): string {
  return `[a-z]_(${cell})[.][0-9A-Za-z_-]{${markedLengthMin}}`;
}

/** The addresses, below the server's own, at which a request has no key, and a token in its body. */
export const bodyTokenPaths: readonly string[] = [
  operations.exchangeConnectToken.path,
  operations.getConnectStatus.path,
  signInPaths.token,
  signInPaths.revoke,
];

const mark = new RegExp(markExpression());

/** Returns the cell that the first marked id, key or token in a text names; null if there is none. */
export function cellIn(text: string): string | null {
  return mark.exec(text)?.[1] ?? null;
}
