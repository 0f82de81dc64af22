/** Containerfile, compose file and systemd unit: the checks that are possible without a container engine. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { parse } from "yaml";
import { instructionsOf, lastStage, only, wordsOf } from "./containerfile.ts";

const deploy = join(import.meta.dirname, "../../deploy");
const read = (path: string): string => readFileSync(join(deploy, path), "utf8");
const instructions = instructionsOf(read("Containerfile"));
const image = lastStage(instructions);

test("the image copies only packed packages", () => {
  const copies = instructions.filter(({ name }) => name === "COPY" || name === "ADD").map(({ rest }) => rest);
  assert.deepEqual(copies, ["package.json package-lock.json *.tgz ./", "--from=install /opt/svc /opt/svc"]);
});

test("the image installs pinned versions: from the lock file, and on a base that can be pinned by digest", () => {
  const [installs, ...others] = instructions.filter(({ name, rest }) => name === "RUN" && /\bnpm (?!\S*\/)/.test(rest));
  assert.match(installs?.rest ?? "", /^npm ci .*--ignore-scripts/);
  assert.deepEqual(others, []);
  assert.ok(instructions.every(({ name, rest }) => name !== "FROM" || rest.startsWith("${NODE_IMAGE}")));
  assert.match(read("Containerfile"), /NODE_IMAGE=node:24-slim@sha256:/);
});

test("the image runs as a numeric user, in exec form, with a health check that needs only Node", () => {
  assert.match(only(image, "USER"), /^[1-9]\d+:[1-9]\d+$/);
  const [shell, flagOfShell, script = "", ...name] = wordsOf(only(image, "ENTRYPOINT"));
  assert.deepEqual([shell, flagOfShell, name], ["/bin/sh", "-c", ["svc-server"]]);
  assert.match(script, /^ulimit -c 0; exec node --disable-sigusr1 .* "\$@"$/);
  assert.deepEqual(wordsOf(only(image, "CMD")), ["serve"]);
  const [program, flag] = wordsOf(only(image, "HEALTHCHECK"));
  assert.deepEqual([program, flag], ["node", "-e"]);
  assert.ok(image.findIndex(({ name }) => name === "USER") > image.findLastIndex(({ name }) => name === "RUN"));
});

type Service = {
  entrypoint?: string[];
  environment: Record<string, string>;
  secrets: string[];
  volumes?: string[];
  depends_on?: Record<string, unknown>;
  read_only?: boolean;
  cap_drop?: string[];
  ulimits?: { core?: number };
};
type Compose = {
  services: Record<"server" | "postgres", Service>;
  secrets: Record<string, { file: string }>;
  volumes: Record<string, unknown>;
};

test("the compose file names only what it declares, and contains no secret", () => {
  const compose = parse(read("compose.yaml")) as Compose;
  const { server, postgres } = compose.services;
  const used = [server, postgres].flatMap(({ secrets }) => secrets);
  assert.deepEqual(used.toSorted(), Object.keys(compose.secrets).toSorted());
  for (const { file } of Object.values(compose.secrets)) {
    assert.match(file, /^\.\/secrets\//);
    assert.equal(existsSync(join(deploy, file)), false, "secrets aren't stored in the project");
  }
  for (const service of [server, postgres]) {
    for (const [name, value] of Object.entries(service.environment)) {
      const read = /^\/run\/secrets\/(.+)$/.exec(value)?.[1];
      if (read !== undefined) assert.ok(service.secrets.includes(read), name);
      assert.doesNotMatch(name, /PASSWORD$|KEYS$|SECRET$|DATABASE_URL$/);
    }
  }
  assert.ok(server.read_only === true && server.cap_drop?.includes("ALL"));
  assert.equal(server.ulimits?.core, 0);
  assert.deepEqual(Object.keys(server.depends_on ?? {}), ["postgres"]);
  // The image's own entry point, with no secret on its command line.
  assert.equal(server.entrypoint, undefined);
  const [one, two] = ["SVC_DATABASE_URL_FILE", "SVC_VAULT_KEY_FILE"].map((name) => server.environment[name]);
  assert.deepEqual([one, two], ["/run/secrets/database-url", "/run/secrets/vault-key"]);
  const [, script = ""] = postgres.volumes ?? [];
  assert.ok((statSync(join(deploy, script.split(":")[0] ?? "")).mode & 0o111) !== 0, "an executable init script");
  assert.deepEqual(Object.keys(compose.volumes), [postgres.volumes?.[0]?.split(":")[0]]);
});

test("the systemd unit is valid, and its sandbox is tight", (t) => {
  const unit = read("systemd/svc-server.service");
  const settings = new Map(
    [...unit.matchAll(/^([A-Za-z]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]),
  );
  const wanted = {
    DynamicUser: "yes",
    LimitCORE: "0",
    NoNewPrivileges: "yes",
    ProtectSystem: "strict",
    CapabilityBoundingSet: "",
  };
  for (const [name, value] of Object.entries(wanted)) assert.equal(settings.get(name), value, name);
  assert.ok(Number(settings.get("TimeoutStopSec")) >= 45);
  assert.match(settings.get("ExecStart") ?? "", / --disable-sigusr1 .* serve$/);
  if (spawnSync("systemd-analyze", ["--version"]).status !== 0) {
    t.diagnostic("systemd-analyze isn't installed: only this test has parsed the unit");
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "svc-unit-"));
  try {
    const path = join(folder, "svc-server.service");
    writeFileSync(path, unit.replace("/usr/bin/node", process.execPath));
    const verified = spawnSync("systemd-analyze", ["verify", path], { encoding: "utf8" });
    // Faults in the machine's own units are reported too.
    const complaints = verified.stderr.split("\n").filter((line) => line.includes("svc-server"));
    assert.deepEqual(complaints, []);
    const exposure = ["security", "--offline=true", "--threshold=20", path];
    const judged = spawnSync("systemd-analyze", exposure, { encoding: "utf8" });
    assert.equal(judged.status, 0, judged.stdout.slice(-200));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
