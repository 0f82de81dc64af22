/** Playwright, which drives a browser. */
export { chromium } from "playwright-core";
export type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Frame,
  FrameLocator,
  LaunchOptions,
  Locator,
  Page,
} from "playwright-core";
