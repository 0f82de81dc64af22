/**
 * The next page, read from the `link` header and never guessed from the number of entries:
 * https://docs.github.com/rest/using-the-rest-api/using-pagination-in-the-rest-api
 */
import { summary } from "@svc/contract";
import { ProviderFailure, type ProviderResponse } from "@svc/provider-kit";
import { Type } from "typebox";

/** The number of the next page: an output field of every list. */
export const nextPage = summary(
  Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
    description: "Send it as `page` to get the next page; null on the last page.",
  }),
);

/**
 * The next page of a list of issues. GitHub numbers only the first 10,000 entries, and refuses `page` beyond them. Its
 * links lead further with `after`: https://github.com/google/go-github/issues/3565
 */
export const nextIssuesPage = summary(
  Type.Union([Type.Integer({ minimum: 1 }), Type.String(), Type.Null()], {
    description: "A number or a cursor. Send it as `page` to get the next page; null on the last page.",
  }),
);

/** @returns the cursor of the next page or, if there is none, its number; null if the response has no next page. */
export function nextIssuesPageOf(response: ProviderResponse): number | string | null {
  const after = nextParameters(response)?.get("after") ?? "";
  return after === "" ? nextPageOf(response) : after;
}

/**
 * @returns the number of the next page; null if the response has none.
 * @throws ProviderFailure `PROVIDER_ERROR` if there is a next page without a number, because null would end the list.
 */
export function nextPageOf(response: ProviderResponse): number | null {
  const parameters = nextParameters(response);
  if (parameters === null) return null;
  const page = parameters.get("page") ?? "";
  if (/^[1-9][0-9]{0,8}$/.test(page)) return Number(page);
  throw new ProviderFailure({
    code: "PROVIDER_ERROR",
    detail: "GitHub returned a next page without a number. Narrow the list with its filters.",
  });
}

/** The query of the link to the next page; null if there is no such link. */
function nextParameters({ headers }: ProviderResponse): URLSearchParams | null {
  const target = nextTarget(headers["link"] ?? "");
  return target === null ? null : (URL.parse(target, "https://api.github.com")?.searchParams ?? new URLSearchParams());
}

/** The target of `rel="next"` in a Link header (RFC 8288 §3). */
function nextTarget(link: string): string | null {
  for (const [, target, parameters] of link.matchAll(/<([^>]*)>([^<]*)/g)) {
    if (target !== undefined && /;\s*rel="?(?:[^"]*\s)?next(?:\s[^"]*)?"?\s*(?:[;,]|$)/i.test(parameters ?? "")) {
      return target;
    }
  }
  return null;
}
