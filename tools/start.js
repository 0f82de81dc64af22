/**
 * Starts one of this repository's programs: `node tools/start.js tools/demo/main.ts [ARGUMENT…]`. It is JavaScript
 * because an older Node can't read TypeScript: with an older Node, or before the installation, it prints a sentence
 * instead of a stack.
 */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

// The first LTS release. Node 24.0 lacks features of `node:sqlite` that the store needs.
const oldest = [24, 11];

const [major, minor] = process.versions.node.split(".").map(Number);
if (process.platform === "win32") fail("svc runs on Linux and macOS. On Windows, use WSL.");
else if (major < oldest[0] || (major === oldest[0] && minor < oldest[1]))
  fail(`svc needs Node ${oldest.join(".")} or later, and this is ${process.versions.node}. ${remedy()}`);
else await start(process.argv[2]);

async function start(program) {
  process.argv.splice(1, 2, resolve(program));
  try {
    await import(pathToFileURL(process.argv[1]).href);
  } catch (error) {
    if (process.env.DEBUG) throw error;
    fail(error.code === "ERR_MODULE_NOT_FOUND" ? `${error.message}. Run \`npm ci\` first.` : error.message);
  }
}

/** How to get a newer Node. */
function remedy() {
  const installed = new URL("../node_modules/", import.meta.url);
  if (!existsSync(installed)) return "Run `npm ci` first: it installs one for this project.";
  if (existsSync(new URL(".bin/node", installed))) {
    return "Run this through npm, as in `npm run demo`: npm uses the one in node_modules/.bin.";
  }
  const place = `${process.platform} ${process.arch}`;
  return `\`npm ci\` installs one for Linux and macOS on x64 and arm64, but has none for ${place}: install Node 24 from https://nodejs.org.`;
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
