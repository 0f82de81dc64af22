/**
 * Finds what an operator has in hand: an id of any kind, whole or the beginning of one, or a name. It never looks into
 * what a call or a credential contains, and it doesn't accept a secret.
 */
import { cellMarkPattern, idPrefixes, type IdKind } from "@svc/contract";
import type { OAuthAppStore } from "../oauth/app.ts";
import { foundKinds, namedKinds, type Found, type FoundKind, type SearchStore } from "./port.ts";

/** What was found of one kind. */
export type FoundGroup = {
  kind: FoundKind;
  rows: readonly Found[];
  /** Whether there are more than `rows`. */
  more: boolean;
  /** Whether only the newest {@link searchedMax} were searched for names that contain the text. */
  isPartial: boolean;
};

/**
 * The result. `secret`: the text is a key or a token, which isn't searched for. `shortened`: it is an id as lists
 * show it, without its middle.
 */
export type SearchResult =
  { kind: "nothing" | "secret" | "shortened" } | { kind: "found"; by: "id" | "name"; groups: readonly FoundGroup[] };

/** The operations. */
export type Search = {
  /** @param only null for every kind. */
  find(text: string, only: FoundKind | null): Promise<SearchResult>;
  /** Returns what these ids belong to, by id. An id that isn't found is missing. */
  identify(ids: readonly string[]): Promise<ReadonlyMap<string, Found>>;
};

/** How many of a kind are shown beside other kinds, and alone. */
const shownMax = { together: 5, alone: 50 } as const;

/** Names are found by their beginning among all rows, and by any part of them among this many of the newest. */
export const searchedMax = 5000;

/** The longest text that is searched for, in characters. */
export const searchTextMax = 200;

/** Every search reads a limited number of rows of each kind. */
export function createSearch({
  store,
  oauthApps,
}: {
  store: SearchStore;
  oauthApps: Pick<OAuthAppStore, "list">;
}): Search {
  const find: Search["find"] = async (given, only) => {
    const wanted = readWanted(given);
    if (typeof wanted === "string") return { kind: wanted };
    const limit = only === null ? shownMax.together : shownMax.alone;
    const ids: FoundGroup[] = [];
    for (const { kind, prefix } of wanted.ids) {
      if (only !== null && only !== kind) continue;
      const rows = await store.byId(kind, prefix, limit + 1);
      if (rows.length > 0) ids.push(toGroup(kind, rows, { limit, isPartial: false }));
    }
    if (ids.length > 0) return { kind: "found", by: "id", groups: ids };
    const groups: FoundGroup[] = [];
    for (const kind of namedKinds) {
      if (only !== null && only !== kind) continue;
      const { rows, isPartial } =
        kind === "oauth_app"
          ? { rows: await findApps(oauthApps, wanted.text), isPartial: false }
          : await store.byName(kind, wanted.text, { limit: limit + 1, lookAtMax: searchedMax });
      if (rows.length > 0 || isPartial) groups.push(toGroup(kind, rows, { limit, isPartial }));
    }
    return { kind: "found", by: "name", groups };
  };
  return {
    find,
    async identify(ids) {
      const found = new Map<string, Found>();
      for (const id of new Set(ids)) {
        const wanted = readWanted(id);
        for (const { kind, prefix } of typeof wanted === "string" ? [] : wanted.ids) {
          const [row] = await store.byId(kind, prefix, 1);
          if (row?.id === id) found.set(id, row);
        }
      }
      return found;
    },
  };
}

function toGroup(
  kind: FoundKind,
  rows: readonly Found[],
  { limit, isPartial }: { limit: number; isPartial: boolean },
): FoundGroup {
  return { kind, rows: rows.slice(0, limit), more: rows.length > limit, isPartial };
}

/** The few apps that are stored: by provider, name, or their id at the provider. */
async function findApps({ list }: Pick<OAuthAppStore, "list">, text: string): Promise<Found[]> {
  const apps = await list();
  return apps
    .filter(({ provider, name, appId }) => [provider, name, appId].some((one) => contains(one, text)))
    .map(({ provider, name, appId, serviceClientId }) => ({
      kind: "oauth_app",
      id: provider,
      name: name === "" ? provider : name,
      detail: appId,
      clientId: serviceClientId,
      tenantId: "",
    }));
}

/** Whether a name contains a text, whatever the case of their letters. */
export function contains(name: string, text: string): boolean {
  return name.toLowerCase().includes(text.toLowerCase());
}

/** What to look for: by id, then by name. */
type Wanted = { text: string; ids: readonly { kind: IdentifiedKind; prefix: string }[] };

/** A kind that has ids. */
type IdentifiedKind = Exclude<FoundKind, "oauth_app">;

const kindsById: Partial<Readonly<Record<IdKind, IdentifiedKind>>> = {
  tenant: "tenant",
  connectSession: "connect_session",
  connection: "connection",
  execution: "execution",
  serviceClient: "service_client",
  event: "event",
  webhookEndpoint: "webhook_endpoint",
  delegatedToken: "delegated_token",
  proposal: "proposal",
};

const kindsByPrefix: ReadonlyMap<string, IdentifiedKind> = new Map(
  Object.entries(kindsById).map(([kind, found]) => [idPrefixes[kind as IdKind], found]),
);

/** Keys and tokens whole, not their public part, and what browsers hold. */
const secretForm = new RegExp(
  `^(?:svc_[a-z]+_${cellMarkPattern}\\w{27,}|svc_live_${cellMarkPattern}\\w{11,}|sop_${cellMarkPattern}\\w{11,}|whsec_\\S{8,}|(?:cst|css|cc|cot|cob|cos|sos|aas|aac|art)_${cellMarkPattern}[\\w-]{40,})`,
);

/** Whether a text looks like a whole key or token. */
export function looksSecret(text: string): boolean {
  return secretForm.test(text.trim());
}

const publicIdForm = new RegExp(
  `^(?:(?<form>svc_live_|sop_)${cellMarkPattern})?(?<publicId>[0-9A-Za-z]{1,10})(?:…|\\.\\.\\.)?$`,
);

/** Reads the text. */
export function readWanted(given: string): Wanted | "nothing" | "secret" | "shortened" {
  const text = given
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, searchTextMax);
  if (text === "") return "nothing";
  if (looksSecret(text)) return "secret";
  // The public part of a key is followed by an ellipsis where it is shown.
  const { form = "", publicId = "" } = publicIdForm.exec(text)?.groups ?? {};
  if (/^[a-z_]*…[0-9a-z]{4,}$/.test(text)) return "shortened";
  if (form !== "")
    return { text, ids: [{ kind: form === "sop_" ? "operator_token" : "service_key", prefix: publicId }] };
  const [, tokenId] = /^svc_dt_([0-9a-z.]{1,34})$/.exec(text) ?? [];
  if (tokenId !== undefined) return { text, ids: [{ kind: "delegated_token", prefix: `dtk_${tokenId}` }] };
  const [, prefix = "", rest = ""] = /^([a-z]{2,3})_([0-9a-z.]*)$/i.exec(text) ?? [];
  const kind = kindsByPrefix.get(prefix.toLowerCase());
  if (kind !== undefined) return { text, ids: [{ kind, prefix: `${prefix}_${rest}`.toLowerCase() }] };
  const isPublicId = publicId.length === 10;
  const keys = (["service_key", "operator_token"] as const).map((one) => ({ kind: one, prefix: publicId }));
  return { text, ids: isPublicId ? keys : [] };
}

/** Whether a text names a kind. */
export function isFoundKind(text: string): text is FoundKind {
  return foundKinds.some((kind) => kind === text);
}
