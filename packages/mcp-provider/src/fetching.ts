/** How an inspection sends requests. */

/**
 * Sends one request and returns the whole response. It decides which addresses are allowed, doesn't follow redirects,
 * and limits size and time; it throws `InspectionFault` if it can't.
 */
export type Fetch = (
  url: string,
  request: { method: "GET" | "POST" | "DELETE"; headers: Readonly<Record<string, string>>; body?: string },
) => Promise<Fetched>;

/** A response. `header` returns null for a header that is absent. */
export type Fetched = { status: number; header: (name: string) => string | null; text: string };

/**
 * Says why svc never connects to an address, in a sentence; null if it may, also if it can't find out. Each connection is
 * checked again.
 */
export type PlaceCheck = (address: string) => Promise<string | null>;

/** Why a server couldn't be inspected: one sentence, which quotes nothing that the server says. */
export class InspectionFault extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = "InspectionFault";
  }
}
