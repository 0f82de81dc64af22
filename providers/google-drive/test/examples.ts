/** Example inputs and error bodies for the kit's suite. */
import type { ProviderExamples } from "@svc/provider-kit/testing";

const badIds = ["", "a b", "a/b", "..", "é", "a".repeat(129), 7, null];
const badNames = ["", "x".repeat(1001), 7, null];

function bad(input: Record<string, unknown>, field: string, values: readonly unknown[]) {
  return values.map((value) => ({ ...input, [field]: value }));
}

const file = { fileId: "notes-file" };
const share = { ...file, type: "user", role: "reader", emailAddress: "sam@example.com", notify: false };
const removal = { fileId: "plan-document", permissionId: "reader-permission" };

/** The provider's examples. */
export const driveExamples: ProviderExamples = {
  acceptedSubmissions: [],
  refusedSubmissions: [],
  errorBodies: (text) => [
    { error: { code: 403, message: text, status: text, errors: [{ domain: text, reason: text, message: text }] } },
    {
      error: {
        code: 403,
        message: text,
        errors: [{ domain: "global", reason: "appNotAuthorizedToFile", message: text }],
      },
    },
    {
      error: {
        code: 403,
        message: text,
        errors: [{ domain: "usageLimits", reason: "rateLimitExceeded", message: text }],
      },
    },
    { error: text, error_description: text },
  ],
  actions: {
    "files.list": {
      inputs: [
        {},
        { name: "Valentine's \\ Day.txt" },
        { nameContains: "plan", kind: "document", parentId: "projects-folder", modifiedAfter: "2026-01-01T00:00:00Z" },
        { trashed: true, starred: false, pageSize: 1 },
      ],
      refusedInputs: [
        ...bad({}, "parentId", badIds),
        ...bad({}, "name", badNames),
        ...bad({}, "modifiedAfter", ["yesterday", "2026-03-10", "2026-03-10T09:00:00+01:00", 7]),
        ...bad({}, "pageSize", [0, 201, 1.5, "1"]),
        ...bad({}, "pageToken", ["", "a b", "é", 7]),
        ...bad({}, "mimeType", ["text", "text/plain' or '", 7]),
        { kind: "anything" },
        { sharedWithMe: false },
        { q: "trashed = false" },
      ],
    },
    "files.search": {
      inputs: [{ text: "budget" }, { text: '"budget well"', kind: "document" }],
      refusedInputs: [{}, ...bad({}, "text", ["", "x".repeat(501), 7]), { text: "a", q: "b" }],
    },
    "files.get": { inputs: [file, { fileId: "team-file" }], refusedInputs: bad({}, "fileId", badIds) },
    "files.text": {
      inputs: [{ fileId: "plan-document" }, { ...file, maxCharacters: 5 }, { fileId: "numbers-sheet" }],
      refusedInputs: [...bad({}, "fileId", badIds), ...bad(file, "maxCharacters", [0, 1_000_001, 1.5])],
    },
    "folders.create": {
      inputs: [{ name: "March", parentId: "projects-folder" }],
      refusedInputs: [{}, ...bad({}, "name", badNames), ...bad({ name: "a" }, "parentId", badIds)],
    },
    "files.create": {
      inputs: [
        {
          name: "list.csv",
          content: "a,b\r\n1,2\r\n",
          mimeType: "text/csv",
          description: "A list",
          parentId: "projects-folder",
        },
      ],
      refusedInputs: [
        { name: "a" },
        ...bad({ name: "a" }, "content", [7, null, "x".repeat(100_001)]),
        ...bad({ name: "a", content: "" }, "mimeType", ["application/vnd.google-apps.document", "image/png", 7]),
      ],
    },
    "documents.create": {
      inputs: [
        { name: "Meeting notes", kind: "document" },
        { name: "Plan 2027", kind: "document", copyOf: "plan-document", parentId: "projects-folder" },
      ],
      refusedInputs: [
        { name: "a" },
        { name: "a", kind: "folder" },
        ...bad({ name: "a", kind: "document" }, "copyOf", badIds),
      ],
    },
    "files.update": {
      inputs: [
        { ...file, name: "Notes of March.txt", description: "In March" },
        { ...file, parentId: "root", starred: true, trashed: true },
      ],
      refusedInputs: [
        file,
        ...bad(file, "name", badNames),
        ...bad(file, "parentId", badIds),
        { ...file, trashed: "yes" },
      ],
    },
    "files.copy": {
      inputs: [{ ...file, name: "Notes (copy).txt", parentId: "root" }],
      refusedInputs: [{}, ...bad({}, "fileId", badIds), ...bad(file, "name", badNames)],
    },
    "permissions.list": {
      inputs: [file, { ...file, pageSize: 1 }],
      refusedInputs: [{}, ...bad({}, "fileId", badIds), ...bad(file, "pageSize", [0, 101])],
    },
    "permissions.create": {
      inputs: [
        {
          ...share,
          type: "group",
          role: "writer",
          emailAddress: "team@example.com",
          notify: true,
          message: "Have a look.",
        },
        { ...file, type: "anyone", role: "reader" },
      ],
      refusedInputs: [
        file,
        ...bad(share, "role", ["owner", "", 7]),
        ...bad(share, "emailAddress", ["sam", "a b@c", "@", 7]),
        ...bad(share, "domain", ["example", "a b.com", 7]),
        { ...share, sendNotificationEmail: true },
      ],
    },
    "permissions.delete": {
      inputs: [removal],
      refusedInputs: [file, ...bad(removal, "permissionId", badIds)],
    },
    "about.get": { inputs: [{}], refusedInputs: [{ fields: "*" }] },
  },
};
