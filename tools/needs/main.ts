/**
 * `npm run needs`: what the test commands need beyond `npm ci`, and whether it is there. With `--install`, installs it.
 */
import { parseArgs } from "node:util";
import { suites } from "../test-run/suites.ts";
import { withUsage } from "../usage.ts";
import { needs, type NeedName } from "./all.ts";
import { ensure, mayInstall } from "./ensure.ts";

const usage = `npm run needs                 what the test commands need beyond npm ci, and whether it is there
npm run needs -- --install    installs what is missing`;

async function main(words: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...words], options: { install: { type: "boolean", default: false } } });
  if (mayInstall(values.install)) {
    await ensure({ command: "all test commands", needs: Object.values(needs), mayInstall: true });
  }
  const names = Object.keys(needs) as NeedName[];
  for (const name of names) {
    const commands = suites.filter((suite) => suite.needs.includes(name)).map(({ command }) => command);
    const state = needs[name].isThere() ? "there  " : "missing";
    console.log(`${state}  ${needs[name].name}${commands.length === 0 ? "" : `, for ${commands.join(", ")}`}`);
  }
  return names.every((name) => needs[name].isThere()) ? 0 : 1;
}

process.exitCode = await withUsage(usage, process.argv.slice(2), main);
