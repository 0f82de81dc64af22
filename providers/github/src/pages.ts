/**
 * The next page, read from the `link` header and never guessed from the number of entries:
 * https://docs.github.com/rest/using-the-rest-api/using-pagination-in-the-rest-api
 */
import { summary } from "@svc/contract";
import { ProviderFailure, type ProviderAnswer } from "@svc/provider-kit";
import { Type } from "typebox";

/** The number of the next page: an output field of every list. */
export const nextPage = summary(
  Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
    description: "Send it as `page` to get the next page; null on the last page.",
  }),
);

/**
 * @returns the number of the next page; null if the answer has none.
 * @throws ProviderFailure `PROVIDER_ERROR` if there is a next page without a number, because null would end the list.
 */
export function nextPageOf({ headers }: ProviderAnswer): number | null {
  const target = nextTarget(headers["link"] ?? "");
  if (target === null) return null;
  const page = URL.parse(target, "https://api.github.com")?.searchParams.get("page") ?? "";
  if (/^[1-9][0-9]{0,8}$/.test(page)) return Number(page);
  throw new ProviderFailure({
    code: "PROVIDER_ERROR",
    detail: "GitHub returned a next page without a number. Narrow the list with its filters.",
  });
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
