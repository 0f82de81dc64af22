/**
 * A newcomer with two terminals and a browser. The documentation's commands run exactly as shown; only the gaps ("…",
 * the port) are filled in from earlier output.
 */
import assert from "node:assert/strict";
import { spawn, type ChildProcessByStdio } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { Browser } from "../../../../../judges/pages/playwright.ts";
import { freePort } from "../../../../../tools/free-port.ts";

const root = fileURLToPath(new URL("../../../../../", import.meta.url));

/** The time limit for each step. */
const deadlineMs = 60_000;

/** The newcomer's folder, used in place of a clone, and a port. */
export type NewcomerFolder = { folder: string; port: number; remove(): void };

/** Creates the folder, and finds a free port. */
export async function makeNewcomerFolder(): Promise<NewcomerFolder> {
  const folder = mkdtempSync(join(tmpdir(), "svc-newcomer-"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return { folder, port: await freePort(), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A shell that keeps exported variables, as a terminal does. */
export class Terminal {
  readonly #shell: ChildProcessByStdio<Writable, Readable, null>;
  readonly #home: NewcomerFolder;
  #output = "";
  #count = 0;

  constructor(home: NewcomerFolder) {
    this.#home = home;
    const { PATH = "", HOME = "" } = process.env;
    this.#shell = spawn("bash", ["--noprofile", "--norc"], {
      cwd: home.folder,
      env: { PATH, HOME, NO_COLOR: "1", SVC_LISTEN: `127.0.0.1:${home.port}`, SVC_LOG_LEVEL: "warn" },
      stdio: ["pipe", "pipe", "ignore"],
      detached: true,
    });
    this.#shell.stdout.on("data", (bytes: Buffer) => (this.#output += bytes.toString()));
    this.#shell.stdin.write("exec 2>&1\ntrap 'echo \"FAILED: $BASH_COMMAND\"' ERR\n");
  }

  /** Runs a block to its end; returns its output. @throws AssertionError if one of its lines failed. */
  async run(code: string): Promise<string> {
    const mark = `end-of-block-${(this.#count += 1)}`;
    const from = this.#output.length;
    this.#shell.stdin.write(`${this.#withPort(code)}\necho ${mark}\n`);
    await until(
      () => this.#output.includes(mark, from),
      () => `the end of:\n${code}\n${this.#output.slice(from)}`,
    );
    const printed = this.#output.slice(from, this.#output.indexOf(mark, from));
    assert.doesNotMatch(printed, /FAILED: /, `${code}\n${printed}`);
    return printed;
  }

  /** Starts a block that keeps running, and waits for `ready` in its output. */
  async start(code: string, ready: string): Promise<void> {
    this.#shell.stdin.write(`${this.#withPort(code)}\n`);
    await until(
      () => this.#output.includes(ready),
      () => `"${ready}" from:\n${code}\n${this.#output}`,
    );
  }

  /** Closes the terminal and terminates its processes. */
  async close(): Promise<void> {
    const { pid } = this.#shell;
    if (pid === undefined || this.#shell.exitCode !== null) return;
    const closed = new Promise((resolve) => this.#shell.once("close", resolve));
    this.#shell.stdin.end();
    process.kill(-pid, "SIGTERM");
    const timer = setTimeout(() => process.kill(-pid, "SIGKILL"), 20_000);
    await closed;
    clearTimeout(timer);
  }

  #withPort(code: string): string {
    return code.replaceAll("127.0.0.1:7480", `127.0.0.1:${this.#home.port}`);
  }
}

/** Polls until the condition holds. @throws AssertionError that names the condition. */
async function until(isSo: () => boolean, what: () => string): Promise<void> {
  for (const deadline = Date.now() + deadlineMs; !isSo();) {
    assert.ok(Date.now() < deadline, `waited for ${what()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Returns the JSON document in a block's output, starting at the first brace. */
export function jsonIn(printed: string): Record<string, unknown> {
  const from = printed.indexOf("{");
  assert.ok(from >= 0, printed);
  return JSON.parse(printed.slice(from, printed.lastIndexOf("}") + 1)) as Record<string, unknown>;
}

/** Returns one of its text fields. */
export function textIn(printed: string, name: string): string {
  const value = jsonIn(printed)[name];
  assert.ok(typeof value === "string", `${name} in ${printed}`);
  return value;
}

/**
 * Does what the newcomer does in the browser at `<connectUrl>#token=<token>`: fills the form in, or agrees at GitHub.
 */
export async function connectInBrowser(
  browser: Browser,
  session: { connectUrl: string; token: string },
  credential: string | { fields: Readonly<Record<string, string>> } | { slug: string; name: string },
): Promise<void> {
  const page = await browser.newPage({ locale: "en-US" });
  page.setDefaultTimeout(deadlineMs);
  // Nothing listens at the documentation's return URL.
  const returned = page.waitForRequest(/^http:\/\/localhost:3000\/connected\?.*status=completed/, {
    timeout: deadlineMs,
  });
  await page.goto(`${session.connectUrl}#token=${session.token}`);
  if (typeof credential !== "string" && "slug" in credential) {
    await page.waitForURL(new RegExp(`/connect/oauth/${credential.slug}/authorize`));
    await page.getByRole("button", { name: `Continue to ${credential.name}` }).click();
    await page.locator('button[value="authorize"]').click();
  } else {
    const fields = typeof credential === "string" ? { access_token: credential } : credential.fields;
    for (const [name, value] of Object.entries(fields)) {
      const field = page.locator(`#field-${name}`);
      await field.waitFor({ state: "attached" });
      // It belongs to the second of two ways to sign in.
      if (!(await field.isVisible())) await page.locator("#way-1").check();
      const isList = (await field.evaluate(({ tagName }) => tagName)) === "SELECT";
      await (isList ? field.selectOption(value) : field.fill(value));
    }
    await page.locator(`#field-${Object.keys(fields).at(-1) ?? ""}`).press("Enter");
  }
  await returned;
  await page.close();
}
