/**
 * Whether PostgreSQL has the resources for writes: disk, memory, connections, and being a primary. A statement that
 * fails for want of one is noticed here, and a small write finds out when that has ended.
 */
import type { StoreNotice } from "../../../domain/database/port.ts";
import { readOnlyCode, StoreError } from "../errors.ts";
import { faultOf } from "../faults.ts";

/** The health of the database behind a pool. */
export type PostgresHealth = {
  /** Call after work failed. Only a lack of resources is noted. */
  failed(error: unknown): void;
  /** The code of the fault that makes writes fail; null if there is none. */
  faultCode(): string | null;
  /** Tries a write if there is a fault. @throws StoreError if there still is one. */
  recheck(): Promise<void>;
  /** Sets the listener for faults that begin or end. */
  listen(listener: (notice: StoreNotice) => void): void;
  stop(): void;
};

/** How often to try a write while there is a fault, in milliseconds. */
const everyMs = 2000;

/** Creates it. @param write tries a write that needs room on the disk. */
export function createPostgresHealth(write: () => Promise<unknown>): PostgresHealth {
  let faultCode: string | null = null;
  let listener: ((notice: StoreNotice) => void) | null = null;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  const begin = (code: string): void => {
    if (code === faultCode) return;
    faultCode = code;
    listener?.({ level: "error", message: `writes fail: ${faultOf(code)?.what ?? code}` });
    timer ??= setInterval(() => void recheck().catch(() => undefined), everyMs).unref();
  };
  const end = (): void => {
    clearInterval(timer);
    timer = undefined;
    faultCode = null;
    listener?.({ level: "warn", message: "writes succeed again" });
  };
  const tryWrite = async (): Promise<void> => {
    try {
      await write();
    } catch (error) {
      if (lacksResource(error)) begin(error.code);
      // It can't be tried, for want of a response or of a privilege. The next write that fails for this reason says so.
      if (lacksResource(error) || (error instanceof StoreError && error.unanswered)) return;
    } finally {
      running = null;
    }
    if (faultCode !== null) end();
  };
  const recheck = async (): Promise<void> => {
    if (faultCode === null) return;
    running ??= tryWrite();
    await running;
    const code: string | null = faultCode;
    if (code !== null) throw new StoreError(code, false);
  };
  return {
    failed(error) {
      if (lacksResource(error)) begin(error.code);
    },
    faultCode: () => faultCode,
    recheck,
    listen(told) {
      listener = told;
    },
    stop: () => clearInterval(timer),
  };
}

/** Class 53 is a lack of disk, memory, connections and the like; 58030 is an error of the disk. */
function lacksResource(error: unknown): error is StoreError {
  return (
    error instanceof StoreError &&
    (error.code.startsWith("53") || error.code === "58030" || error.code === readOnlyCode)
  );
}
