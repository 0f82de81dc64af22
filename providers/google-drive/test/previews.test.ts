/** Texts of previews for the simulated Drive, and changes that make an approval stale. */
import { exercisePlans } from "@svc/provider-kit/testing";
import { googleDrive } from "../src/index.ts";
import { openSimulated } from "./simulated.ts";

const notes = { fileId: "notes-file" };
const projects = { parentId: "projects-folder" };
const sharing = { ...notes, type: "user", role: "reader", emailAddress: "sam@example.com", notify: false };
const removal = { fileId: "plan-document", permissionId: "reader-permission" };
const trashing = { ...notes, trashed: true };

exercisePlans(googleDrive, () => openSimulated(), {
  texts: [
    ["folders.create", { name: "March", ...projects }, "Creates a folder in the folder “Projects”."],
    ["folders.create", { name: "March" }, "Creates a folder in My Drive."],
    ["files.create", { name: "a", content: "b", ...projects }, "Creates a text file in the folder “Projects”."],
    ["documents.create", { name: "a", kind: "spreadsheet" }, "Creates a Google spreadsheet in My Drive."],
    [
      "documents.create",
      { name: "Plan 2027", kind: "document", copyOf: "plan-document", ...projects },
      "Copies the file “Plan 2026” to the folder “Projects”.",
    ],
    ["files.copy", notes, "Copies the file “Notes.txt” in its folder."],
    ["files.update", trashing, "The file “Notes.txt” would be moved to the trash."],
    [
      "files.update",
      { fileId: "projects-folder", trashed: true },
      "The folder “Projects” would be moved to the trash, with everything in it.",
    ],
    [
      "files.update",
      { ...notes, name: "N", description: "d", parentId: "root", starred: true },
      "The file “Notes.txt” would be moved to My Drive, renamed, described and starred.",
    ],
    ["files.update", { ...notes, ...projects }, "The file “Notes.txt” would be left unchanged."],
    [
      "files.update",
      { fileId: "old-file", trashed: false },
      "The file “Old.txt” in the trash would be restored from the trash.",
    ],
    ["permissions.create", sharing, "sam@example.com would get the role reader on the file “Notes.txt”."],
    [
      "permissions.create",
      { ...sharing, fileId: "plan-document", role: "writer", emailAddress: "Robin@example.com", notify: true },
      "Robin@example.com has the role reader on the file “Plan 2026”, and would get the role writer. Google emails them.",
    ],
    [
      "permissions.create",
      { ...notes, type: "anyone", role: "reader" },
      "Everyone with the link would get the role reader on the file “Notes.txt”.",
    ],
    ["permissions.delete", removal, "robin@example.com would lose the role reader on the file “Plan 2026”."],
    [
      "permissions.delete",
      { ...removal, permissionId: "none" },
      "The file “Plan 2026” has no such permission, so there would be nothing to remove.",
    ],
  ],
  meanwhile: [
    ["folders.create", { name: "a", ...projects }, ["folders.create", { name: "a", ...projects }], "same"],
    ["folders.create", { name: "a", ...projects }, ["files.update", { fileId: "projects-folder", name: "P" }], "stale"],
    [
      "folders.create",
      { name: "a", ...projects },
      ["files.update", { fileId: "projects-folder", trashed: true }],
      "stale",
    ],
    ["files.copy", notes, ["files.update", { ...notes, starred: true }], "same"],
    ["files.copy", notes, ["files.update", { ...notes, name: "Other" }], "stale"],
    ["files.update", trashing, ["files.update", { ...notes, starred: true }], "same"],
    ["files.update", trashing, ["permissions.create", sharing], "same"],
    ["files.update", trashing, ["files.update", trashing], "stale"],
    ["files.update", { ...notes, description: "a" }, ["files.update", { ...notes, description: "b" }], "stale"],
    [
      "files.update",
      { ...notes, parentId: "root" },
      ({ simulator }) => simulator.world.files.update("notes-file", { parentId: "archive-folder" }),
      "stale",
    ],
    ["permissions.create", sharing, ["permissions.create", { ...sharing, emailAddress: "eve@example.com" }], "same"],
    ["permissions.create", sharing, ["permissions.create", { ...sharing, role: "writer" }], "stale"],
    ["permissions.create", sharing, ["files.update", { ...notes, name: "Salaries.txt" }], "stale"],
    ["permissions.delete", removal, ["permissions.delete", removal], "stale"],
  ],
  refused: [
    ["folders.create", { name: "a", parentId: "notes-file" }, "PROVIDER_REJECTED"],
    ["files.copy", { fileId: "plan-document" }, "PROVIDER_REJECTED"],
    ["documents.create", { name: "a", kind: "spreadsheet", copyOf: "plan-document" }, "PROVIDER_REJECTED"],
    ["permissions.create", { ...sharing, message: "Hello" }, "PROVIDER_REJECTED"],
    ["files.update", { fileId: "none", name: "a" }, "RESOURCE_NOT_FOUND"],
  ],
});
