/**
 * Pages of listings that were made a moment ago, for as long as nothing in the database has changed: nobody is ever shown
 * what is no longer so. Any commit of anybody ends all of them. Who may see a page is decided before it is looked for, and
 * each service client has its own.
 */

/** Pages by service client and by path with query. */
export type FreshPages = {
  /**
   * The page that is kept, or the one that `make` gives, as bytes. What `make` throws is not kept.
   * @param url path and query, as they came.
   */
  get(clientId: string, url: string, make: () => Promise<string>): Promise<Buffer>;
};

/** A page that somebody asks for: by what it depends on and who may see it, and how it is made. */
export type AskedPage = { readonly key: string; readonly make: () => Promise<Buffer> };

/**
 * How asked pages are put together: who comes while one is made shares the next with all others who have come, so nobody gets
 * one that was begun before they asked, and whoever has changed something sees it.
 */
export const sharedPages = {
  groupOf: ({ key }: AskedPage): string => key,
  async run(asked: readonly AskedPage[]): Promise<readonly Buffer[]> {
    const page = await asked[0]?.make();
    return page === undefined ? [] : asked.map(() => page);
  },
  // All of them asked for the same.
  mayRunApart: (): boolean => false,
  itemsMax: Number.POSITIVE_INFINITY,
};

/** Bounds: bytes of all pages with their paths, of one page, and pages of one client. */
const limits = { allBytesMax: 4 * 1024 * 1024, pageBytesMax: 256 * 1024, ofClientMax: 64 };
/** What a page takes beside its bytes, about. */
const extraBytes = 500;

/**
 * @param changeMark equal where nothing has changed; null where that cannot be told. Then nothing is kept, and those who ask
 *   for one page at the same time share what is read for them.
 * @param share gives an asked page, put together as {@link sharedPages} says.
 */
export function createFreshPages(
  changeMark: () => string | null,
  share: (asked: AskedPage) => Promise<Buffer>,
): FreshPages {
  const clients = new Map<string, Map<string, Buffer>>();
  let bytes = 0;
  let mark = "";
  const clear = (): void => {
    clients.clear();
    bytes = 0;
  };
  const keep = (clientId: string, url: string, body: Buffer): void => {
    const size = body.byteLength + url.length + extraBytes;
    if (body.byteLength > limits.pageBytesMax) return;
    if (bytes + size > limits.allBytesMax) clear();
    const pages = clients.get(clientId) ?? new Map<string, Buffer>();
    if (pages.size >= limits.ofClientMax) return;
    clients.set(clientId, pages.set(url, body));
    bytes += size;
  };
  return {
    async get(clientId, url, make) {
      const now = changeMark();
      if (now === null) return await share({ key: `${clientId} ${url}`, make: async () => Buffer.from(await make()) });
      if (now !== mark) {
        clear();
        mark = now;
      }
      const known = clients.get(clientId)?.get(url);
      if (known !== undefined) return known;
      const body = Buffer.from(await make());
      // The mark is older than what was read. Where another has come since, nobody will ask by this one again.
      if (mark === now) keep(clientId, url, body);
      return body;
    },
  };
}
