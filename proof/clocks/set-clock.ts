/** A wall clock that a scenario sets, for programs started with it. Their monotonic clocks and uptime are real. */
import { chmodSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { faketimePath } from "../../tools/needs/programs.ts";

export class SetClock {
  /** Variables for a program that uses it. */
  readonly environment: Readonly<Record<string, string>>;
  readonly #folder: string;

  /** Starts with the right time. */
  constructor() {
    this.#folder = mkdtempSync(join(tmpdir(), "svc-clock-"));
    // PostgreSQL runs as another user if the tests run as root.
    chmodSync(this.#folder, 0o755);
    this.environment = {
      LD_PRELOAD: faketimePath,
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    };
    this.set(0);
  }

  get #file(): string {
    return join(this.#folder, "offset");
  }

  /** Sets it, including for running programs. @param offMs how far it is ahead of the right time, in milliseconds. */
  set(offMs: number): void {
    const seconds = Math.round(offMs / 1000);
    writeFileSync(`${this.#file}.new`, `${seconds < 0 ? "" : "+"}${seconds}`, { mode: 0o644 });
    renameSync(`${this.#file}.new`, this.#file);
  }

  /** Removes its file. */
  dispose(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
