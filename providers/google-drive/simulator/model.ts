/** The data that the simulated Drive stores. Times are Unix milliseconds. */

/** A file or folder. */
export interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  readonly description?: string;
  /** Null for the root of My Drive and of a shared drive. */
  readonly parentId: string | null;
  readonly driveId?: string;
  /** The text of a file, or the exported text of a Google document; null for folders. */
  readonly content: string | null;
  readonly createdAtMs: number;
  readonly modifiedAtMs: number;
  readonly trashed: boolean;
  readonly starred: boolean;
  /** Shared with the user by someone else, who owns it. */
  readonly isForeign: boolean;
  /** Properties by app; each app sees its own. */
  readonly appProperties: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The apps that created it or that the user opened it with. */
  readonly apps: readonly string[];
}

/** Someone's access to a file. */
export interface StoredPermission {
  readonly id: string;
  readonly type: string;
  readonly role: string;
  readonly emailAddress?: string;
  readonly domain?: string;
  readonly displayName?: string;
  readonly allowFileDiscovery?: boolean;
}

/** The caller of a method. */
export interface Caller {
  readonly app: string;
  readonly scopes: readonly string[];
}

/** The prefix of the types that have no bytes. */
export const nativePrefix = "application/vnd.google-apps.";

export const folderType = `${nativePrefix}folder`;

/**
 * Whether Google accepts no id for a new file of this type: all of its own except folders and third-party shortcuts.
 */
export function takesNoId(mimeType: string): boolean {
  return (
    mimeType.startsWith(nativePrefix) && mimeType !== folderType && !mimeType.startsWith(`${nativePrefix}drive-sdk`)
  );
}

/** The user whose Drive it is. */
export const user = {
  permissionId: "05551234567890123456",
  displayName: "Alex Rivera",
  emailAddress: "alex@example.com",
} as const;

/** The id of My Drive's root, for which `root` is an alias. */
export const rootId = "0ASimulatedMyDriveRoot";
