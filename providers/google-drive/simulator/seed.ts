/** The default data. */
import { app } from "./app.ts";
import { folderType, nativePrefix, rootId, user } from "./model.ts";
import type { DriveWorld } from "./world.ts";

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
