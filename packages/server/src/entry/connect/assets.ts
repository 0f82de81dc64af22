/**
 * The pages' script, style and messages, read once, and the choice of a language. `npm run generate` builds script and
 * style, and they are checked in.
 *
 * The operator's branding is a name, a logo and a color.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Language, languages } from "@svc/connect-ui";
import { createHash } from "node:crypto";
import type { LogoImage } from "../../domain/service-clients/port.ts";

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

/** Reads the texts. @param hosted the hosted page's texts. @throws Error if a file is missing. */
export function readAuthorizationMessages(
  hosted: Readonly<Record<Language, Messages>>,
): Readonly<Record<Language, Messages>> {
  return Object.fromEntries(
    languages.map((language) => {
      const file = new URL(`authorization-messages/${language}.json`, import.meta.url);
      const own = JSON.parse(readFileSync(file, "utf8")) as Messages;
      return [language, { ...hosted[language], ...own }];
    }),
  ) as Record<Language, Messages>;
}

/** Returns the first preferred language that exists, by its primary tag; English if there is none. */
export function chooseLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const primary = tag.toLowerCase().split("-", 1)[0];
    const known = languages.find((language) => language === primary);
    if (known !== undefined) return known;
  }
  return "en";
}

/** The look of the page. */
export type Brand = {
  /** Shown at the top and in the title; "" for none. */
  name: string;
  /** The logo, served from the page's own origin; null for none. */
  logo: LogoImage | null;
  /** `#rrggbb`. */
  color: string;
};

/** The look of a page without settings. */
export const defaultBrand: Brand = { name: "", logo: null, color: "#1d4ed8" };

/** The possible text colors of a button in the brand's color. */
const buttonTexts = ["#ffffff", "#16181d"] as const;
/** WCAG 2.2, 1.4.3, for text of the button's size. */
const contrastMin = 4.5;

/**
 * Returns the text color with more contrast on a button of this color.
 * @returns null if neither reaches 4.5:1.
 */
export function buttonTextFor(color: string): string | null {
  const [best] = [...buttonTexts].sort((one, other) => contrast(color, other) - contrast(color, one));
  return best !== undefined && contrast(color, best) >= contrastMin ? best : null;
}

/** Returns a page's style sheet, preceded by the brand's color. */
export function withBrandColor({ color }: Brand, sheet: string): string {
  const onAccent = buttonTextFor(color) ?? buttonTextFor(defaultBrand.color) ?? "";
  return `:root{--accent:${color};--on-accent:${onAccent}}${sheet}`;
}

/** Returns the contrast ratio of two colors `#rrggbb` (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const imageTypes: Readonly<Record<string, string>> = {
  svg: "image/svg+xml",
  png: "image/png",
  webp: "image/webp",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
};
/** Keeps the page with its logo under 60 kB. */
export const brandLogoBytesMax = 16 * 1024;

/** Returns the logo file as an image; null if its name is not an image's, or if it is larger than 16 KiB. */
export function brandLogo(fileName: string, bytes: Uint8Array): LogoImage | null {
  const mediaType = imageTypes[fileName.split(".").at(-1)?.toLowerCase() ?? ""];
  if (mediaType === undefined || bytes.byteLength === 0 || bytes.byteLength > brandLogoBytesMax) return null;
  return { id: createHash("sha256").update(bytes).digest("base64url"), mediaType, bytes };
}
