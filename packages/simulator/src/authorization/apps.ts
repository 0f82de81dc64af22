/** The apps registered at a simulated authorization server. */

/** A registered app. Its secret is public: it grants no access outside the simulator. */
export interface RegisteredApp {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The app's name on the consent page. */
  readonly name: string;
  /** Callback URLs. Loopback addresses are always allowed. The first is the default. */
  readonly callbackUrls: readonly string[];
}

/** An app for the users of a sandbox: `simulatedApp("big-box")`. */
export function simulatedApp(slug: string): RegisteredApp {
  return {
    clientId: `simulated-${slug}-app`,
    clientSecret: `the-simulated-${slug}-app-has-no-secrets`,
    name: "Simulated app",
    callbackUrls: ["http://127.0.0.1/callback"],
  };
}

/**
 * Whether an app may redirect the browser there: any port and path of a loopback address, or one of its callback URLs.
 */
export function mayRedirect(text: string, { callbackUrls }: RegisteredApp): boolean {
  return isLoopbackUrl(text) || callbackUrls.includes(text);
}

/** Whether a text is a URL without a fragment or a user, on a loopback address (RFC 8252 §7.3). */
export function isLoopbackUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || url.hash !== "" || url.username !== "") return false;
  return /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/.test(url.hostname);
}
