/** Reads the file of `svc-server apply`: YAML, checked against its schema. Each fault has a line and a column. */
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { buffer } from "node:stream/consumers";
import type { InputError } from "@svc/contract";
import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Document, type Node } from "yaml";
import { DesiredState } from "../../domain/desired-state/document.ts";
import { compileSchema } from "../../domain/schemas/compile.ts";
import { once } from "../../once.ts";
import { OperatorFailure } from "./io.ts";

/** A file as read. */
export type SvcFile = {
  desired: DesiredState;
  /** What paths in it are relative to. */
  folder: string;
  /** @throws OperatorFailure that says where each fault is, if there is one. */
  refuse(faults: readonly Fault[]): void;
};

/** The largest file, in bytes. */
const bytesMax = 1_048_576;
const checkState = once(() => compileSchema(DesiredState));

/** @param path the file's; `-` for standard input. @throws OperatorFailure for a file that can't be used. */
export async function readSvcFile(path: string): Promise<SvcFile> {
  const name = path === "-" ? "standard input" : path;
  const { document, broken, lineOf } = locate(name, await readText(path, name, bytesMax));
  if (broken !== null) throw new OperatorFailure(broken);
  const refuse: SvcFile["refuse"] = (faults) => {
    if (faults.length === 0) return;
    throw new OperatorFailure([...faults.map(lineOf), "Nothing was changed."].join("\n"));
  };
  // A few aliases are handy; many are an attack.
  const value: unknown = document.toJS({ maxAliasCount: 100 }) ?? {};
  refuse(checkState()(value));
  return { desired: value as DesiredState, folder: path === "-" ? "." : dirname(path), refuse };
}

type Fault = Pick<InputError, "pointer" | "message">;

/** A parsed text. */
export type Located = {
  document: Document;
  /** What is wrong with its form, and where; null if nothing is. */
  broken: string | null;
  /** Returns a fault with its place, as a line. */
  lineOf: (fault: Fault) => string;
};

/** Parses YAML, or JSON. @param name what messages call it. */
export function locate(name: string, text: string): Located {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  const placeOf = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${name}:${String(line)}:${String(col)}`;
  };
  const [broken] = document.errors;
  return {
    document,
    broken: broken === undefined ? null : `${placeOf(broken.pos[0])}: ${sentence(broken.message)}`,
    lineOf: ({ pointer, message }) => `${placeOf(offsetOf(document, pointer))}: ${namely(pointer)}${message}`,
  };
}

/**
 * Reads a text. @param path the file's; `-` for standard input. @param name what messages call it. @param most bytes.
 * @throws OperatorFailure if it can't be read.
 */
export async function readText(path: string, name: string, most: number): Promise<string> {
  let bytes: Buffer;
  try {
    bytes = await (path === "-" ? buffer(process.stdin) : readFile(path));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "error";
    throw new OperatorFailure(`${name} can't be read (${code}).`, { cause: error });
  }
  if (bytes.length > most) throw new OperatorFailure(`${name} is larger than ${String(most)} bytes.`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new OperatorFailure(`${name} isn't UTF-8.`, { cause: error });
  }
}

/** The start of the node at a JSON pointer; of its field's name, if it is a field; of the nearest one above, if it is missing. */
function offsetOf(document: Document, pointer: string): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const part of parts(pointer)) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => String(isScalar(key) ? key.value : key) === part);
      if (pair === undefined) return offset;
      offset = startOf(pair.key) ?? offset;
      node = pair.value;
    } else {
      node = isSeq(node) ? node.items[Number(part)] : undefined;
      offset = startOf(node) ?? offset;
    }
  }
  return offset;
}

function startOf(node: unknown): number | undefined {
  return (node as Node | null)?.range?.[0];
}

function parts(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function namely(pointer: string): string {
  const last = parts(pointer).at(-1) ?? "";
  return last === "" || /^\d+$/.test(last) ? "" : `${last}: `;
}

function sentence(text: string): string {
  const [first = ""] = text.split("\n");
  return first.endsWith(".") ? first : `${first}.`;
}
