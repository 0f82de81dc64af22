/** Where a stranger's MCP server can lead svc: in a network of its own, with real private addresses. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe } from "node:test";
import { verifies } from "../harness/index.ts";
import { ownNetwork } from "../harness/own-network.ts";
import { certificateFile, publicAddress } from "../strangers/network/server.ts";

const addresses = [publicAddress, "20.30.9.1", "10.77.0.1", "192.168.77.1", "169.254.169.254"];

describe("addresses that MCP servers name", () => {
  verifies(
    "mcp-providers.addresses",
    "reaches no private address that a server, its metadata, a redirect or a changed name leads to",
    async () => {
      const network = ownNetwork();
      if (network === null) {
        console.log(
          "no network can be created here: the tests of discovery and of the outbound client replace this one",
        );
        return;
      }
      const folder = mkdtempSync(join(tmpdir(), "svc-network-"));
      writeFileSync(join(folder, "resolv.conf"), "nameserver 127.0.0.1\n");
      const setUp = [
        "ip link set lo up",
        ...addresses.map((one) => `ip addr add ${one}/32 dev lo`),
        "ip addr add fd00:ec2::254/128 dev lo",
        'mount --bind "$1/resolv.conf" /etc/resolv.conf',
        'exec "$2" "$3"',
      ];
      const program = new URL("mcp-addresses-network.ts", import.meta.url).pathname;
      const words = ["sh", "-euc", setUp.join("\n"), "sh", folder, process.execPath, program];
      const args = [...network, "--fork", "--pid", "--kill-child", ...words];
      const child = spawn("unshare", args, {
        env: { ...process.env, NODE_EXTRA_CA_CERTS: certificateFile },
        stdio: ["ignore", "pipe", "pipe"],
      });
      try {
        const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
        const [stdout, stderr, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
        assert.equal(exitCode, 0, stderr);
        assert.match(stdout, /^\d+ refused\n$/);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    { timeoutMs: 300_000 },
  );
});
