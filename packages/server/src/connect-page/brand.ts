/** The operator's look of the hosted page: a name, a logo, one colour. Pure. */

/** How the page looks. */
export type Brand = {
  /** Shown at the top and in the title; "" shows none. */
  name: string;
  /** The logo as a `data:` URL, so that the page asks nobody else for it; "" shows none. */
  logo: string;
  /** `#rrggbb`. */
  color: string;
};

/** What a page without settings looks like. */
export const defaultBrand: Brand = { name: "", logo: "", color: "#1d4ed8" };

/** The texts that a button of the brand's colour may have. */
const buttonTexts = ["#ffffff", "#16181d"] as const;
/** WCAG 2.2, 1.4.3, for text of the button's size. */
const contrastMin = 4.5;

/**
 * The text colour for a button of this colour: the one of the two with more contrast.
 * @returns null where neither has 4.5:1.
 */
export function buttonTextFor(color: string): string | null {
  const [best] = [...buttonTexts].sort((one, other) => contrast(color, other) - contrast(color, one));
  return best !== undefined && contrast(color, best) >= contrastMin ? best : null;
}

/** The style sheet of a page with the brand's colour before it. */
export function styleOf({ color }: Brand, sheet: string): string {
  const onAccent = buttonTextFor(color) ?? buttonTextFor(defaultBrand.color) ?? "";
  return `:root{--accent:${color};--on-accent:${onAccent}}${sheet}`;
}

/** Contrast ratio of two colours `#rrggbb` (WCAG 2.2). */
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
/** The page with its logo stays under 60 kB. */
export const logoBytesMax = 16 * 1024;

/** The logo file as a `data:` URL; null for a file that is no image by its name, or larger than 16 KiB. */
export function logoDataUrl(fileName: string, bytes: Uint8Array): string | null {
  const type = imageTypes[fileName.split(".").at(-1)?.toLowerCase() ?? ""];
  if (type === undefined || bytes.byteLength === 0 || bytes.byteLength > logoBytesMax) return null;
  return `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
}
