/**
 * Google's own client against the simulator: it does the same as the actions, and agrees with them on every common
 * field.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { auth, drive as driveOf, type drive_v3 } from "../../../judges/vendors/google-drive.ts";
import { tokens } from "../simulator/index.ts";
import { file, permission } from "../src/resources.ts";
import { openSimulated } from "./simulated.ts";

const fields = Object.values(file.fields)
  .map(({ from }) => from)
  .join(",");
const allDrives = { supportsAllDrives: true };

/** Fields that differ between the two files. */
function comparable(value: unknown): unknown {
  const { id: _, webViewLink: __, createdTime: ___, modifiedTime: ____, ...rest } = value as Record<string, unknown>;
  return rest;
}

test("Google's client and the actions agree", async (t) => {
  const simulated = await openSimulated();
  t.after(() => simulated.close());
  const oauth = new auth.OAuth2();
  oauth.setCredentials({ access_token: tokens.everything });
  const rootUrl = `${simulated.simulator.url}/`;
  const client: drive_v3.Drive = driveOf({
    version: "v3",
    auth: oauth,
    rootUrl,
    retry: false,
  });
  const run = async (id: string, input: unknown): Promise<Record<string, unknown>> => {
    const end = await simulated.run(id, input);
    assert.equal(end.kind, "output", `${id}: ${JSON.stringify(end)}`);
    return end.kind === "output" ? (end.output as Record<string, unknown>) : {};
  };
  const fileId = "notes-file";

  const about = await client.about.get({ fields: "user,storageQuota" });
  assert.equal((await run("about.get", {}))["emailAddress"], about.data.user?.emailAddress);

  const got = await client.files.get({ fileId, fields, ...allDrives });
  assert.deepEqual(await run("files.get", { fileId }), file.read(got.data));

  const q = "'projects-folder' in parents and trashed = false";
  const orderBy = "folder,modifiedTime desc,name";
  const listed = await client.files.list({
    q,
    orderBy,
    fields: `files(${fields})`,
    ...allDrives,
    includeItemsFromAllDrives: true,
  });
  const { files } = await run("files.list", { parentId: "projects-folder" });
  assert.deepEqual(files, listed.data.files?.map(file.read));
  assert.equal(listed.data.files?.length, 2);

  const searched = await client.files.list({
    q: "fullText contains 'budget' and trashed = false",
    fields: `files(${fields})`,
  });
  assert.deepEqual((await run("files.search", { text: "budget" }))["files"], searched.data.files?.map(file.read));

  const media = await client.files.get({ fileId, alt: "media" }, { responseType: "text" });
  assert.equal((await run("files.text", { fileId }))["text"], media.data as unknown as string);
  const plan = { fileId: "plan-document", mimeType: "text/plain" };
  const exported = await client.files.export(plan, { responseType: "text" });
  assert.equal((await run("files.text", { fileId: "plan-document" }))["text"], exported.data);

  const ids = await client.files.generateIds({ count: 1, space: "drive", type: "files" });
  const id = ids.data.ids?.[0] ?? "";
  const requestBody = { id, name: "Invoices", mimeType: "application/vnd.google-apps.folder" };
  const folder = await client.files.create({ requestBody, fields });
  assert.deepEqual(comparable(await run("folders.create", { name: "Invoices" })), comparable(file.read(folder.data)));
  await assert.rejects(client.files.create({ requestBody, fields }), { status: 409 });

  const media2 = { mimeType: "text/markdown", body: "# Minutes\n" };
  const uploaded = await client.files.create(
    {
      requestBody: { name: "minutes.md", mimeType: "text/markdown" },
      media: media2,
      fields,
    },
    { rootUrl },
  );
  const created = await run("files.create", { name: "minutes.md", content: "# Minutes\n", mimeType: "text/markdown" });
  assert.deepEqual(comparable(created), comparable(file.read(uploaded.data)));

  const documentBody = { name: "Notes", mimeType: "application/vnd.google-apps.document" };
  const document = await client.files.create({ requestBody: documentBody, fields });
  assert.deepEqual(
    comparable(await run("documents.create", { name: "Notes", kind: "document" })),
    comparable(file.read(document.data)),
  );

  const copied = await client.files.copy({ fileId, requestBody: { name: "Copy.txt" }, fields });
  assert.deepEqual(
    comparable(await run("files.copy", { fileId, name: "Copy.txt" })),
    comparable(file.read(copied.data)),
  );

  const renamed = await client.files.update({
    fileId,
    requestBody: { name: "Renamed.txt" },
    addParents: "root",
    removeParents: "projects-folder",
    fields,
  });
  assert.deepEqual(
    comparable(await run("files.update", { fileId, name: "Renamed.txt", parentId: "root" })),
    comparable(file.read(renamed.data)),
  );

  const grant = { type: "user", role: "reader", emailAddress: "sam@example.com" };
  const shared = await client.permissions.create({
    fileId,
    sendNotificationEmail: false,
    requestBody: grant,
    fields: "*",
  });
  assert.deepEqual(await run("permissions.create", { fileId, ...grant, notify: false }), permission.read(shared.data));
  const permissions = await client.permissions.list({ fileId, fields: "permissions" });
  assert.deepEqual(
    (await run("permissions.list", { fileId }))["permissions"],
    permissions.data.permissions?.map(permission.read),
  );
  const permissionId = shared.data.id ?? "";
  await client.permissions.delete({ fileId, permissionId });
  const gone = await simulated.run("permissions.delete", { fileId, permissionId });
  assert.equal(gone.kind === "failed" ? gone.refusal.code : gone.kind, "RESOURCE_NOT_FOUND");
});
