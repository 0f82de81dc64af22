/** Opens a page in the user's browser. */
import { spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** The program that opens a URL, and its first arguments; null if there is no browser. */
export function browserCommand(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): readonly [command: string, ...args: string[]] | null {
  const { BROWSER = "", DISPLAY = "", WAYLAND_DISPLAY = "" } = environment;
  if (BROWSER !== "") return BROWSER === "none" ? null : [BROWSER];
  if (platform === "darwin") return ["open"];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return DISPLAY === "" && WAYLAND_DISPLAY === "" ? null : ["xdg-open"];
}

/** Starts the program. @returns whether it could be started; it may outlive this process. */
export async function openWith([command, ...args]: readonly [string, ...string[]], url: string): Promise<boolean> {
  const child = spawn(command, [...args, withoutSecret(url)], { detached: true, stdio: "ignore" });
  return await new Promise((resolve) => {
    child.once("error", () => resolve(false));
    child.once("spawn", () => {
      child.unref();
      resolve(true);
    });
  });
}

/**
 * Other users can read a program's arguments, and a fragment can hold a one-time token. Such a URL is opened by a file
 * that only this user can read and that leads there.
 */
function withoutSecret(url: string): string {
  if (!url.includes("#")) return url;
  const file = join(mkdtempSync(join(tmpdir(), "svc-open-")), "index.html");
  const target = url.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  writeFileSync(file, `<!doctype html><meta http-equiv="refresh" content="0;url=${target}">\n`, { mode: 0o600 });
  return pathToFileURL(file).href;
}
