/** Checks a page with axe in light and dark. */
import assert from "node:assert/strict";
import { axe } from "../../../judges/pages/axe.ts";
import type { Page } from "../../../judges/pages/playwright.ts";
import { takePictures } from "../../../tools/browser/pictures.ts";
import type { OpenedSession } from "./fixture.ts";

/** Waits until the page shows a state. A failure names the state shown instead. */
export async function untilState(page: Page, state: string): Promise<void> {
  try {
    await page.waitForFunction((wanted) => document.body.dataset["state"] === wanted, state, { timeout: 60_000 });
    await page.waitForSelector("main:not([aria-busy])", { timeout: 60_000 });
  } catch {
    assert.fail(`expected the state ${state}, the page shows: ${await page.locator("body").innerText()}`);
  }
}

/** Opens a session's page with its token in the fragment and waits for the form. */
export async function openForm(page: Page, session: OpenedSession): Promise<void> {
  await page.goto(`${session.connectUrl}#token=${session.token}`);
  await untilState(page, "form");
}

/**
 * Keeps an ended page from returning automatically while it is checked: a response without content leaves the browser
 * on the page. (Holding the request would leave a navigation pending, which can block the check.) `over` returns with
 * the link.
 */
export async function preventReturn(page: Page): Promise<{ over(): Promise<void> }> {
  const wayBack = /[?&]status=/;
  await page.route(wayBack, (route) => route.fulfill({ status: 204 }));
  return {
    async over() {
      await page.unroute(wayBack);
      // If the page returns automatically at this moment, the link is already gone.
      const gone = page.waitForURL(wayBack);
      const link = page.locator("main a").first();
      await link.click({ timeout: 5000 }).catch(() => undefined);
      await gone;
    },
  };
}

/** Asserts that nothing on the page overflows its card, and nothing overflows the window. */
export async function assertNothingSticksOut(page: Page, about: string): Promise<void> {
  const found = await page.evaluate(() => {
    const card = document.querySelector(".card")?.getBoundingClientRect();
    if (card === undefined) return ["no card"];
    const { scrollWidth, clientWidth } = document.documentElement;
    const wide = [...document.querySelectorAll(".card *:not(.unseen)")].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && (left < card.left - 0.5 || right > card.right + 0.5);
    });
    const names = wide.map((element) => `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""}`);
    return scrollWidth > clientWidth ? ["the page scrolls sideways", ...names] : names;
  });
  assert.deepEqual(found, [], about);
}

/** Asserts that no text is missing, and that axe finds no violations in light and dark. @param name of the pictures. */
export async function checkPage(page: Page, name: string): Promise<void> {
  const lines = (await page.locator("body").innerText()).split("\n");
  assert.deepEqual(
    lines.filter((line) => isMessageKey(line.trim())),
    [],
    `${name} shows the keys of texts`,
  );
  await takePictures(page, "connect", name);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await violations(page), [], `${name}, ${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: "light" });
}

/** The page shows the key of a text that it doesn't have. */
function isMessageKey(line: string): boolean {
  return /^[a-z_]+\.[a-z_]+$/.test(line);
}

type AxeResult = { violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] };

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const result = await page.evaluate(() => (globalThis as unknown as { axe: { run(): Promise<AxeResult> } }).axe.run());
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ""}`),
  );
}
