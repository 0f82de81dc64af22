/** The page at an address for people that doesn't exist, such as a link with a full stop at its end. */
import { markup } from "../html/markup.ts";
import { type Brand, chooseLanguage, readAssets, readAuthorizationMessages, withBrandColor } from "./assets.ts";
import type { Page } from "./authorization-site.ts";
import { authorizationHeaders } from "./headers.ts";
import { iconHtml, renderDocument } from "./page.ts";

/** Renders the page. @param languages BCP 47, in order of preference. */
export type UnknownPage = (languages: readonly string[]) => Page;

/** Creates the page; its files are read once. @param parts.logos where logos are: an address without the id. */
export function createUnknownPage(parts: { brand: Brand; sandbox: boolean; logos: string }): UnknownPage {
  const { brand, sandbox, logos } = parts;
  const assets = readAssets();
  const messages = readAuthorizationMessages(assets.messages);
  const style = withBrandColor(brand, assets.style);
  const headers = authorizationHeaders(style, null);
  return (languages) => {
    const language = chooseLanguage(languages);
    const text = (key: string): string => messages[language][key] ?? "";
    const title = text("unknown.title");
    const html = renderDocument({
      language,
      title: [title, brand.name].filter((part) => part !== "").join(" · "),
      style,
      facts: { state: "unknown" },
      brand,
      parties: null,
      logos,
      sandboxNote: sandbox ? text("sandbox") : null,
      main: markup`${iconHtml("caution")}
<h1>${title}</h1>
<p class="lead">${text("unknown.text")}</p>`,
    });
    return { status: 404, headers, html };
  };
}
