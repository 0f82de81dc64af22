/** The image: what is in it and where that comes from, the same bytes when built twice, and a server that runs from it. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { faultsOfBill } from "../../judges/checks/bills.ts";
import { freePort } from "../free-port.ts";
import { noticesFile } from "../pack/bundled.ts";
import { root } from "../pack/workspaces.ts";
import { published, publishedVersion } from "../release/names.ts";
import { allArchitectures, architectures, type Architecture } from "./architectures.ts";
import { billFile, packagesIn, type Component, type ImageBill } from "./bill.ts";
import { billName, layoutFolder } from "./build.ts";
import { startContainer, unpackImage, type Running, type Unpacked } from "./container.ts";
import { dataFolder, serverFolder, user } from "./tree.ts";

const repository = "https://code.acme.example/svc";
const version = publishedVersion();
const nativeArchitecture = process.arch as Architecture;
const bytesMost = 200 * 1000 * 1000;

const work = mkdtempSync(join(tmpdir(), "svc-image-test-"));
const built = join(work, "built");
const images = new Map<Architecture, Unpacked>();
let image: Unpacked;

/** Runs `npm run image` as people do. */
function build(out: string, words: readonly string[], variables: Readonly<Record<string, string>> = {}): void {
  const program = join(root, "tools/image/main.ts");
  const args = [program, "--out", out, "--repository", repository, ...words];
  // With another mask than the first time, files that are copied have other modes.
  const script = `umask ${variables["MASK"] ?? "022"} && exec "$0" "$@"`;
  const { status, stdout, stderr } = spawnSync("sh", ["-c", script, process.execPath, ...args], {
    cwd: tmpdir(),
    env: { ...process.env, ...variables },
    encoding: "utf8",
  });
  assert.equal(status, 0, stdout + stderr);
}

before(() => {
  build(built, []);
  for (const architecture of allArchitectures) {
    const reference = `${version}-${architectures[architecture].debian}`;
    const folder = join(work, architecture);
    if (architecture !== nativeArchitecture) unpackOnly(reference, folder);
    else images.set(architecture, unpackImage(join(built, layoutFolder), reference, folder));
  }
  const found = images.get(nativeArchitecture);
  assert.ok(found !== undefined);
  image = found;
});
after(() => rmSync(work, { recursive: true, force: true }));

function unpackOnly(reference: string, folder: string): void {
  const { status, stderr } = spawnSync("umoci", [
    "unpack",
    "--image",
    `${join(built, layoutFolder)}:${reference}`,
    folder,
  ]);
  assert.equal(status, 0, stderr.toString());
}

/** Every file and link of an image, with a slash at the start. */
function filesOf(architecture: Architecture): string[] {
  const within = (folder: string): string[] =>
    readdirSync(join(work, architecture, "rootfs", folder), { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? within(path) : [path];
    });
  return within("").sort();
}

function blob(digest: string): string {
  return readFileSync(join(built, layoutFolder, "blobs", digest.replace(":", "/")), "utf8");
}

test("a second build, elsewhere and with other habits, has the same bytes", () => {
  const again = join(work, "again", "elsewhere");
  mkdirSync(join(work, "tmp"));
  const bill = join(built, billName(nativeArchitecture));
  const habits = { MASK: "077", TZ: "Pacific/Auckland", LC_ALL: "tr_TR.UTF-8", TMPDIR: join(work, "tmp") };
  build(again, ["--architecture", nativeArchitecture, "--like", bill], habits);
  const files = globSync("{*.*,layout/blobs/sha256/*}", { cwd: again });
  // The layout's two lists of images differ, because the first has an image more.
  const same = files.filter((file) => {
    const first = join(built, file);
    return globSync(file, { cwd: built }).length > 0 && readFileSync(first).equals(readFileSync(join(again, file)));
  });
  const index = JSON.parse(readFileSync(join(again, layoutFolder, "index.json"), "utf8")) as Index;
  const list = index.manifests[0]?.digest.replace("sha256:", "layout/blobs/sha256/");
  assert.deepEqual(same.toSorted(), files.filter((file) => file !== list).toSorted());
  // Its archive, its bill, a manifest, a configuration and four layers.
  assert.equal(same.length, 8);
});

type Index = { manifests: { digest: string; annotations: Record<string, string>; platform?: object }[] };

