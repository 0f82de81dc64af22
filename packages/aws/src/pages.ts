/** Lists of AWS's JSON APIs, page by page. */
import { ProviderFailure, type ReadPort } from "@svc/provider-kit";
import { list, record, textOf } from "@svc/provider-kit/shape";
import { awsCall, timeOf } from "./requests.ts";

const pagesMax = 20;

/** A list to read. */
export type AwsList = {
  /** The operation, such as `secretsmanager.ListSecrets`. */
  target: string;
  input: Readonly<Record<string, unknown>>;
  /** The member of the answer that has the entries. */
  member: string;
  /** The members of an entry that are read; all others are dropped. */
  keep: readonly string[];
  /** Other members of the answer that are read. */
  keepBeside?: readonly string[];
  /** How many entries a page may have. */
  perPage: number;
};

/** Everything in a list; `first` and `seenAt` are of its first page. */
export type AwsEntries = {
  entries: Record<string, unknown>[];
  first: Record<string, unknown>;
  /** AWS's own time of that page. */
  seenAt: number | null;
};

/**
 * Reads every page of a list, some of which may be empty.
 * @throws ProviderFailure `PROVIDER_REJECTED` if there are more than twenty.
 */
export async function readAwsList(provider: ReadPort, wanted: AwsList): Promise<AwsEntries> {
  const { target, input, member, keep, keepBeside = [], perPage } = wanted;
  const kept = { keep: ["NextToken", ...keepBeside, ...keep.map((name) => `${member}.${name}`)] };
  const pages: { body: Record<string, unknown>; seenAt: number | null }[] = [];
  let token: string | null = null;
  do {
    const json = { ...input, MaxResults: perPage, ...(token === null ? {} : { NextToken: token }) };
    const answer = await provider.read(awsCall(target, json, kept));
    const body = record(answer.body);
    pages.push({ body, seenAt: timeOf(answer) });
    const { NextToken: next = null } = body;
    // No token and an empty one are the same.
    token = next === null || next === "" ? null : textOf(next);
  } while (token !== null && pages.length < pagesMax);
  if (token !== null) {
    const entriesMax = (pagesMax * perPage).toLocaleString("en-US");
    throw new ProviderFailure({
      code: "PROVIDER_REJECTED",
      detail: `The list has more than ${entriesMax} entries, which svc doesn't read. Each secret can be used by its name.`,
    });
  }
  const entries = pages.flatMap(({ body }) => list(body[member]).map(record));
  return { entries, first: pages[0]?.body ?? {}, seenAt: pages[0]?.seenAt ?? null };
}

/** The parts at one place of names with three, such as `app/prod/API_KEY`, each once. */
export function partsAt(names: readonly string[], place: 0 | 1 | 2): string[] {
  const whole = names.map((name) => name.split("/")).filter((parts) => parts.length === 3 && !parts.includes(""));
  return [...new Set(whole.map((parts) => parts[place] ?? ""))];
}
