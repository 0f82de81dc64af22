/** Keeps a simulator's tokens in a file, so that connections made with them survive a restart of a sandbox. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { Tokens, type SavedTokens } from "./tokens.ts";

/**
 * Restores the tokens in a file, and writes every later change to it. The tokens open nothing but the simulator.
 * @param world a store; without `tokens`, nothing is kept.
 */
export function keepTokens(world: object, file: string): void {
  const { tokens } = world as { tokens?: unknown };
  if (!(tokens instanceof Tokens)) return;
  // The simulator's own ones are there at every start.
  const own = new Set(tokens.all().map(({ value }) => value));
  if (existsSync(file)) tokens.restore(JSON.parse(readFileSync(file, "utf8")) as SavedTokens);
  tokens.onChange = () => {
    mkdirSync(dirname(file), { recursive: true });
    // A process that ends while it writes leaves the earlier file.
    writeFileSync(`${file}.new`, JSON.stringify(tokens.save(own)), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
}