test("the labels say what it is, and its configuration starts the server as a user that isn't root", () => {
  const index = JSON.parse(readFileSync(join(built, layoutFolder, "index.json"), "utf8")) as Index;
  const names = index.manifests.map(({ annotations }) => annotations["org.opencontainers.image.ref.name"]);
  assert.deepEqual(names, [version, `${version}-amd64`, `${version}-arm64`]);
  const both = JSON.parse(blob(index.manifests[0]?.digest ?? "")) as Index;
  assert.deepEqual(
    both.manifests.map(({ platform }) => platform),
    allArchitectures.map((each) => ({ architecture: architectures[each].debian, os: "linux" })),
  );
  for (const { digest } of both.manifests) {
    const manifest = JSON.parse(blob(digest)) as { config: { digest: string }; annotations: Record<string, string> };
    const { config } = JSON.parse(blob(manifest.config.digest)) as {
      config: { User: string; Labels: Record<string, string>; Entrypoint: string[]; Healthcheck: { Test: string[] } };
    };
    assert.equal(config.User, `${user}:${user}`);
    assert.deepEqual(config.Entrypoint.slice(0, 3), ["/usr/bin/prlimit", "--core=0:0", "--"]);
    const { "org.opencontainers.image.revision": revision = "", ...labels } = config.Labels;
    assert.match(revision, /^[0-9a-f]{40}(-modified)?$/);
    assert.deepEqual(labels, {
      "org.opencontainers.image.title": published.image,
      "org.opencontainers.image.description": "Self-hosted integrations with an honest record",
      "org.opencontainers.image.version": version,
      "org.opencontainers.image.licenses": "Apache-2.0",
      "org.opencontainers.image.base.name": "scratch",
      "org.opencontainers.image.source": repository,
      "org.opencontainers.image.url": repository,
    });
    assert.deepEqual(manifest.annotations, config.Labels);
  }
});

test("it is small, and contains no shell and nothing that the server's user may change", () => {
  for (const architecture of allArchitectures) {
    const rootfs = join(work, architecture, "rootfs");
    const { triplet, loader, machine } = architectures[architecture];
    const files = filesOf(architecture);
    const bytes = files.reduce((sum, file) => sum + lstatSync(join(rootfs, file)).size, 0);
    assert.ok(bytes < bytesMost, `${bytes} bytes`);
    const programs = files.filter((file) => (lstatSync(join(rootfs, file)).mode & 0o111) !== 0 && isFile(rootfs, file));
    const commands = programs.filter((file) => !file.startsWith(`/${serverFolder}/`) && !file.includes(`/${triplet}/`));
    assert.deepEqual(commands, ["/usr/bin/node", "/usr/bin/prlimit", "/usr/bin/svc-server"]);
    const binaries = files.filter((file) => isFile(rootfs, file) && elfMachine(join(rootfs, file)) !== null);
    for (const file of binaries) assert.equal(elfMachine(join(rootfs, file)), machine, file);
    assert.deepEqual(
      binaries.map((file) => file.replaceAll(triplet, "")),
      binariesExpected(loader),
    );
    const entries = globSync("**/*", { cwd: rootfs, withFileTypes: true });
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name);
      const { uid, gid, mode } = lstatSync(path);
      if (relative(rootfs, path) === dataFolder.split("/").join(sep)) {
        assert.deepEqual([uid, gid, mode & 0o7777], [user, user, 0o700]);
      } else {
        assert.deepEqual([uid, gid], [0, 0], path);
        // Links have no mode of their own. Nothing is writable for others, setuid or setgid.
        if (!entry.isSymbolicLink()) assert.equal(mode & 0o7022, 0, path);
      }
    }
  }
});

function isFile(rootfs: string, file: string): boolean {
  return lstatSync(join(rootfs, file)).isFile();
}

/** Which processor a binary is for; null for other files. */
function elfMachine(path: string): number | null {
  const bytes = readFileSync(path);
  return bytes.subarray(1, 4).toString("latin1") === "ELF" ? bytes.readUInt16LE(18) : null;
}

/** The binaries of an image, without the folder for its processor: Node, prlimit, and the libraries that they load. */
function binariesExpected(loader: string): string[] {
  const libraries = ["libc.so.6", "libdl.so.2", "libgcc_s.so.1", "libm.so.6", "libpthread.so.0"];
  const dynamicLoader = loader.slice(loader.lastIndexOf("/") + 1);
  return [
    ...[dynamicLoader, ...libraries].map((name) => `/lib//${name}`),
    "/usr/bin/node",
    "/usr/bin/prlimit",
    "/usr/lib//libsmartcols.so.1.1.0",
    "/usr/lib//libstdc++.so.6.0.30",
  ];
}

