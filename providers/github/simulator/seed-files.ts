/** Files of the default data. */
import type { Entry, Tree } from "./model.ts";
import { contentBytesMax } from "./contents.ts";

/** One branch `main` with text files. */
export function filesOf(texts: Readonly<Record<string, string>>): Map<string, Tree> {
  const tree = new Map(Object.entries(texts).map(([path, text]): [string, Entry] => [path, file(Buffer.from(text))]));
  return new Map([["main", tree]]);
}

/** The branches of `octocat/hello-world`: `main` with every kind of content, and `draft` with its own README. */
export function helloWorldFiles(): Map<string, Tree> {
  const main: Tree = new Map<string, Entry>([
    ["README.md", file(Buffer.from("# Hello, world\n\nGrüße aus dem Hafen 🐙\n"))],
    ["LICENSE", file(Buffer.from("MIT License\n"))],
    ["empty.txt", file(Buffer.alloc(0))],
    ["logo.png", file(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0xff]))],
    ["big.bin", file(Buffer.alloc(contentBytesMax + 1, "x"))],
    ["docs/guide.md", file(Buffer.from("# Guide\n"))],
    ["docs/a file with spaces & ümlauts.md", file(Buffer.from("here\n"))],
    ["docs/deep/note.md", file(Buffer.from("deep\n"))],
    ["link-to-readme", { kind: "symlink", target: "README.md" }],
    ["link-outside", { kind: "symlink", target: "/etc/hosts" }],
    ["vendor/qunit", { kind: "submodule", gitUrl: "https://github.com/jquery/qunit.git" }],
    ["vendor/other", { kind: "submodule", gitUrl: "https://git.example.com/other.git" }],
  ]);
  const draft: Tree = new Map<string, Entry>([["README.md", file(Buffer.from("# A draft\n"))]]);
  return new Map([
    ["main", main],
    ["draft", draft],
  ]);
}

function file(bytes: Uint8Array): Entry {
  return { kind: "file", bytes };
}
