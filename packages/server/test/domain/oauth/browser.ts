/** A minimal browser: cookies, navigation headers, and form submission. */
import assert from "node:assert/strict";
import type { FastifyInstance } from "fastify";

/** The response to a navigation. */
export type PageResponse = {
  status: number;
  html: string;
  location: string;
  headers: Readonly<Record<string, unknown>>;
};

/** A browser with its own cookies. */
export type Browser = {
  cookies: Map<string, string>;
  go(url: string, headers?: Readonly<Record<string, string>>): Promise<PageResponse>;
  /** Submits the page's form at an address. */
  submit(
    url: string,
    fields: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<PageResponse>;
  /** Opens the consent page and submits the decision; returns the redirect's location. */
  consent(url: string, decision?: "continue" | "cancel"): Promise<string>;
};

/** @param publicUrl the prefix of the server's addresses. */
export function makeBrowser(app: FastifyInstance, publicUrl: string, language = "en"): Browser {
  const cookies = new Map<string, string>();
  const send = async (method: "GET" | "POST", url: string, headers: Record<string, string>, payload?: string) => {
    assert.ok(url.startsWith(publicUrl), url);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await app.inject({
      method,
      url: url.slice(publicUrl.length),
      headers: {
        "accept-language": language,
        "sec-fetch-dest": "document",
        "sec-fetch-mode": "navigate",
        ...(cookie === "" ? {} : { cookie }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
    });
    for (const set of [response.headers["set-cookie"] ?? []].flat()) {
      const [pair = "", ...attributes] = set.split("; ");
      const [name = "", value = ""] = pair.split("=");
      if (attributes.includes("Max-Age=0")) cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = typeof response.headers.location === "string" ? response.headers.location : "";
    return { status: response.statusCode, html: response.body, location, headers: response.headers };
  };
  const browser: Browser = {
    cookies,
    go: (url, headers = {}) => send("GET", url, { "sec-fetch-site": "cross-site", ...headers }),
    submit: (url, fields, headers = {}) =>
      send(
        "POST",
        url,
        {
          "content-type": "application/x-www-form-urlencoded",
          origin: "null",
          "sec-fetch-site": "same-origin",
          ...headers,
        },
        new URLSearchParams(fields).toString(),
      ),
    async consent(url, decision = "continue") {
      const page = await browser.go(url);
      assert.equal(page.status, 200, page.html);
      const response = await browser.submit(url, { token: formTokenIn(page.html), decision });
      assert.equal(response.status, 303, response.html);
      return response.location;
    },
  };
  return browser;
}

/** Returns the token in a consent form. */
export function formTokenIn(html: string): string {
  return /name="token" value="([^"]+)"/.exec(html)?.[1] ?? "";
}
