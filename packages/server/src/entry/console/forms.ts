/** Forms and links of the console's pages: tabs, pagers and action buttons. */
import { joined, markup, emptyHtml, type Html } from "../html/markup.ts";
import type { Forms } from "./console.ts";

/** Renders links that choose a value of a parameter; "" means all. Other parameters are kept, cursors aren't. */
export function tabs(
  path: string,
  query: URLSearchParams,
  { name, label, choices }: { name: string; label: string; choices: readonly (readonly [string, string])[] },
): Html {
  const chosen = query.get(name) ?? "";
  const kept = keptParameters(query).filter(([key]) => key !== name);
  const links = choices.map(([value, text]) => {
    const href = linkTo(path, [...kept, [name, value]]);
    return value === chosen
      ? markup`<li><a href="${href}" aria-current="true">${text}</a></li>`
      : markup`<li><a href="${href}">${text}</a></li>`;
  });
  return markup`<nav class="tabs" aria-label="${label}"><ul>${links}</ul></nav>`;
}

/** Renders links to the next page and back to the first. @param next the cursor; null on the last page. */
export function pager(path: string, query: URLSearchParams, next: string | null, label = "Next page"): Html {
  const links: Html[] = [];
  const kept = keptParameters(query);
  if (query.has("cursor")) links.push(markup`<a class="button" href="${linkTo(path, kept)}">First page</a>`);
  if (next !== null)
    links.push(markup`<a class="button" href="${linkTo(path, [...kept, ["cursor", next]])}">${label}</a>`);
  if (links.length === 0) return emptyHtml;
  return markup`<nav class="pager" aria-label="Pages">${links}</nav>`;
}

function keptParameters(query: URLSearchParams): [string, string][] {
  return [...query].filter(([name, value]) => name !== "cursor" && name !== "done" && value !== "");
}

/** Returns a path with a query; leaves out parameters that are "". */
export function linkTo(path: string, query: readonly (readonly [string, string])[]): string {
  const search = new URLSearchParams(query.filter(([, value]) => value !== "").map(([name, value]) => [name, value]));
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}

/** Renders a link that looks like a button. */
export function linkButton(text: string, href: string): Html {
  return markup`<a class="button" href="${href}">${text}</a>`;
}

/**
 * Renders a form with one button and hidden fields; nothing if the operator's role may not send it.
 * @param parts.tone `grave` for destructive actions.
 */
export function buttonForm(parts: {
  path: string;
  forms: Forms;
  label: Html | string;
  fields?: Readonly<Record<string, string>>;
  tone?: "" | "primary" | "grave";
}): Html {
  const { path, forms, label, fields = {}, tone = "" } = parts;
  if (!forms.allows(path)) return emptyHtml;
  return markup`<form method="post" action="${path}">
    ${hiddenFields({ csrf: forms.token, ...fields })}<button class="${tone}">${label}</button>
  </form>`;
}

/** Renders hidden fields. */
export function hiddenFields(fields: Readonly<Record<string, string>>): Html {
  return joined(
    Object.entries(fields).map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}" />`),
  );
}
