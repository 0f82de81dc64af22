/** A user's actions on the authorization server's pages, over plain HTTP. */
import type { CookieClient, Form, Page } from "./cookie-client.ts";
import { formsOf } from "./cookie-client.ts";
import { interactionPrefix } from "./interaction-pages.ts";

/** The user who signs in, and their choices. */
export interface Clicks {
  readonly login: string;
  /** A scope that they deselect. */
  readonly withoutScope?: string | undefined;
  /** Default `authorize`. */
  readonly decision?: "authorize" | "cancel";
}

/**
 * Signs in and answers the consent page.
 * @returns the URL to which the authorization server redirects the browser; not visited yet.
 * @throws Error with the status if it ends on another page.
 */
export async function agreeAt(browser: CookieClient, authorizationUrl: URL, clicks: Clicks): Promise<URL> {
  const isBack = (next: URL): boolean => next.origin !== authorizationUrl.origin;
  let page = await browser.follow(await browser.get(authorizationUrl), isBack);
  for (let step = 0; step < 4; step += 1) {
    if (page.location !== null && isBack(page.location)) return page.location;
    page = await browser.follow(await clickThrough(browser, page, clicks), isBack);
  }
  throw new Error(`The authorization server redirected in a loop at ${page.url.pathname}.`);
}

async function clickThrough(browser: CookieClient, page: Page, clicks: Clicks): Promise<Page> {
  const [form] = formsOf(page);
  if (page.status !== 200 || form === undefined || !page.url.pathname.startsWith(interactionPrefix)) {
    throw new Error(`The authorization server answered ${page.status}: ${page.text.slice(0, 300)}`);
  }
  if (form.fields.has("login")) return await browser.submit(form, page.url, { login: clicks.login });
  deselect(form, clicks.withoutScope);
  return await browser.submit(form, page.url, { decision: clicks.decision ?? "authorize" });
}

/** Removes a scope from a consent form. */
export function deselect({ fields }: Form, withoutScope: string | undefined): void {
  const left = fields.getAll("scope").filter((scope) => scope !== withoutScope);
  fields.delete("scope");
  for (const scope of left) fields.append("scope", scope);
}
