/** The methods that read. */
import { pageByCursor, Refusal, type Call, type Result } from "@svc/simulator";
import { seen, sees } from "./access.ts";
import { aboutBody, defaultFileFields, defaultPermissionFields, fileBody, permissionBody } from "./bodies.ts";
import { nativePrefix, type Caller, type StoredFile } from "./model.ts";
import { selectFields } from "./partial.ts";
import { compileQuery, type Searchable } from "./query.ts";
import type { DriveWorld } from "./world.ts";

/** A call to this API. */
export type DriveCall = Call<DriveWorld, Caller>;

/** Whether the request supports shared drives. */
export function allDrives({ request }: DriveCall): boolean {
  return request.query.get("supportsAllDrives") === "true";
}

/** A response with the requested fields. */
export function respond({ request }: DriveCall, body: unknown, absent: string): Result {
  return { json: selectFields(body, request.query.get("fields") ?? absent) };
}

/** `about.get`, which has no fields of its own without `fields`. */
export function getAbout(call: DriveCall): Result {
  const fields = call.request.query.get("fields");
  if (fields === null) {
    throw new Refusal(400, "The 'fields' parameter is required for this method.", { code: "required" });
  }
  return respond(call, aboutBody(call.store), fields);
}

/** `files.generateIds` */
export function generateIds({ request, store }: DriveCall): Result {
  const count = Number(request.query.get("count") ?? "10");
  if (!(count >= 1 && count <= 1000)) throw new Refusal(400, "Invalid value for count", { code: "invalidParameter" });
  const ids = Array.from({ length: count }, () => store.newId());
  return { json: { kind: "drive#generatedIds", space: "drive", ids } };
}

/** `files.list` */
export function listFiles(call: DriveCall): Result {
  const { request, store, caller } = call;
  const { query } = request;
  const test = compileQuery(query.get("q") ?? "trashed = true or trashed = false");
  const order = query.get("orderBy");
  if (order !== null && /\bfullText\b/.test(query.get("q") ?? "")) {
    const message =
      "Sorting is not supported for queries with fullText terms. Results are always in descending relevance order.";
    throw new Refusal(400, message, {
      code: "badRequest",
      details: { locationType: "parameter", location: "orderBy" },
    });
  }
  const isEverywhere = allDrives(call) && query.get("includeItemsFromAllDrives") === "true";
  const driveId = query.get("driveId");
  const shown = store.files.values().filter((file) => {
    if (file.parentId === null) return false;
    if (driveId === null ? file.driveId !== undefined && !isEverywhere : file.driveId !== driveId) return false;
    return sees(caller, file) && test(searchable(call, file));
  });
  const paging = { cursor: query.get("pageToken"), limit: query.get("pageSize") };
  const page = pageByCursor(sorted(shown, order), paging, { absent: 100, max: 1000, id: ({ id }) => id });
  const files = page.items.map((file) => fileBody(store, caller, file));
  const next = page.next === null ? {} : { nextPageToken: page.next };
  const absent = `kind,nextPageToken,incompleteSearch,files(${defaultFileFields})`;
  return respond(call, { kind: "drive#fileList", incompleteSearch: false, files, ...next }, absent);
}

function searchable({ store, caller }: DriveCall, file: StoredFile): Searchable {
  const { name, description = "", content, parentId } = file;
  const aliases = parentId === store.resolve("root") ? ["root"] : [];
  return {
    ...file,
    fullText: `${name} ${description} ${sees(caller, file, true) ? (content ?? "") : ""}`,
    trashed: store.isTrashed(file),
    sharedWithMe: file.isForeign,
    parents: parentId === null ? [] : [parentId, ...aliases],
    appProperties: store.propertiesFor(file, caller),
  };
}

/** Sorts by `orderBy`, a list of keys, each with or without `desc`. Throws `Refusal` 400 `invalid`. */
function sorted(files: readonly StoredFile[], orderBy: string | null): StoredFile[] {
  const keys = (orderBy ?? "").split(",").filter((key) => key !== "");
  return keys.reduceRight<StoredFile[]>(
    (sorted, key) => {
      const [name = "", direction] = key.trim().split(" ");
      const valueOf = sortKeys[name];
      if (valueOf === undefined) throw new Refusal(400, "Invalid Value", { code: "invalid" });
      const sign = direction === "desc" ? -1 : 1;
      return sorted.toSorted((one, other) => {
        const [first, second] = [valueOf(one), valueOf(other)];
        return first === second ? 0 : first < second ? -sign : sign;
      });
    },
    [...files],
  );
}

const sortKeys: Readonly<Record<string, (file: StoredFile) => number | string>> = {
  folder: ({ mimeType }) => (mimeType === `${nativePrefix}folder` ? 0 : 1),
  name: ({ name }) => name.toLowerCase(),
  modifiedTime: ({ modifiedAtMs }) => modifiedAtMs,
  createdTime: ({ createdAtMs }) => createdAtMs,
};

/** `files.get`: metadata, or with `alt=media` the content. */
export function getFile(call: DriveCall): Result {
  const { request, store, caller, params } = call;
  const isContent = request.query.get("alt") === "media";
  const file = seen(store, caller, params["id"] ?? "", { allDrives: allDrives(call), content: isContent });
  if (!isContent) return respond(call, fileBody(store, caller, file), defaultFileFields);
  if (file.mimeType.startsWith(nativePrefix)) {
    const message = "Only files with binary content can be downloaded. Use Export with Docs Editors files.";
    throw new Refusal(403, message, { code: "fileNotDownloadable" });
  }
  return { text: file.content ?? "", headers: { "content-type": file.mimeType } };
}

const exports: Readonly<Record<string, readonly string[]>> = {
  document: ["text/plain", "text/markdown", "text/html", "application/pdf"],
  spreadsheet: ["text/csv", "application/pdf"],
  presentation: ["text/plain", "application/pdf"],
};

/** `files.export` */
export function exportFile(call: DriveCall): Result {
  const { request, store, caller, params } = call;
  const file = seen(store, caller, params["id"] ?? "", { allDrives: true, content: true });
  const types = exports[file.mimeType.replace(nativePrefix, "")];
  if (!file.mimeType.startsWith(nativePrefix) || types === undefined) {
    throw new Refusal(403, "Export only supports Docs Editors files.", { code: "fileNotExportable" });
  }
  const type = request.query.get("mimeType") ?? "";
  if (!types.includes(type)) {
    throw new Refusal(400, "The requested conversion is not supported.", { code: "badRequest" });
  }
  return { text: file.content ?? "", headers: { "content-type": type } };
}

/** `permissions.list` */
export function listPermissions(call: DriveCall): Result {
  const { request, store, caller, params } = call;
  const { id } = seen(store, caller, params["id"] ?? "", { allDrives: allDrives(call) });
  const paging = { cursor: request.query.get("pageToken"), limit: request.query.get("pageSize") };
  const page = pageByCursor(store.permissions.in(id).values(), paging, { absent: 100, max: 100, id: ({ id }) => id });
  const next = page.next === null ? {} : { nextPageToken: page.next };
  const body = { kind: "drive#permissionList", permissions: page.items.map(permissionBody), ...next };
  return respond(call, body, `kind,nextPageToken,permissions(${defaultPermissionFields})`);
}
