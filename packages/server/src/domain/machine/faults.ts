/**
 * What this machine lacks when it can't open a connection or a file, and how an operator fixes it. Such a failure says
 * nothing about the other side. Pure.
 */

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

const byCode: Readonly<Record<string, MachineFault>> = {
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
