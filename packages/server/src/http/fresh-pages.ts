/**
 * Pages of listings that were made a moment ago, for as long as nothing in the database has changed: nobody is ever shown
 * what is no longer so. Any commit of anybody ends all of them. Who may see a page is decided before it is looked for, and
 * each service client has its own.
 */
import type { ChangeMarks, Mark } from "../listing/marks.ts";

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

/** What asks for a page, and has it put together as {@link sharedPages} says. */
type Share = (asked: AskedPage) => Promise<Buffer>;

/** Makes the pages, by the marks of a database. @param share gives an asked page. */
export function createFreshPages(marks: ChangeMarks, share: Share): FreshPages {
  return marks.kind === "at hand" ? byMarksAtHand(marks, share) : byMarksAskedFor(marks, share);
}

/** While the mark is null nothing is kept, and those who ask for one page at the same time share what is read for them. */
function byMarksAtHand(marks: Extract<ChangeMarks, { kind: "at hand" }>, share: Share): FreshPages {
  const kept = createKeptPages();
  const look = createLook(marks.now);
  return {
    async get(clientId, url, make) {
      const now = await look();
      if (now === null) return await share({ key: keyOf(clientId, url), make: async () => Buffer.from(await make()) });
      kept.turnTo(now);
      const known = kept.find(clientId, url);
      if (known !== undefined) return known;
      const body = Buffer.from(await make());
      // The mark is older than what was read. Where another has come since, nobody will ask by this one again.
      if (kept.mark() === now) kept.keep(clientId, url, body);
      return body;
    },
  };
}

/**
 * One look at the mark for all who come in one turn of the event loop: after they have come, so it is newer than anything that
 * somebody of them may know of.
 */
function createLook(now: () => Mark): () => Promise<Mark> {
  let next: Promise<Mark> | null = null;
  const lookNext = async (): Promise<Mark> => {
    await new Promise((resolve) => setImmediate(resolve));
    next = null;
    return now();
  };
  return () => (next ??= lookNext());
}

/** After so many pages in sequence that had one mark it is asked for, at most. */
const equalWantedMax = 16;

/**
 * A mark that has to be asked for is worth its asking only while little changes: where pages in sequence had the same. One
 * asking in vain after another doubles how many, so that where changes come all the time next to nobody asks.
 */
function byMarksAskedFor(marks: Extract<ChangeMarks, { kind: "asked for" }>, share: Share): FreshPages {
  const kept = createKeptPages();
  let equal = 0;
  let equalWanted = 1;
  const isStill = async (mark: string): Promise<boolean> => {
    const isSame = (await marks.now()) === mark;
    if (isSame) equalWanted = 0;
    else if (kept.mark() === mark) {
      kept.turnTo("");
      equal = 0;
      equalWanted = Math.min(Math.max(equalWanted * 2, 1), equalWantedMax);
    }
    return isSame;
  };
  const read = async (clientId: string, url: string, make: () => Promise<string>): Promise<Buffer> => {
    const { value, mark } = await marks.reading(make);
    const body = Buffer.from(value);
    if (mark === null) return body;
    equal = mark === kept.mark() ? equal + 1 : 0;
    kept.turnTo(mark);
    kept.keep(clientId, url, body);
    return body;
  };
  return {
    async get(clientId, url, make) {
      const known = equal < equalWanted ? undefined : kept.find(clientId, url);
      if (known !== undefined && (await isStill(kept.mark()))) return known;
      return await share({ key: keyOf(clientId, url), make: () => read(clientId, url, make) });
    },
  };
}

function keyOf(clientId: string, url: string): string {
  return `${clientId} ${url}`;
}

/** Pages within bounds, all of one mark. */
function createKeptPages() {
  const clients = new Map<string, Map<string, Buffer>>();
  let bytes = 0;
  let mark = "";
  const clear = (): void => {
    clients.clear();
    bytes = 0;
  };
  return {
    mark: () => mark,
    /** Lets everything go that had another mark. */
    turnTo(now: string): void {
      if (now === mark) return;
      clear();
      mark = now;
    },
    find: (clientId: string, url: string): Buffer | undefined => clients.get(clientId)?.get(url),
    keep(clientId: string, url: string, body: Buffer): void {
      const size = sizeOf(url, body);
      if (body.byteLength > limits.pageBytesMax) return;
      if (bytes + size > limits.allBytesMax) clear();
      const pages = clients.get(clientId) ?? new Map<string, Buffer>();
      if (pages.size >= limits.ofClientMax && !pages.has(url)) return;
      bytes += size - sizeOf(url, pages.get(url));
      clients.set(clientId, pages.set(url, body));
    },
  };
}

function sizeOf(url: string, body: Buffer | undefined): number {
  return body === undefined ? 0 : body.byteLength + url.length + extraBytes;
}
