/** Types into a field of a frame of another origin. */
import type { Locator } from "playwright-core";

/**
 * Enters text as a user would: clicks the field first, and looks whether the text arrived. The browser gives the focus to
 * another process's frame a moment after it was asked to; what is typed in that moment goes to the page around it.
 * @throws Error when the field does not hold the text within 20 s.
 */
export async function enterText(field: Locator, text: string): Promise<void> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline;) {
    await field.click();
    await field.fill(text);
    if ((await field.inputValue()) === text) return;
  }
  throw new Error("The field did not take what was typed.");
}
