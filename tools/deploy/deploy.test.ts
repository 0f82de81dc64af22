/** The compose file and the systemd unit: the checks that are possible without starting them. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { parse } from "yaml";
import { published, publishedVersion } from "../release/names.ts";

const deploy = join(import.meta.dirname, "../../deploy");
const read = (path: string): string => readFileSync(join(deploy, path), "utf8");
type Service = {
  image: string;
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
  assert.equal(server.image, `${published.localImage}:${publishedVersion()}`);
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
