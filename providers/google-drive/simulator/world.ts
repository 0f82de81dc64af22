/** The simulated Drive of one user: files, their permissions, and the ids that were generated. */
import { createHash } from "node:crypto";
import { googleAuthorization, googlePositions, googleSwitches } from "@svc/google/simulator";
import {
  type AuthorizationSwitches,
  commonSwitches,
  type CommonSwitches,
  type OAuthToken,
  RateLimits,
  Refusal,
  Store,
  Tokens,
} from "@svc/simulator";
import {
  type Caller,
  folderType,
  nativePrefix,
  rootId,
  type StoredFile,
  type StoredPermission,
  takesNoId,
  user,
} from "./model.ts";
import { app } from "./app.ts";

/** The switches of the simulated Drive. */
export interface Switches extends CommonSwitches, AuthorizationSwitches {
  /** The maximum number of requests per user per minute. */
  requestsPerMinute: number;
  /** The status of a rate-limit error: Google documents both. */
  limitStatus: number;
}

const switchTable = {
  defaults: { ...commonSwitches, ...googleSwitches, requestsPerMinute: 10_000, limitStatus: 403 },
  positions: { ...googlePositions, limitStatus: [403, 429] },
};

/** The properties of a new file. */
export type NewFile = Pick<StoredFile, "name" | "mimeType"> & Partial<StoredFile>;

/** The state. */
export class DriveWorld extends Store<Switches> {
  readonly files = this.collection<StoredFile, "id">({ key: "id" });
  readonly permissions = this.files.collection<StoredPermission, "id">({ key: "id" });
  /** Ids that were generated, used or not. */
  readonly generated = this.keep(new Set<string>());
  readonly tokens = this.keep(new Tokens<OAuthToken>());
  readonly authorization = this.keep(googleAuthorization({ app, tokens: this.tokens, switches: () => this.switches }));
  readonly limits = this.keep(
    new RateLimits<"minute", number>({ minute: { limit: (requests) => requests, windowMs: () => 60_000 } }),
  );
  #ids = 0;

  constructor(switches: Partial<Switches> = {}) {
    super(switchTable, switches);
    this.reset();
  }

  protected override seed(): void {
    this.#ids = 0;
    seedDrive(this);
  }

  override facts(nowMs: number): Readonly<Record<string, unknown>> {
    return {
      ...this.authorization.facts(nowMs),
      files: this.files.values().map(({ id, name, trashed }) => ({ id, name, trashed })),
    };
  }

