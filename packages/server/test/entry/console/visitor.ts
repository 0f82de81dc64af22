/** A visitor with a browser at the console: cookies, forms, and the contents of pages. */
import assert from "node:assert/strict";
import type { Fixture } from "./fixture.ts";

/** A page as received. */
export type PageResponse = { status: number; headers: Headers; text: string };

/** A visitor of the console. */
export type Visitor = {
  /** The `Cookie` header; "" if not signed in. */
  cookie: string;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<PageResponse>;
  /** Submits a form as the page's own browser would. */
  post(
    path: string,
    fields?: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<PageResponse>;
  /** Returns the token in this session's forms. */
  formToken(): Promise<string>;
};

/** A browser that is not signed in. */
export function stranger(fixture: Fixture): Visitor {
  const ask = async (path: string, init: RequestInit): Promise<PageResponse> => {
    const response = await fetch(fixture.origin + path, { redirect: "manual", ...init });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const visitor: Visitor = {
    cookie: "",
    get: (path, headers = {}) => ask(path, { headers: { cookie: visitor.cookie, ...headers } }),
    post: (path, fields = {}, headers = {}) =>
      ask(path, {
        method: "POST",
        headers: { cookie: visitor.cookie, origin: fixture.origin, "sec-fetch-site": "same-origin", ...headers },
        body: new URLSearchParams(fields),
      }),
    async formToken() {
      const { text } = await visitor.get("/audit");
      const [, found = ""] = /name="csrf" value="([^"]+)"/.exec(text) ?? [];
      assert.notEqual(found, "");
      return found;
    },
  };
  return visitor;
}

/** Signs a visitor in, after earlier attempts have expired. */
export async function signedIn(fixture: Fixture, token = fixture.token): Promise<Visitor> {
  const visitor = stranger(fixture);
  fixture.clock.aheadMs += 1000;
  const response = await visitor.post("/login", { token, next: "/" });
  assert.equal(response.status, 303);
  visitor.cookie = cookieOf(response);
  return visitor;
}

/** Returns the cookie that a response sets, as a browser sends it back. */
export function cookieOf({ headers }: PageResponse): string {
  return (headers.get("set-cookie") ?? "").split(";", 1)[0] ?? "";
}

/** The version that a page's form changes; "" for something new. */
export function versionIn({ text }: Pick<PageResponse, "text">): string {
  return /name="version" value="([^"]*)"/.exec(text)?.[1] ?? "";
}

/** Returns the title of a page. */
export function headingOf({ text }: PageResponse): string {
  return /<h1>([^<]*)<\/h1>/.exec(text)?.[1] ?? "";
}
