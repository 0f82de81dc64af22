/**
 * Access control: the files that a caller can see and change:
 * https://developers.google.com/workspace/drive/api/guides/api-specific-auth
 */
import { Refusal } from "@svc/simulator";
import type { Caller, StoredFile } from "./model.ts";
import type { DriveWorld } from "./world.ts";

const scope = (name: string) => `https://www.googleapis.com/auth/${name}`;
const drive = scope("drive");
const appFiles = scope("drive.file");
const readonlyScope = scope("drive.readonly");
const metadata = [scope("drive.metadata"), scope("drive.metadata.readonly")];

/** The scopes that allow each kind of method. */
export const methodScopes = {
  metadata: [drive, appFiles, readonlyScope, ...metadata],
  content: [drive, appFiles, readonlyScope],
  write: [drive, appFiles],
  update: [drive, appFiles, scope("drive.metadata")],
} as const;

/** The file, if the caller can see it. Otherwise throws `Refusal` 404 `notFound`. */
export function seen(
  world: DriveWorld,
  caller: Caller,
  id: string,
  { allDrives, content = false }: { allDrives: boolean; content?: boolean },
): StoredFile {
  const file = world.files.get(world.resolve(id));
  const isSeen = file !== undefined && (allDrives || file.driveId === undefined) && sees(caller, file);
  if (!isSeen) {
    const details = { locationType: "parameter", location: "fileId" };
    throw new Refusal(404, `File not found: ${id}.`, { code: "notFound", details });
  }
  if (content && !sees(caller, file, content)) throw notApps(caller, id, "read");
  return file;
}

/** The file, if the caller can change it. Otherwise throws `Refusal`: 404 if the caller can't see it, else 403. */
export function changeable(world: DriveWorld, caller: Caller, id: string, allDrives: boolean): StoredFile {
  const file = seen(world, caller, id, { allDrives });
  if (!caller.scopes.includes(drive) && !isApps(caller, file)) {
    throw notApps(caller, id, "write");
  }
  if (file.isForeign) {
    const message = "The user does not have sufficient permissions for this file.";
    throw new Refusal(403, message, { code: "insufficientFilePermissions" });
  }
  return file;
}

/** Whether a list shows the file. */
export function sees({ scopes, app }: Caller, file: StoredFile, content = false): boolean {
  const wide = content ? [drive, readonlyScope] : [drive, readonlyScope, ...metadata];
  return wide.some((one) => scopes.includes(one)) || isApps({ scopes, app }, file);
}

/** The root belongs to every app, so that each can create files there. */
function isApps({ scopes, app }: Caller, { apps, parentId, driveId }: StoredFile): boolean {
  const isRoot = parentId === null && driveId === undefined;
  return scopes.includes(appFiles) && (isRoot || apps.includes(app));
}

function notApps({ app }: Caller, id: string, verb: string): Refusal {
  const message = `The user has not granted the app ${app} ${verb} access to the file ${id}.`;
  return new Refusal(403, message, { code: "appNotAuthorizedToFile" });
}
