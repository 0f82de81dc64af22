/** The operator's branding of the hosted page: a name, a logo and a color. Pure. */
import { createHash } from "node:crypto";
import type { LogoImage } from "../../domain/service-clients/port.ts";

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
