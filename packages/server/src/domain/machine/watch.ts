/**
 * What this machine lacks when it can't open a connection or a file, and how an operator fixes it. Such a failure says
 * nothing about the other side. Faults are noted where they happen, looked for at intervals, and told to the operator.
 */
import type { Platform } from "../../platform.ts";
import { minuteMs, secondMs } from "../clock/units.ts";

export type MachineFault = {
  /** What is wrong: a sentence without its period. */
  readonly what: string;
  /** How to fix it: an imperative without its period. */
  readonly remedy: string;
  /** Whether everything is affected, and not only the connection that was tried. */
  readonly isShortage: boolean;
};

const shortOfMemory: Omit<MachineFault, "remedy"> = {
  what: "this machine has too little memory for another connection",
  isShortage: true,
};
const forbidden: MachineFault = {
  what: "a rule of this machine forbids the connection",
  remedy: "check its firewall, and what the service manager allows the service",
  isShortage: false,
};

const proxyFaults = {
  PROXY_UNREACHABLE: {
    what: "the egress proxy can't be reached",
    remedy: "check its address in SVC_EGRESS_PROXY or HTTPS_PROXY, and that it runs",
    isShortage: false,
  },
  PROXY_AUTH: {
    what: "the egress proxy refuses the credentials that it was given (407)",
    remedy: "correct the user and the password in SVC_EGRESS_PROXY or HTTPS_PROXY",
    isShortage: false,
  },
  PROXY_REFUSED: {
    what: "the egress proxy refused to open a tunnel",
    remedy: "allow CONNECT to the hosts of your providers, and look in its log for the host that it can't reach",
    isShortage: false,
  },
  PROXY_MALFORMED: {
    what: "the egress proxy's answer isn't one of an HTTP proxy",
    remedy: "check the scheme and the port in SVC_EGRESS_PROXY or HTTPS_PROXY",
    isShortage: false,
  },
  PROXY_CUT: {
    what: "the egress proxy closed a connection, or took too long, before it opened a tunnel",
    remedy: "look in its log; SVC_CONNECT_TIMEOUT_MS is the time that it has",
    isShortage: false,
  },
} as const satisfies Readonly<Record<string, MachineFault>>;

/** Why the egress proxy opened no tunnel. */
export type ProxyFault = keyof typeof proxyFaults;

const byCode: Readonly<Record<string, MachineFault>> = {
  ...proxyFaults,
  EMFILE: {
    what: "this process has too few file descriptors",
    remedy: "raise LimitNOFILE (systemd) or ulimit -n",
    isShortage: true,
  },
  ENFILE: { what: "this machine has too few file descriptors", remedy: "raise fs.file-max (sysctl)", isShortage: true },
  ENOMEM: { ...shortOfMemory, remedy: "give it more memory" },
  ENOBUFS: { ...shortOfMemory, remedy: "give it more memory, or raise net.ipv4.tcp_mem (sysctl)" },
  EADDRNOTAVAIL: {
    what: "this machine has no address or port left for the connection",
    remedy: "widen net.ipv4.ip_local_port_range (sysctl), or give it an address of that family",
    isShortage: false,
  },
  EACCES: forbidden,
  EPERM: forbidden,
};

/** The machine's fault that the code of a failed system call indicates; null if the cause may be elsewhere. */
export function machineFaultOf(code: string): MachineFault | null {
  return byCode[code] ?? null;
}

/** Whether only this machine is to blame: not if one of several addresses failed for another reason. */
export function isMachineFault(error: unknown): boolean {
  const codes = codesOf(error);
  return codes.length > 0 && codes.every((code) => machineFaultOf(code) !== null);
}

/** The codes of an error: of each address, if several were tried. */
export function codesOf(error: unknown): readonly string[] {
  if (typeof error !== "object" || error === null) return [];
  if ("errors" in error && Array.isArray(error.errors)) return error.errors.flatMap(codesOf);
  return "code" in error && typeof error.code === "string" ? [error.code] : [];
}

/** A line for the operator's log. */
export type MachineNotice = { level: "warn" | "error"; message: string };

/** The watch of one process. */
export type MachineWatch = {
  /** Notes the code of a system call that failed. Codes that aren't the machine's fault are ignored. */
  note(code: string): void;
  /** Tries to open a file. @returns the code of a shortage now or in the last seconds; null if there is none. */
  shortage(): string | null;
  /** Sets the listener for faults that begin or end. */
  tell(listener: (notice: MachineNotice) => void): void;
};

/** The part of the watch that what opens connections needs. */
export type MachineNotes = Pick<MachineWatch, "note" | "shortage">;

/** For a program that opens few connections, such as a command. */
export const unwatchedMachine: MachineNotes = { note: () => undefined, shortage: () => null };

/** How often to call {@link MachineWatch.shortage}: Node.js doesn't report a connection that it couldn't accept. */
export const machineLooksEveryMs = secondMs;

/** How long a shortage counts after it was last seen. Under load, descriptors become free and are used at once. */
const lastsMs = 5 * secondMs;

/** How often a fault of a single connection is logged. */
const repeatedEveryMs = 10 * minuteMs;

/** Creates it. @param tryFile opens a file and closes it; returns the code of a shortage. */
export function createMachineWatch({
  tryFile,
  monotonicMs,
}: Pick<Platform, "monotonicMs"> & { tryFile: () => string | null }): MachineWatch {
  let listener: ((notice: MachineNotice) => void) | null = null;
  let seen: { code: string; atMs: number } | null = null;
  let toldCode: string | null = null;
  const toldAtMs = new Map<string, number>();
  const note = (code: string): void => {
    const fault = machineFaultOf(code);
    if (fault === null) return;
    const atMs = monotonicMs();
    const message = `connections can't be opened: ${fault.what}; ${fault.remedy}`;
    if (!fault.isShortage) {
      if (atMs - (toldAtMs.get(code) ?? -Infinity) < repeatedEveryMs) return;
      toldAtMs.set(code, atMs);
      listener?.({ level: "warn", message: `${message} (${code})` });
      return;
    }
    seen = { code, atMs };
    if (toldCode === code) return;
    toldCode = code;
    listener?.({ level: "error", message: `${message} (${code})` });
  };
  return {
    note,
    shortage() {
      const code = tryFile();
      if (code !== null) note(code);
      if (seen !== null && monotonicMs() - seen.atMs < lastsMs) return seen.code;
      if (toldCode !== null) listener?.({ level: "warn", message: "connections can be opened again" });
      toldCode = null;
      return null;
    },
    tell(next) {
      listener = next;
    },
  };
}
