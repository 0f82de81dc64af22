/** Previews of changes to files and permissions, for the person who approves them. */
import { listed, ProviderFailure, quoted, shortened, type Preview, type ReadPort } from "@svc/provider-kit";
import type { Static } from "typebox";
import { readFile } from "./created.ts";
import { findPermission } from "./grants.ts";
import { kinds } from "./query.ts";
import type { file, permission } from "./resources.ts";

type File = Static<typeof file.schema>;
type Permission = Static<typeof permission.schema>;

/** The folder for a file. */
type InFolder = { parentId?: string | undefined };
type OfFile = { fileId?: string | undefined };

/** Previews a new file or folder: the folder it would be in. @param what such as "a folder". */
export async function previewCreation(what: string, { parentId }: InFolder, provider: ReadPort): Promise<Preview> {
  const folder = await readFolder(provider, parentId);
  return { text: `Creates ${what} in ${folder.name}.`, precondition: folder };
}

/** Previews a copy: the original and the folder. @param parentId the original's folder by default. */
export async function previewCopy(
  { fileId = "", parentId }: OfFile & InFolder,
  provider: ReadPort,
  assertCopied: (source: File) => void,
): Promise<Preview> {
  const source = await readFile(provider, fileId);
  assertCopied(source);
  const folder = parentId === undefined ? null : await readFolder(provider, parentId);
  return {
    text: `Copies ${subject(source)} ${folder === null ? "in its folder" : `to ${folder.name}`}.`,
    precondition: { ...shown(source), folder },
  };
}

/** @throws ProviderFailure `PROVIDER_REJECTED` if Google accepts no id for a copy of this file. */
export function assertCopiedById({ mimeType }: Pick<File, "mimeType">): void {
  if (!mimeType.startsWith("application/vnd.google-apps.")) return;
  throw new ProviderFailure({
    code: "PROVIDER_REJECTED",
    detail: "This is a folder, a shortcut or one of Google's own documents. Copy a document with `documents.create`.",
  });
}

/** Previews changed metadata. */
export async function previewUpdate(
  {
    fileId = "",
    parentId,
    ...asked
  }: OfFile &
    InFolder & {
      name?: string | undefined;
      description?: string | undefined;
      starred?: boolean | undefined;
      trashed?: boolean | undefined;
    },
  provider: ReadPort,
): Promise<Preview> {
  const now = await readFile(provider, fileId);
  const folder = parentId === undefined ? null : await readFolder(provider, parentId);
  const words = [
    ...(asked.trashed === undefined || asked.trashed === now.trashed
      ? []
      : [asked.trashed ? "moved to the trash" : "restored from the trash"]),
    ...(folder === null || now.parents.includes(parentId ?? "") ? [] : [`moved to ${folder.name}`]),
    ...(asked.name === undefined ? [] : ["renamed"]),
    ...(asked.description === undefined ? [] : ["described"]),
    ...(asked.starred === undefined || asked.starred === now.starred ? [] : [asked.starred ? "starred" : "unstarred"]),
  ];
  const isWhole = now.mimeType === kinds.folder && asked.trashed === true && !now.trashed;
  return {
    text: `${capitalized(subject(now))} would be ${words.length === 0 ? "left unchanged" : listed(words)}${
      isWhole ? ", with everything in it" : ""
    }.`,
    precondition: {
      ...shown(now),
      folder,
      // Fields that the update doesn't set may change in the meantime, and so may the content.
      before: {
        parents: parentId === undefined ? null : now.parents,
        description: asked.description === undefined ? null : now.description,
        starred: asked.starred === undefined ? null : now.starred,
      },
    },
  };
}

/** The grantee of a new permission. */
type Grantee = {
  type?: string | undefined;
  role?: string | undefined;
  emailAddress?: string | undefined;
  domain?: string | undefined;
};

/** Previews a new permission: the file, and the grantee's current role. */
export async function previewSharing(
  {
    fileId = "",
    type = "",
    role = "",
    emailAddress,
    domain,
    notify = false,
  }: OfFile & Grantee & { notify?: boolean | undefined },
  provider: ReadPort,
): Promise<Preview> {
  const now = await readFile(provider, fileId);
  const who = (emailAddress ?? domain ?? "").toLowerCase();
  const before = await findPermission(
    provider,
    fileId,
    (one) => one.type === type && (one.emailAddress ?? one.domain ?? "").toLowerCase() === who,
  );
  const grantee = type === "anyone" ? "Everyone with the link" : shortened(emailAddress ?? domain ?? type, 100);
  const mail = notify ? " Google emails them." : "";
  const text =
    before === undefined || before === null
      ? `${grantee} would get the role ${role} on ${subject(now)}.`
      : `${grantee} has the role ${shortened(before.role)} on ${subject(now)}, and would get the role ${role}.`;
  return { text: text + mail, precondition: { ...shown(now), before: before?.role ?? null } };
}

/** Previews the removal of a permission: the grantee and the file. */
export async function previewUnsharing(
  { fileId = "", permissionId = "" }: OfFile & { permissionId?: string | undefined },
  provider: ReadPort,
): Promise<Preview> {
  const now = await readFile(provider, fileId);
  const found = await findPermission(provider, fileId, ({ id }) => id === permissionId);
  if (found === null) {
    return {
      text: `${capitalized(subject(now))} has no such permission, so there would be nothing to remove.`,
      precondition: { ...shown(now), before: null },
    };
  }
  // The file has too many permissions to read them all.
  if (found === undefined) {
    return { text: `Removes a permission from ${subject(now)}.`, precondition: { ...shown(now), before: null } };
  }
  return {
    text: `${granteeOf(found)} would lose the role ${shortened(found.role)} on ${subject(now)}.`,
    precondition: { ...shown(now), before: found.role },
  };
}

function granteeOf({ type, emailAddress, domain, displayName }: Permission): string {
  return type === "anyone" ? "Everyone with the link" : shortened(emailAddress ?? domain ?? displayName ?? type, 100);
}

/** A folder's name as a phrase. My Drive isn't read, because most connections aren't allowed to. */
async function readFolder(provider: ReadPort, id: string | undefined): Promise<{ name: string; id: string }> {
  if (id === undefined || id === "root") return { name: "My Drive", id: "root" };
  const found = await readFile(provider, id);
  if (found.mimeType !== kinds.folder) {
    throw new ProviderFailure({ code: "PROVIDER_REJECTED", detail: "`parentId` isn't a folder." });
  }
  const where = found.trashed ? ", which is in the trash" : "";
  return { name: `the folder ${quoted(found.name)}${where}`, id: found.id };
}

function subject({ mimeType, name, trashed }: File): string {
  const kind = mimeType === kinds.folder ? "folder" : "file";
  return `the ${kind} ${quoted(name)}${trashed ? " in the trash" : ""}`;
}

/** The fields by which a person recognizes a file. */
function shown({ id, name, trashed }: File) {
  return { id, name: quoted(name, 200), trashed };
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
