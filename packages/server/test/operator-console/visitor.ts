/** Somebody with a browser at the console: cookies, forms, and what a page says. */
import assert from "node:assert/strict";
import type { World } from "./world.ts";

/** A page as it came. */
export type Visited = { status: number; headers: Headers; text: string };

/** Somebody at the console. */
export type Visitor = {
  /** The `Cookie` header; "" where nobody is signed in. */
  cookie: string;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Visited>;
  /** Sends a form as the page's own browser would. */
  post(
    path: string,
    fields?: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Visited>;
  /** What forms of this session carry. */
  formToken(): Promise<string>;
};

/** A browser that nobody is signed in with. */
export function stranger(world: World): Visitor {
  const ask = async (path: string, init: RequestInit): Promise<Visited> => {
    const answer = await fetch(world.origin + path, { redirect: "manual", ...init });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const visitor: Visitor = {
    cookie: "",
    get: (path, headers = {}) => ask(path, { headers: { cookie: visitor.cookie, ...headers } }),
    post: (path, fields = {}, headers = {}) =>
      ask(path, {
        method: "POST",
        headers: { cookie: visitor.cookie, origin: world.origin, "sec-fetch-site": "same-origin", ...headers },
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

/** Signs somebody in, when earlier attempts are forgotten. */
export async function signedIn(world: World, token = world.token): Promise<Visitor> {
  const visitor = stranger(world);
  world.clock.aheadMs += 1000;
  const answer = await visitor.post("/login", { token, next: "/" });
  assert.equal(answer.status, 303);
  visitor.cookie = cookieOf(answer);
  return visitor;
}

/** The cookie that an answer sets, as a browser sends it back. */
export function cookieOf({ headers }: Visited): string {
  return (headers.get("set-cookie") ?? "").split(";", 1)[0] ?? "";
}

/** The title of a page. */
export function headingOf({ text }: Visited): string {
  return /<h1>([^<]*)<\/h1>/.exec(text)?.[1] ?? "";
}
