/** Checks a page as users see it: at both widths, light and dark, with axe. */
import assert from "node:assert/strict";
import { axe } from "../../../judges/pages/axe.ts";
import type { Page } from "../../../judges/pages/playwright.ts";
import { takePictures } from "../../../tools/browser/pictures.ts";

const sizes = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } } as const;

/** Asserts that axe finds nothing and that nothing is wider than the window. @param name of the pictures. */
export async function checkScreens(page: Page, name: string): Promise<void> {
  await takePictures(page, "example", name);
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ["light", "dark"] as const) {
      const about = `${name}-${size}-${colorScheme}`;
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await violations(page), [], about);
      const excess = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.equal(excess, 0, `${about} scrolls sideways`);
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(sizes.desktop);
}

async function violations(page: Page): Promise<string[]> {
  // The page's policy allows no other script; the debugger does.
  await page.evaluate(axe.source);
  const found = await page.evaluate(
    async () => (await (globalThis as unknown as { axe: typeof axe }).axe.run()).violations,
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
