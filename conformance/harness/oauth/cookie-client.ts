/** A small headless browser: keeps cookies, fills in forms, and follows redirects only on request. */
import { request as sendRequest } from "node:http";

/** A complete page or redirect. */
export interface Page {
  readonly url: URL;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** One entry per `Set-Cookie`. */
  readonly setCookies: readonly string[];
  readonly text: string;
  /** The redirect's target; null for a page. */
  readonly location: URL | null;
}

/** A form of a page: its action, and the initial values of its fields. */
export interface Form {
  readonly action: URL;
  readonly method: string;
  readonly fields: URLSearchParams;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  /** Lower case; cookies ignore ports (RFC 6265 §8.5). */
  readonly host: string;
  readonly path: string;
}

const redirectsMax = 15;

/** One profile: a cookie jar and the requests made with it. */
export class CookieClient {
  /** All answers, oldest first. */
  readonly pages: Page[] = [];
  #cookies: Cookie[] = [];
  readonly #reach: (url: URL) => URL;

  /** @param reach maps a URL to the address that really serves it, like DNS and a load balancer. */
  constructor(reach: (url: URL) => URL = (url) => url) {
    this.#reach = reach;
  }

  /** The cookies for a URL, by name. */
  cookiesFor(url: URL): ReadonlyMap<string, string> {
    const fits = this.#cookies.filter(
      ({ host, path }) => host === url.hostname && (url.pathname === path || url.pathname.startsWith(folderOf(path))),
    );
    return new Map(fits.map(({ name, value }) => [name, value]));
  }

  /** Copies another profile's cookies. */
  stealFrom(other: CookieClient): void {
    this.#cookies = [...other.#cookies];
  }

  /** Gets a page without following redirects. */
  get(url: string | URL): Promise<Page> {
    return this.#send("GET", new URL(url), null, {});
  }

  /** Submits a form; `changes` override its fields. Sends the page's origin, as a browser does with a POST. */
  submit(form: Form, from: URL, changes: Readonly<Record<string, string>> = {}): Promise<Page> {
    const fields = new URLSearchParams(form.fields);
    for (const [name, value] of Object.entries(changes)) fields.set(name, value);
    return this.#send(form.method.toUpperCase(), form.action, fields, {
      origin: from.origin,
      referer: from.href,
      "sec-fetch-site": from.origin === form.action.origin ? "same-origin" : "cross-site",
      "sec-fetch-mode": "navigate",
      "sec-fetch-dest": "document",
    });
  }

  /** Posts fields without our origin, as a page on another site would. */
  post(url: URL, fields: URLSearchParams, headers: Readonly<Record<string, string>>): Promise<Page> {
    return this.#send("POST", url, fields, headers);
  }

  /**
   * Follows redirects to a page, or until `stopAt` accepts the next target.
   * @throws Error after {@link redirectsMax} redirects.
   */
  async follow(page: Page, stopAt: (next: URL) => boolean = () => false): Promise<Page> {
    let at = page;
    for (let step = 0; step < redirectsMax; step += 1) {
      if (at.location === null || stopAt(at.location)) return at;
      at = await this.get(at.location);
    }
    throw new Error(`More than ${redirectsMax} redirects, the last to ${at.url.origin}${at.url.pathname}.`);
  }

  async #send(
    method: string,
    url: URL,
    fields: URLSearchParams | null,
    more: Readonly<Record<string, string>>,
  ): Promise<Page> {
    const cookies = [...this.cookiesFor(url)].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers: Record<string, string> = { accept: "text/html", ...more };
    if (cookies !== "") headers["cookie"] = cookies;
    if (fields !== null) headers["content-type"] = "application/x-www-form-urlencoded";
    const page = await exchange(method, { url, at: this.#reach(url) }, headers, fields?.toString());
    for (const line of page.setCookies) this.#keep(line, url);
    this.pages.push(page);
    return page;
  }

  #keep(line: string, url: URL): void {
    const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
    const at = pair.indexOf("=");
    const read = new Map(attributes.map((part) => [part.split("=")[0]?.toLowerCase() ?? "", part.split("=")[1] ?? ""]));
    const cookie = {
      name: pair.slice(0, at),
      value: pair.slice(at + 1),
      host: url.hostname,
      path: read.get("path") ?? "/",
    };
    this.#cookies = this.#cookies.filter(
      ({ name, host, path }) => !(name === cookie.name && host === cookie.host && path === cookie.path),
    );
    const isGone = read.get("max-age") === "0" || Date.parse(read.get("expires") ?? "") < Date.now();
    if (!isGone) this.#cookies.push(cookie);
  }
}

/** The forms of a page, in order. Supports only the inputs and buttons that occur in these tests. */
export function formsOf(page: Page): readonly Form[] {
  return [...page.text.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map(([, attributes = "", inner = ""]) => {
    const fields = new URLSearchParams();
    for (const [, input = ""] of inner.matchAll(/<input\b([^>]*)>/g)) {
      const isLeftOut = attribute(input, "type") === "checkbox" && !/\schecked\b/.test(input);
      const name = attribute(input, "name");
      if (name !== null && !isLeftOut) fields.append(name, attribute(input, "value") ?? "");
    }
    return {
      action: new URL(attribute(attributes, "action") ?? page.url.href, page.url),
      method: attribute(attributes, "method") ?? "get",
      fields,
    };
  });
}

function attribute(tag: string, name: string): string | null {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return found === undefined ? null : unescaped(found);
}

function unescaped(text: string): string {
  const named: Readonly<Record<string, string>> = { amp: "&", quot: '"', lt: "<", gt: ">" };
  return text
    .replaceAll(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)))
    .replaceAll(/&#x([0-9a-f]+);/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/&(amp|quot|lt|gt);/g, (_all, name: string) => named[name] ?? "");
}

function folderOf(path: string): string {
  return path.endsWith("/") ? path : `${path}/`;
}

function exchange(
  method: string,
  { url, at }: { url: URL; at: URL },
  headers: Record<string, string>,
  body?: string,
): Promise<Page> {
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const all = { host: url.host, ...headers, ...length };
    const outgoing = sendRequest(at, { method, headers: all, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", reject);
      response.once("end", () => {
        const { location, "set-cookie": setCookies = [] } = response.headers;
        const plain = Object.entries(response.headers).map(([name, value]) => [name, value?.toString()] as const);
        resolve({
          url,
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(plain),
          setCookies,
          text: Buffer.concat(chunks).toString("utf8"),
          location: location === undefined ? null : new URL(location, url),
        });
      });
    });
    outgoing.once("error", reject);
    outgoing.end(body);
  });
}
