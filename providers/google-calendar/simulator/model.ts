/** The data that the simulated Calendar stores. */

/** A calendar in the user's list. */
export interface StoredCalendar {
  readonly id: string;
  readonly summary: string;
  readonly timeZone: string;
  readonly accessRole: "owner" | "writer" | "reader" | "freeBusyReader";
  readonly primary?: boolean;
}

/** An event as the API returns it, with its version. */
export interface StoredEvent {
  readonly id: string;
  readonly status: "confirmed" | "tentative" | "cancelled";
  readonly start: When;
  readonly end: When;
  readonly version: number;
  readonly updatedAtMs: number;
  readonly attendees?: readonly Guest[];
  readonly recurrence?: readonly string[];
  readonly extendedProperties?: { readonly private?: Readonly<Record<string, string>> };
  readonly [field: string]: unknown;
}

/** A date or a time. */
export interface When {
  readonly date?: string;
  readonly dateTime?: string;
  readonly timeZone?: string;
}

export interface Guest {
  readonly email: string;
  readonly responseStatus: string;
  readonly self?: boolean;
  readonly [field: string]: unknown;
}

/** When something starts or ends, in Unix milliseconds. */
export function timeOf({ date, dateTime }: When): number {
  return Date.parse(dateTime ?? `${date ?? ""}T00:00:00Z`);
}