test("the bill of materials is valid, names an origin for every file, and everything in the server's bundle", async () => {
  for (const architecture of allArchitectures) {
    const rootfs = join(work, architecture, "rootfs");
    const text = readFileSync(join(built, billName(architecture)), "utf8");
    assert.deepEqual(await faultsOfBill(text), []);
    assert.notDeepEqual(await faultsOfBill(text.replace('"container"', '"vessel"')), []);
    assert.equal(readFileSync(join(rootfs, billFile), "utf8"), text, "the bill inside the image");
    const bill = JSON.parse(text) as ImageBill;
    const all = [bill.metadata.component, ...bill.components];
    const locations = all.flatMap((component) => locationsOf(component));
    const files = filesOf(architecture);
    for (const file of files) {
      const origins = locations.filter((each) => (each.endsWith("/") ? file.startsWith(each) : file === each));
      assert.equal(origins.length, 1, `${file}: ${origins.join(", ")}`);
    }
    for (const each of locations)
      assert.ok(
        files.some((file) => file === each || file.startsWith(each)),
        each,
      );
    const notices = readFileSync(join(rootfs, serverFolder, "dist", noticesFile), "utf8");
    const inside = packagesIn(notices);
    // Some licenses have such a line too, but an empty one after it.
    const entries = notices.match(/^-{80}\n(?=\S)/gm) ?? [];
    assert.equal(inside.length, entries.length, "every package in the notices is read");
    for (const { name, version: has } of inside) {
      assert.ok(
        bill.components.some((one) => one.name === name && one.version === has),
        `${name} ${has}`,
      );
    }
    const libraries = all.flatMap(({ components = [] }) => components);
    for (const name of ["openssl", "v8", "sqlite"])
      assert.ok(
        libraries.some((one) => one.name === name),
        name,
      );
    const refs = new Set(all.map((component) => component["bom-ref"]));
    for (const { ref, dependsOn = [] } of bill.dependencies) {
      for (const named of [ref, ...dependsOn]) assert.ok(refs.has(named), named);
    }
  }
});

function locationsOf({ evidence }: Component): string[] {
  return (evidence?.occurrences ?? []).map(({ location }) => location);
}

test("links in the image lead to files in it", () => {
  for (const architecture of allArchitectures) {
    const rootfs = join(work, architecture, "rootfs");
    const files = new Set(filesOf(architecture));
    for (const file of files) {
      if (isFile(rootfs, file)) continue;
      const target = join("/", file, "..", readlinkSync(join(rootfs, file)));
      const absolute = readlinkSync(join(rootfs, file)).startsWith("/") ? readlinkSync(join(rootfs, file)) : target;
      assert.ok(
        [...files].some((each) => each === absolute || each.startsWith(`${absolute}/`)),
        `${file} → ${absolute}`,
      );
    }
  }
});

/** A vault key as an operator creates it: 32 bytes. */
const key = `main:${Buffer.alloc(32, 7).toString("base64")}`;

async function readyServer(data: string, port: number): Promise<Running> {
  const environment = {
    SVC_LISTEN: `127.0.0.1:${port}`,
    SVC_DATABASE_URL: `sqlite:/${dataFolder}/svc.sqlite`,
    SVC_VAULT_KEYS: key,
  };
  const server = startContainer(image, { args: ["serve"], environment, data });
  for (let attempt = 0; attempt < 600 && server.child.exitCode === null; attempt += 1) {
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return server;
    await setTimeout(50);
  }
  server.child.kill("SIGKILL");
  throw new Error(`The image's server isn't ready:\n${server.log()}`);
}

