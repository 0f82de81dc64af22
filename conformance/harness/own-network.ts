/** A network of its own for a program: only its loopback interface, to which the program adds addresses. */
import { execFileSync } from "node:child_process";

/**
 * The arguments of `unshare` with which this user can create one, with its own mounts; null if the machine doesn't let it.
 */
export function ownNetwork(): readonly string[] | null {
  const ways = [
    ["--net", "--mount"],
    ["--map-root-user", "--net", "--mount"],
  ];
  return ways.find(canBeMade) ?? null;
}

function canBeMade(flags: readonly string[]): boolean {
  try {
    execFileSync("unshare", [...flags, "ip", "link", "set", "lo", "up"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
