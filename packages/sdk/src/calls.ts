/** How the calls in `generated` send their requests. */
import { UnexpectedResponseError } from "./errors.ts";
import { createList, cursorQuery, parsePage, type List } from "./listing.ts";
import type { SdkPlatform } from "./platform.ts";
import type { ApiRequest, CallOptions, Transport } from "./transport.ts";

/** Sends the requests of one client. The results have the contract's types, which aren't checked again. */
export type Calls = {
  call<Result>(request: ApiRequest): Promise<Result>;
  /** The items of a response that is a short list, `{<name>: […]}`. */
  items<Item>(request: ApiRequest, name: string): Promise<Item[]>;
  page<Item>(path: string, name: string, query: ApiRequest["query"], options?: CallOptions): List<Item>;
  /** A new idempotency key. */
  newKey(): string;
};

/** @param platform creates the keys. */
export function createCalls(transport: Transport, platform: Pick<SdkPlatform, "newKey">): Calls {
  const call = async <Result>(request: ApiRequest): Promise<Result> => (await transport.send(request)).body as Result;
  return {
    call,
    async items<Item>(request: ApiRequest, name: string): Promise<Item[]> {
      const { [name]: items } = await call<Record<string, unknown>>(request);
      if (!Array.isArray(items)) throw new UnexpectedResponseError(200, null);
      return items as Item[];
    },
    page: (path, name, query, options) =>
      createList(async (cursor) =>
        parsePage(await call({ method: "GET", path, query: { ...query, ...cursorQuery(cursor) }, options }), name),
      ),
    newKey: () => platform.newKey(),
  };
}