test("it serves with a read-only root, keeps its data, finishes a request that is in flight, and stops", async (t) => {
  t.diagnostic(`started with: ${image.way}`);
  const data = join(work, "data");
  mkdirSync(data);
  const port = await freePort();
  const environment = { SVC_DATABASE_URL: `sqlite:/${dataFolder}/svc.sqlite`, SVC_VAULT_KEYS: key };
  const startedMs = performance.now();
  const first = await readyServer(data, port);
  t.diagnostic(`ready after ${Math.round(performance.now() - startedMs)} ms`);
  const create = ["service-clients", "create", "--name", "backend", "--allow-action", "github/*", "--format", "json"];
  const made = startContainer(image, { args: create, environment, data });
  assert.equal(await made.ended, 0, made.log());
  const token = /svc_\w{40,}/.exec(made.log())?.[0] ?? "";
  const pid = processOf(port);
  // By then it has given back what only its start needed.
  await setTimeout(4000);
  t.diagnostic(`at rest: ${/VmRSS:\s+(.+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? "?"}`);
  assert.match(readFileSync(`/proc/${pid}/limits`, "utf8"), /^Max core file size +0 +0 /m);
  assert.match(readFileSync(`/proc/${pid}/status`, "utf8"), new RegExp(`^Uid:\\s+${user}\\s+${user}\\s`, "m"));
  // A request whose body is still on its way when the server is told to stop.
  const body = JSON.stringify({ externalId: "acme", displayName: "Acme" });
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (bytes: Buffer) => (answer += bytes.toString()));
  const head = `POST /v1/tenants HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json`;
  const more = `idempotency-key: image-1\r\nconnection: close\r\ncontent-length: ${body.length}\r\nexpect: 100-continue`;
  socket.write(`${head}\r\n${more}\r\n\r\n`);
  // The server has the head once it asks for the body.
  while (!answer.includes("100 Continue")) await once(socket, "data");
  socket.write(body.slice(0, 10));
  first.child.kill("SIGTERM");
  while (!first.log().includes("svc is stopping")) await once(first.child.stderr ?? first.child, "data");
  socket.write(body.slice(10));
  await once(socket, "close");
  assert.match(answer, /^HTTP\/1\.1 201 /m);
  assert.equal(await first.ended, 0, first.log());
  const written = readdirSync(data);
  assert.deepEqual(
    written.filter((name) => !name.startsWith("svc.sqlite")),
    [],
  );

  const second = await readyServer(data, port);
  const listed = await fetch(`http://127.0.0.1:${port}/v1/tenants`, { headers: { authorization: `Bearer ${token}` } });
  assert.match(await listed.text(), /"externalId":"acme"/);
  second.child.kill("SIGTERM");
  assert.equal(await second.ended, 0, second.log());
});

/** The id of the process that listens on a port of this machine's loopback. */
function processOf(port: number): string {
  const hex = port.toString(16).toUpperCase().padStart(4, "0");
  const sockets = readFileSync("/proc/net/tcp", "utf8").split("\n");
  const line = sockets.find((each) => each.includes(`0100007F:${hex} 00000000:0000 0A`)) ?? "";
  const inode = line.trim().split(/\s+/)[9] ?? "";
  const found = globSync("/proc/[0-9]*/fd/*").find((file) => {
    try {
      return readlinkSync(file) === `socket:[${inode}]`;
    } catch {
      return false;
    }
  });
  assert.ok(found !== undefined, "no process listens there");
  return found.split("/")[2] ?? "";
}

test("its health check succeeds while the server answers, and only then", async () => {
  const data = join(work, "health");
  mkdirSync(data);
  const port = await freePort();
  const server = await readyServer(data, port);
  const index = JSON.parse(readFileSync(join(built, layoutFolder, "index.json"), "utf8")) as Index;
  const own = index.manifests.find(({ annotations }) =>
    annotations["org.opencontainers.image.ref.name"]?.endsWith(architectures[nativeArchitecture].debian),
  );
  const manifest = JSON.parse(blob(own?.digest ?? "")) as { config: { digest: string } };
  const { config } = JSON.parse(blob(manifest.config.digest)) as { config: { Healthcheck: { Test: string[] } } };
  const [, ...command] = config.Healthcheck.Test;
  const check = (): Promise<number | null> => {
    // Runtimes run it instead of the entry point.
    const inside = { ...image, start: { ...image.start, args: [...command, ""] } };
    return startContainer(inside, { args: [], environment: { SVC_LISTEN: `127.0.0.1:${port}` }, data }).ended;
  };
  try {
    assert.equal(await check(), 0);
  } finally {
    server.child.kill("SIGTERM");
    assert.equal(await server.ended, 0);
  }
  assert.equal(await check(), 1);
});

test("the demo's whole flow runs with the server in the image", async () => {
  const program = join(work, "svc-server.ts");
  const container = JSON.stringify(join(root, "tools/image/container.ts"));
  const script = `#!${process.execPath}
import { runAsServer } from ${container};
process.exitCode = await runAsServer(${JSON.stringify(image)}, process.argv.slice(2), process.env) ?? 1;
`;
  writeFileSync(program, script, { mode: 0o755 });
  const demo = spawn(process.execPath, [join(root, "tools/demo/main.ts"), "--server", program], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [demo.stdout, demo.stderr]) stream.on("data", (bytes: Buffer) => (printed += bytes.toString()));
  const [code] = (await once(demo, "close")) as [number | null];
  assert.equal(code, 0, printed);
  assert.match(printed, /3 changing requests, 3 effects/);
});
