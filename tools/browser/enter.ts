/** Fills in a form in a frame from another origin. */
import type { Locator } from "../../judges/pages/playwright.ts";

const byKeysMs = 5_000;

/**
 * Enters text like a user: clicks the field first, then checks whether the text arrived. The browser moves focus to
 * another process's frame a moment after the click; text typed in that moment goes to the page around it. On a busy
 * machine, focus can stay there in a browser without a window; then the text is put into the field like a password
 * manager does.
 * @throws Error if the field doesn't contain the text even then.
 */
export async function enterText(field: Locator, text: string): Promise<void> {
  for (const deadline = Date.now() + byKeysMs; Date.now() < deadline;) {
    await field.click();
    await field.fill(text);
    if ((await field.inputValue()) === text) return;
  }
  await field.evaluate((input: HTMLInputElement, value) => {
    input.value = value;
    input.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }, text);
  if ((await field.inputValue()) !== text) throw new Error("The field didn't accept the entered text.");
}

/**
 * Submits a field's form with the page's button, which may be outside the form: clicks reach another process's frame
 * more reliably than keys.
 */
export async function submitFormOf(field: Locator): Promise<void> {
  await field.locator("xpath=ancestor::body").locator("button[type=submit]").click();
}
