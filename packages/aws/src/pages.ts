/** Lists of AWS's JSON APIs, page by page. */
import { ProviderFailure, separated, type ReadPort } from "@svc/provider-kit";
import { list, record, textOf } from "@svc/provider-kit/shape";
import { awsCall, timeOf } from "./requests.ts";

const pagesMax = 20;

/** A list to read. */
export type AwsList = {
  /** The operation, such as `secretsmanager.ListSecrets`. */
  target: string;
  input: Readonly<Record<string, unknown>>;
  /** The member of the response that contains the entries. */
  member: string;
  /** The members of an entry to read; all others are dropped. */
  keep: readonly string[];
  /** Other members of the response to read. */
  keepBeside?: readonly string[];
  /** The number of entries per page. */
  perPage: number;
};

/** Everything in a list; `first` and `seenAt` are from its first page. */
export type AwsEntries = {
  entries: Record<string, unknown>[];
  first: Record<string, unknown>;
  /** AWS's own time for that page. */
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
    const response = await provider.read(awsCall(target, json, kept));
    const body = record(response.body);
    pages.push({ body, seenAt: timeOf(response) });
    const { NextToken: next = null } = body;
    // A missing token and an empty one mean the same.
    token = next === null || next === "" ? null : textOf(next);
  } while (token !== null && pages.length < pagesMax);
  if (token !== null) {
    const entriesMax = separated(pagesMax * perPage);
    throw new ProviderFailure({
      code: "PROVIDER_REJECTED",
      detail: `The list has more than ${entriesMax} entries, which svc doesn't read. Each secret can be used by its name.`,
    });
  }
  const entries = pages.flatMap(({ body }) => list(body[member]).map(record));
  return { entries, first: pages[0]?.body ?? {}, seenAt: pages[0]?.seenAt ?? null };
}

/** The parts at one position of names with three parts, such as `app/prod/API_KEY`, without duplicates. */
export function partsAt(names: readonly string[], place: 0 | 1 | 2): string[] {
  const whole = names.map((name) => name.split("/")).filter((parts) => parts.length === 3 && !parts.includes(""));
  return [...new Set(whole.map((parts) => parts[place] ?? ""))];
}
