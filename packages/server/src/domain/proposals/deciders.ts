/** How a decision names the person who made it, and the way that it took. Pure. */
import type { Decision } from "../records/documents.ts";

/** The ways that a decision reaches svc, as `decidedBy` has them after the person. */
const ways = {
  key: ", through ",
  page: ", on the approval page, identified by ",
  console: ", operator (",
} as const;

/** @param client who decided with its key, and the key's public id. */
export function decidedWithKey(person: string, client: { name: string; id: string }, keyId: string): string {
  return `${person}${ways.key}${client.name} (${client.id}), key ${keyId}`;
}

/** @param client whose app identified the person, and the public id of the key that it used. */
export function decidedOnPage(subject: string, client: { name: string; id: string }, keyId: string): string {
  return `${subject}${ways.page}${client.name} (${client.id}), key ${keyId}`;
}

/** @param id the public id of the operator's token. */
export function decidedInConsole({ name, id }: { name: string; id: string }): string {
  return `${name}${ways.console}${id})`;
}

/** Whether a decision was made on the approval page by this person. */
export function isDecidedOnPage({ decidedBy }: Decision, subject: string): boolean {
  return decidedBy.startsWith(subject + ways.page);
}

/** Returns the person alone. */
export function deciderOf({ decidedBy }: Pick<Decision, "decidedBy">): string {
  const found = Object.values(ways).map((way) => decidedBy.lastIndexOf(way));
  const at = Math.max(...found);
  return at === -1 ? decidedBy : decidedBy.slice(0, at);
}
