/** Drive's traps: ids, native types, per-file scopes, shared drives, parents, queries and emails. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { testMarker } from "@svc/provider-kit/testing";
import { tokens } from "../simulator/index.ts";
import { propertyQuery, queryOf } from "../src/query.ts";
import { openSimulated, type Simulated } from "./simulated.ts";

type Output = Readonly<Record<string, unknown>>;

async function open(t: TestContext, ...options: Parameters<typeof openSimulated>): Promise<Simulated> {
  const simulated = await openSimulated(...options);
  t.after(() => simulated.close());
  return simulated;
}

async function output({ run }: Simulated, id: string, input: unknown): Promise<Output> {
  const end = await run(id, input);
  assert.equal(end.kind, "output", JSON.stringify(end));
  return end.kind === "output" ? (end.output as Output) : {};
}

async function refusal({ run }: Simulated, id: string, input: unknown): Promise<{ code: string; detail?: string }> {
  const end = await run(id, input);
  assert.equal(end.kind, "failed", JSON.stringify(end));
  return end.kind === "failed" ? end.refusal : { code: "" };
}

const changes = ({ simulator }: Simulated) => simulator.ledger.requests.filter(({ method }) => method !== "GET");
const names = ({ files }: Output) => (files as { name: string }[]).map(({ name }) => name);

test("a taken id leaves the file that has it unchanged, and the outcome unknown, because only a copy can have taken it", async (t) => {
  const drive = await open(t);
  const { world } = drive.simulator;
  world.newId = () => "notes-file";
  const before = world.files.get("notes-file");
  assert.equal((await drive.run("folders.create", { name: "Invoices" })).kind, "unknown");
  assert.deepEqual(world.files.get("notes-file"), before);
  assert.equal(drive.simulator.ledger.requests.at(-1)?.status, 409);
});

test("creates Google's own documents without an id, and copies them only with documents.create", async (t) => {
  const drive = await open(t);
  await output(drive, "documents.create", { name: "Notes", kind: "document" });
  const [created] = changes(drive);
  assert.deepEqual(Object.keys(JSON.parse(created?.bodyText ?? "{}") as object).sort(), [
    "appProperties",
    "mimeType",
    "name",
  ]);
  const refused = await refusal(drive, "files.copy", { fileId: "plan-document" });
  assert.equal(refused.code, "PROVIDER_REJECTED");
  assert.equal(changes(drive).length, 1);
  // The simulator refuses the id like Google, so that a mistake in the actions would be seen.
  const id = drive.simulator.world.newId();
  const json = { id, name: "Notes", mimeType: "application/vnd.google-apps.document" };
  const facts = await drive.send({ method: "POST", path: ["drive", "v3", "files"], json }, "change");
  assert.equal(facts.kind === "answered" ? facts.status : facts.kind, 400);
});

for (const limitStatus of [403, 429]) {
  test(`recognizes a rate limit with status ${String(limitStatus)} by its reason`, async (t) => {
    const drive = await open(t, {}, { requestsPerMinute: 0, limitStatus });
    assert.equal((await refusal(drive, "files.get", { fileId: "notes-file" })).code, "PROVIDER_RATE_LIMITED");
  });
}

test("reports another app's file as missing with drive.file alone, and as forbidden if the app can see it", async (t) => {
  const narrow = await open(t, { token: tokens.fileOnly });
  const change = { fileId: "private-file", starred: true };
  assert.equal((await refusal(narrow, "files.get", { fileId: "private-file" })).code, "RESOURCE_NOT_FOUND");
  assert.equal((await refusal(narrow, "files.update", change)).code, "RESOURCE_NOT_FOUND");
  const wide = await open(t);
  await output(wide, "files.get", { fileId: "private-file" });
  const refused = await refusal(wide, "files.update", change);
  assert.equal(refused.code, "PROVIDER_FORBIDDEN");
  assert.match(refused.detail ?? "", /opened with this app/);
});

test("a token without an action's scope is forbidden, but the connection remains valid", async (t) => {
  const drive = await open(t, { token: tokens.metadataOnly });
  assert.equal((await refusal(drive, "folders.create", { name: "Invoices" })).code, "PROVIDER_FORBIDDEN");
  assert.equal((await refusal(drive, "files.text", { fileId: "notes-file" })).code, "PROVIDER_FORBIDDEN");
});

test("a revoked token is unauthorized", async (t) => {
  const drive = await open(t, { token: "ya29.unknown" });
  assert.equal((await refusal(drive, "about.get", {})).code, "PROVIDER_UNAUTHORIZED");
});

test("lists, reads, changes and shares files in a shared drive", async (t) => {
  const drive = await open(t);
  assert.deepEqual(names(await output(drive, "files.list", { driveId: "team-drive" })), ["Team plan.txt"]);
  assert.equal((await output(drive, "files.get", { fileId: "team-file" }))["driveId"], "team-drive");
  assert.equal((await output(drive, "files.update", { fileId: "team-file", name: "Plan.txt" }))["name"], "Plan.txt");
  const share = {
    fileId: "team-file",
    type: "user",
    role: "fileOrganizer",
    emailAddress: "sam@example.com",
    notify: false,
  };
  assert.equal((await output(drive, "permissions.create", share))["role"], "fileOrganizer");
  const created = await output(drive, "folders.create", { name: "Minutes", parentId: "team-drive" });
  assert.equal((await output(drive, "files.get", { fileId: created["id"] }))["driveId"], "team-drive");
});

test("a move leaves the file in one folder", async (t) => {
  const drive = await open(t);
  const moved = await output(drive, "files.update", { fileId: "notes-file", parentId: "root" });
  assert.deepEqual(moved["parents"], [drive.simulator.world.resolve("root")]);
  assert.match(changes(drive)[0]?.query ?? "", /addParents=root&removeParents=projects-folder/);
});

test("a value in a query can't be anything but a value", async (t) => {
  const drive = await open(t);
  assert.deepEqual(names(await output(drive, "files.list", { name: "Valentine's \\ Day.txt" })), [
    "Valentine's \\ Day.txt",
  ]);
  for (const name of ["' or name contains '", "\\' or trashed = false or name = \\'", "\\"]) {
    assert.deepEqual(names(await output(drive, "files.list", { name })), [], name);
  }
  assert.equal(queryOf({ name: "a'b\\" }), "name = 'a\\'b\\\\' and trashed = false");
  assert.equal(propertyQuery("k", "v'"), "appProperties has { key='k' and value='v\\'' }");
});

test("reads pages to the last one, and sets no order for a full-text search", async (t) => {
  const drive = await open(t);
  const found: string[] = [];
  let pageToken: unknown;
  do {
    const page = await output(drive, "files.list", {
      parentId: "root",
      pageSize: 2,
      ...(pageToken ? { pageToken } : {}),
    });
    found.push(...names(page));
    pageToken = page["nextPageToken"];
  } while (pageToken !== null);
  const { files } = drive.simulator.world;
  const inRoot = files.list({
    where: ({ parentId, trashed }) => !trashed && parentId === drive.simulator.world.resolve("root"),
  });
  assert.deepEqual(found.toSorted(), inRoot.map(({ name }) => name).toSorted());
  assert.deepEqual(names(await output(drive, "files.search", { text: "budget" })), ["Notes.txt", "Plan 2026"]);
  assert.deepEqual(names(await output(drive, "files.search", { text: '"budget well"' })), ["Plan 2026"]);
});

test("limits text, and refuses binary files before it reads them", async (t) => {
  const drive = await open(t);
  const cut = await output(drive, "files.text", { fileId: "notes-file", maxCharacters: 3 });
  assert.deepEqual([cut["text"], cut["isTruncated"]], ["The", true]);
  const sheet = await output(drive, "files.text", { fileId: "numbers-sheet" });
  assert.deepEqual(
    [sheet["textType"], sheet["text"], sheet["isTruncated"]],
    ["text/csv", "month,amount\r\nMarch,12\r\n", false],
  );
  assert.equal((await refusal(drive, "files.text", { fileId: "photo-file" })).code, "PROVIDER_REJECTED");
  const { world } = drive.simulator;
  world.change(0, () => world.edit("notes-file", { content: "x".repeat(1_048_577) }, 0));
  assert.equal((await refusal(drive, "files.text", { fileId: "notes-file" })).code, "PROVIDER_REJECTED");
  assert.ok(
    !drive.simulator.ledger.requests.some(
      ({ path, query }) => path.endsWith("photo-file") && query.includes("alt=media"),
    ),
  );
});

test("stores content that contains the boundary unchanged", async (t) => {
  const drive = await open(t);
  const content = `before\r\n--svc-${testMarker.hex}\r\n--svc-${testMarker.hex}x--\r\n\r\nafter ünïcödé\n`;
  const { id } = await output(drive, "files.create", { name: "odd.txt", content });
  assert.equal((await output(drive, "files.text", { fileId: id }))["text"], content);
});

test("sends an email only if the caller requests one", async (t) => {
  const drive = await open(t);
  const mails = () => drive.simulator.ledger.effects.filter(({ kind }) => kind === "mail.send").length;
  const share = { fileId: "notes-file", type: "user", role: "reader", emailAddress: "sam@example.com" };
  assert.equal((await refusal(drive, "permissions.create", share)).code, "PROVIDER_REJECTED");
  await output(drive, "permissions.create", { ...share, notify: false });
  assert.equal(mails(), 0);
  await output(drive, "permissions.create", { ...share, role: "writer", notify: true });
  assert.equal(mails(), 1);
  // The same grantee has one permission.
  const { permissions } = drive.simulator.world;
  assert.deepEqual(
    permissions
      .in("notes-file")
      .values()
      .map(({ role }) => role),
    ["owner", "writer"],
  );
  const mixed = [
    { type: "anyone", notify: false },
    { type: "domain" },
    { type: "user", notify: false, message: "Hello" },
  ];
  for (const wrong of mixed)
    assert.equal((await refusal(drive, "permissions.create", { ...share, ...wrong })).code, "PROVIDER_REJECTED");
});
