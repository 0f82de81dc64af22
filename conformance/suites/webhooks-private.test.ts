/** The documentation's commands about private networks, run as they are in a network of their own. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { describe } from "node:test";
import { builtServerVariable } from "../../tools/pack/built-server.ts";
import { projectFolder, verifies } from "../harness/index.ts";
import { ownNetwork } from "../harness/own-network.ts";

const page = readFileSync(join(projectFolder, "docs/webhooks.md"), "utf8");
const section = page.slice(page.indexOf("#### Try it"), page.indexOf("### Addresses of your own"));
/** The first opens the network, which the test does itself. */
const [opening, ...blocks] = [...section.matchAll(/```sh\n([^]*?)```/g)].map(([, code = ""]) => code);

/** A shown command, and what the page says that it prints. */
const shown = /^(.*?\S) +# (.+)$/;
const mark = "--- ";

/** The blocks as one script that prints a mark before each command whose output is shown. */
function script(): { code: string; expected: string[] } {
  const expected: string[] = [];
  const lines = blocks.join("").split("\n");
  const code = lines.map((line) => {
    const [, command, printed] = shown.exec(line) ?? [];
    if (command === undefined || printed === undefined) return line;
    expected.push(printed);
    return `echo '${mark}'; ${command}`;
  });
  return { code: code.join("\n"), expected };
}

/** Runs a script in a network of its own. @returns what it printed. */
async function runIn(network: readonly string[], code: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "svc-network-"));
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const built = process.env[builtServerVariable];
  const program =
    built === undefined ? [join(projectFolder, "node_modules/.bin/svc-server")] : [process.execPath, built];
  writeFileSync(join(bin, "svc-server"), `#!/bin/sh\nexec ${program.join(" ")} "$@"\n`);
  chmodSync(join(bin, "svc-server"), 0o755);
  const { PATH = "", HOME = "" } = process.env;
  // Every process of the network ends with the shell.
  const args = [...network, "--fork", "--pid", "--kill-child", "bash", "-e", "-c", code];
  const child = spawn("unshare", args, {
    cwd: folder,
    env: { PATH: [bin, PATH].join(delimiter), HOME, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  try {
    const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
    const [stdout, stderr, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
    assert.equal(exitCode, 0, `${stdout}\n${stderr}`);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe("webhooks in private networks", () => {
  verifies(
    "webhooks.networks",
    "a delivery to a listed private address arrives, and none to a metadata service, whatever is listed",
    async () => {
      assert.match(opening ?? "", /^\w+ unshare --net --mount bash\n$/);
      const network = ownNetwork();
      if (network === null || spawnSync("curl", ["--version"]).status !== 0) {
        console.log("no network can be created here, or curl is missing: the tests of the allow list replace this one");
        return;
      }
      const { code, expected } = script();
      assert.ok(expected.length >= 9);
      const printed = (await runIn(network, code)).split(mark).slice(1);
      assert.deepEqual(
        printed.map((output) => output.trim()),
        expected,
      );
    },
    { timeoutMs: 120_000 },
  );
});
