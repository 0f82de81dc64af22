/** The page's script, style and messages, read once; they are made by `npm run generate` and kept in the project. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { languages, type Language } from "@svc/connect-ui";

/** The texts of one language by their keys. */
export type Messages = Readonly<Record<string, string>>;

/** What every page is made from. */
export type Assets = {
  script: string;
  style: string;
  messages: Readonly<Record<Language, Messages>>;
};

/** Reads them. @throws Error where one is missing or could end its element early. */
export function readAssets(): Assets {
  const messages = Object.fromEntries(
    languages.map((language) => [language, JSON.parse(read(`@svc/connect-ui/messages/${language}`)) as Messages]),
  ) as Record<Language, Messages>;
  const script = withoutHeader(read("@svc/connect-ui/page.js"));
  const style = withoutHeader(read("@svc/connect-ui/page.css"));
  if (/<\/script|<!--/i.test(script) || /<\/style/i.test(style)) {
    throw new Error("The hosted page's script or style holds what would end its element.");
  }
  return { script, style, messages };
}

/** Without the comments at the top, which speak to whoever opens the generated file. */
function withoutHeader(text: string): string {
  return text.replace(/^(?:\/\/.*\n|\/\*.*\*\/\n)+/, "");
}

function read(name: string): string {
  return readFileSync(fileURLToPath(import.meta.resolve(name)), "utf8");
}
