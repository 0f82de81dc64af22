/** Fills in a form in a frame of another origin. */
import type { Locator } from "playwright-core";

const byKeysMs = 5_000;

/**
 * Enters text as a user would: clicks the field first, and looks whether the text arrived. The browser gives the focus to
 * another process's frame a moment after it was asked to; what is typed in that moment goes to the page around it. On a busy
 * machine it can stay there, in a browser without a window; then the text is put into the field as a password manager does.
 * @throws Error when the field does not hold the text even so.
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
  if ((await field.inputValue()) !== text) throw new Error("The field did not take what was entered.");
}

/** Sends the form of a field's page by its button, which may be outside it: clicks find another process's frame where keys may not. */
export async function submitFormOf(field: Locator): Promise<void> {
  await field.locator("xpath=ancestor::body").locator("button[type=submit]").click();
}