  /** Generates an id that no file has had. */
  newId(): string {
    const id = `1${createHash("sha256")
      .update(`file ${String(this.#ids++)}`)
      .digest("base64url")
      .slice(0, 32)}`;
    this.generated.add(id);
    return id;
  }

  /**
   * Adds a file with its owner's permission.
   * Throws `Refusal` 409 for an id that is taken, and 400 for one that wasn't generated or that the type doesn't
   * accept.
   */
  addFile(fields: NewFile, nowMs: number): StoredFile {
    const { id } = fields;
    if (id !== undefined && this.files.has(id)) {
      throw new Refusal(409, "A file already exists with the provided ID.", { code: "fileIdInUse" });
    }
    if (id !== undefined && takesNoId(fields.mimeType)) {
      throw new Refusal(400, "Generated IDs are not supported for Docs Editors formats.", { code: "badRequest" });
    }
    if (id !== undefined && !this.generated.has(id)) {
      throw new Refusal(400, "The provided file ID is not usable.", { code: "invalid" });
    }
    const file = this.files.create({
      parentId: rootId,
      content: fields.mimeType === folderType ? null : "",
      createdAtMs: nowMs,
      modifiedAtMs: nowMs,
      trashed: false,
      starred: false,
      isForeign: false,
      appProperties: {},
      apps: [],
      ...fields,
      id: id ?? this.newId(),
    });
    const owner = { id: user.permissionId, type: "user", role: "owner", ...grantee(user) };
    if (!file.isForeign && file.driveId === undefined) this.permissions.in(file.id).put(owner);
    return file;
  }

  edit(id: string, changes: Partial<Omit<StoredFile, "id">>, nowMs: number): StoredFile {
    return this.files.update(id, { ...changes, modifiedAtMs: nowMs });
  }

  /** Grants access. A grantee has one permission, so a second one replaces it. */
  share(fileId: string, granted: Omit<StoredPermission, "id" | "displayName">): StoredPermission {
    const { type, emailAddress, domain, allowFileDiscovery } = granted;
    const grantee = emailAddress ?? domain ?? "";
    const anyone = allowFileDiscovery === true ? "anyone" : "anyoneWithLink";
    const displayName = type === "anyone" ? {} : { displayName: grantee.split("@")[0] ?? "" };
    const id = type === "anyone" ? anyone : permissionIdOf(grantee);
    return this.permissions.in(fileId).put({ id, ...granted, ...displayName });
  }

  /** Resolves `root`, or another parent's id. */
  resolve(id: string): string {
    return id === "root" ? rootId : id;
  }

  /** Whether a file, or a folder above it, is in the trash. */
  isTrashed({ trashed, parentId }: StoredFile): boolean {
    const parent = parentId === null ? undefined : this.files.get(parentId);
    return trashed || (parent !== undefined && this.isTrashed(parent));
  }

  /** The properties that the caller's app set on a file. */
  propertiesFor({ appProperties }: StoredFile, { app }: Caller): Readonly<Record<string, string>> {
    return appProperties[app] ?? {};
  }
}

function grantee({ displayName, emailAddress }: typeof user) {
  return { displayName, emailAddress };
}

/** The id of a grantee is the same everywhere. */
function permissionIdOf(grantee: string): string {
  const digest = createHash("sha256").update(grantee.toLowerCase()).digest();
  return String(digest.readBigUInt64BE()).padStart(20, "0");
}

/** Fills the empty Drive. Only some files belong to the app. */
export function seedDrive(world: DriveWorld): void {
  const add = (id: string, name: string, mimeType: string, more: object = {}): void => {
    world.generated.add(id);
    const file = { name, mimeType, apps: [app.clientId], ...more };
    // Google assigns the ids of its own documents, so they can't be chosen.
    world.files.create({
      parentId: rootId,
      content: mimeType === folderType ? null : "",
      createdAtMs: Date.UTC(2026, 1, 2, 9),
      modifiedAtMs: Date.UTC(2026, 2, 10, 9),
      trashed: false,
      starred: false,
      isForeign: false,
      appProperties: {},
      ...file,
      id,
    });
  };
  const share = (id: string, role: string, emailAddress: string, permissionId: string): void => {
    world.permissions.in(id).put({ id: permissionId, type: "user", role, emailAddress, displayName: emailAddress });
  };
  add(rootId, "My Drive", folderType, { parentId: null });
  add("projects-folder", "Projects", folderType);
  add("archive-folder", "Archive", folderType, { apps: [] });
  add("notes-file", "Notes.txt", "text/plain", { content: "The budget is tight.\n", parentId: "projects-folder" });
  add("plan-document", "Plan 2026", `${nativePrefix}document`, {
    content: "Plan\n\nSpend the budget well.\n",
    parentId: "projects-folder",
  });
  add("numbers-sheet", "Numbers", `${nativePrefix}spreadsheet`, { content: "month,amount\r\nMarch,12\r\n" });
  add("private-file", "Valentine's \\ Day.txt", "text/plain", { content: "Roses.\n", apps: [] });
  add("photo-file", "Photo.jpg", "image/jpeg", { content: "not really a photo" });
  add("old-file", "Old.txt", "text/plain", { content: "Old.\n", trashed: true });
  add("foreign-file", "From Sam.txt", "text/plain", { content: "Hello.\n", isForeign: true });
  add("team-drive", "Team", folderType, { parentId: null, driveId: "team-drive" });
  add("team-file", "Team plan.txt", "text/plain", {
    content: "Together.\n",
    parentId: "team-drive",
    driveId: "team-drive",
  });
  for (const id of ["notes-file", "plan-document"]) share(id, "owner", user.emailAddress, user.permissionId);
  share("plan-document", "reader", "robin@example.com", "reader-permission");
}
