/** Pages of files and permissions. */
import { summary, summaryCount } from "@svc/contract";
import { readEntries, unreadableCount, type ReadPort } from "@svc/provider-kit";
import { flagOf, list, record, textOf } from "@svc/provider-kit/shape";
import { Type, type Static } from "typebox";
import { filesRequest, permissionsRequest, type Page } from "./client.ts";
import { nextPageToken } from "./fields.ts";
import { queryOf, type Filters } from "./query.ts";
import { file, permission } from "./resources.ts";

/** The output of a list of files. */
export const filePage = Type.Object(
  {
    files: summaryCount(
      Type.Array(file.schema, { description: "The files on this page. There may be fewer than `pageSize`." }),
    ),
    unreadable: unreadableCount,
    incompleteSearch: summary(
      Type.Boolean({
        description:
          "Whether the search was incomplete, so that files may be missing. If so, narrow the list, for example with `driveId`.",
      }),
    ),
    nextPageToken,
  },
  { additionalProperties: false },
);

/** The output of a list of permissions. */
export const permissionPage = Type.Object(
  {
    permissions: summaryCount(Type.Array(permission.schema, { description: "The permissions on this page." })),
    unreadable: unreadableCount,
    nextPageToken,
  },
  { additionalProperties: false },
);

/** Reads one page of files. Google sorts a full-text search itself and refuses any other order. */
export async function readFiles(
  provider: ReadPort,
  { driveId, pageSize = 50, pageToken, ...filters }: Filters & Page & { driveId?: string | undefined },
): Promise<Static<typeof filePage>> {
  const order = filters.text === undefined ? { orderBy: "folder,modifiedTime desc,name" } : {};
  const request = filesRequest({ q: queryOf(filters), ...order, driveId, pageSize, pageToken });
  return filesIn((await provider.read(request, { accept: [200] })).body);
}

/** @throws ProviderFailure `PROVIDER_ERROR` if the body isn't a list of files. */
export function filesIn(body: unknown): Static<typeof filePage> {
  const { files, incompleteSearch = false, ...page } = record(body);
  const { items, unreadable } = readEntries(list(files), file.read);
  return { files: items, unreadable, incompleteSearch: flagOf(incompleteSearch), nextPageToken: nextOf(page) };
}

/** Reads one page of permissions. */
export async function readPermissions(
  provider: ReadPort,
  fileId: string,
  page: Page,
): Promise<Static<typeof permissionPage>> {
  const { body } = await provider.read(permissionsRequest(fileId, page), { accept: [200] });
  const { permissions, ...rest } = record(body);
  const { items, unreadable } = readEntries(list(permissions), permission.read);
  return { permissions: items, unreadable, nextPageToken: nextOf(rest) };
}

function nextOf({ nextPageToken: next }: Readonly<Record<string, unknown>>): string | null {
  return next === undefined ? null : textOf(next);
}
