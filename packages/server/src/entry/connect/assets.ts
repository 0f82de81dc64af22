/** The page's script, style and messages, read once. `npm run generate` builds them, and they are checked in. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { languages, type Language } from "@svc/connect-ui";

/** The texts of one language by key. */
export type Messages = Readonly<Record<string, string>>;

/** The generated files that every page uses. */
export type Assets = {
  script: string;
  style: string;
  messages: Readonly<Record<Language, Messages>>;
};

/** Reads the files. @throws Error if one is missing or could end its element early. */
export function readAssets(): Assets {
  const messages = Object.fromEntries(
    languages.map((language) => [language, JSON.parse(read(`@svc/connect-ui/messages/${language}`)) as Messages]),
  ) as Record<Language, Messages>;
  const script = withoutHeader(read("@svc/connect-ui/page.js"));
  const style = withoutHeader(read("@svc/connect-ui/page.css"));
  if (/<\/script|<!--/i.test(script) || /<\/style/i.test(style)) {
    throw new Error("The hosted page's script or style contains text that would end its element.");
  }
  return { script, style, messages };
}

/** Removes the comments at the top, which are for readers of the generated file. */
function withoutHeader(text: string): string {
  return text.replace(/^(?:\/\/.*\n|\/\*.*\*\/\n)+/, "");
}

function read(name: string): string {
  return readFileSync(fileURLToPath(import.meta.resolve(name)), "utf8");
}
