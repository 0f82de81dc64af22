/**
 * `npm run test:browser -- --pictures`: saves pictures of the pages that the tests open, light and dark, on a desktop and
 * a phone, and a sheet with all of them. Without the option, tests take no pictures.
 */
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "../../judges/pages/playwright.ts";

/** The variable with the folder; it is set if pictures are taken. */
export const picturesVariable = "SVC_TEST_PICTURES";

const folder = join(import.meta.dirname, "../../packages/docs-site/dist/pictures");
const sizes = { desktop: { width: 1280, height: 900 }, phone: { width: 375, height: 812 } } as const;
const themes = ["light", "dark"] as const;
/** A long page's beginning is enough. */
const heightMax = 2600;

const sheetStart = `<!doctype html><meta charset="utf-8"><title>Pictures</title><style>
body { margin: 2rem; font: 1rem system-ui; background: #8886 } div { display: flex; gap: 1rem; align-items: start; overflow: auto }
img { max-height: 60rem; border: 1px solid #888 }</style>\n`;

/** Empties the folder, and lets the tests take pictures. */
export async function run(): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "index.html"), sheetStart);
  process.env[picturesVariable] = folder;
  console.log(`Pictures: ${join(folder, "index.html")}`);
}

/**
 * Saves the page in both themes and sizes if pictures are taken, and returns it to its size in light.
 * @param surface the part of the product, as in "console". @param name the page or its state.
 */
export async function takePictures(page: Page, surface: string, name: string): Promise<void> {
  const into = process.env[picturesVariable];
  if (into === undefined) return;
  const before = page.viewportSize();
  const files: string[] = [];
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      // What sticks to the window's end is then at the page's end.
      await page.setViewportSize({ ...viewport, height: Math.min(Math.max(height, viewport.height), heightMax) });
      const file = `${surface}-${name}-${size}-${colorScheme}.png`;
      await page.screenshot({ path: join(into, file) });
      await page.setViewportSize(viewport);
      files.push(file);
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  if (before !== null) await page.setViewportSize(before);
  const images = files.map((file) => `<img src="${file}" alt="${file}">`).join("");
  appendFileSync(join(into, "index.html"), `<h2>${surface}: ${name}</h2><div>${images}</div>\n`);
}
