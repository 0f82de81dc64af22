/** Contents of a repository. Follows docs.github.com/en/rest/repos/contents#get-repository-content. */
import { createHash } from "node:crypto";
import { Refusal } from "@svc/simulator";
import { notFound, repositoryOf, type Call, type Operation, type Shape } from "./call.ts";
import type { Entry, Repository, Tree } from "./model.ts";
import { htmlOrigin, repositoryUrl } from "./repositories.ts";

/** Larger files have no content ("Between 1-100 MB"). */
export const contentBytesMax = 1024 * 1024;

interface Place {
  readonly repository: Repository;
  readonly tree: Tree;
  readonly ref: string;
  readonly path: string;
}

/** `GET /repos/{owner}/{repo}/contents/{path}`. */
export const getContents: Operation = (call) => {
  const repository = repositoryOf(call);
  const ref = call.request.query.get("ref") ?? "main";
  if (repository.branches.size === 0) throw new Refusal(404, "This repository is empty.");
  const tree = repository.branches.get(ref.replace(/^refs\/heads\//, ""));
  if (tree === undefined) throw new Refusal(404, `No commit found for the ref ${ref}`);
  const path = (call.params["path"] ?? "").replace(/\/$/, "");
  const place = { repository, tree, ref, path };
  const entry = tree.get(path);
  const children = childrenOf(place);
  if (entry === undefined && children.length === 0) throw notFound();
  const json =
    entry === undefined ? children.map((child) => listedShape(child, place, call)) : shapeOf(entry, place, call);
  return { json, modifiedAtMs: repository.pushedAtMs };
};

/** For a symbolic link to a file of the repository, shows that file. */
function shapeOf(entry: Entry, place: Place, call: Call): Shape {
  const target = entry.kind === "symlink" ? place.tree.get(entry.target) : undefined;
  const shown = target?.kind === "file" ? target : entry;
  const base = common(shown, place, call);
  if (shown.kind === "symlink") return { ...base, target: shown.target };
  if (shown.kind === "submodule") return { ...base, submodule_git_url: shown.gitUrl };
  if (shown.bytes.length > contentBytesMax) return { ...base, content: "", encoding: "none" };
  const lines =
    Buffer.from(shown.bytes)
      .toString("base64")
      .match(/.{1,60}/g) ?? [];
  return { ...base, content: lines.map((line) => `${line}\n`).join(""), encoding: "base64" };
}

/** An entry of a directory: submodules are called files there, "for backwards compatibility purposes". */
function listedShape([name, entry]: Child, place: Place, call: Call): Shape {
  const child = { ...place, path: place.path === "" ? name : `${place.path}/${name}` };
  const base = common(entry, child, call);
  return base["type"] === "submodule" ? { ...base, type: "file" } : base;
}

/** Has every required field, by which GitHub's description distinguishes the kinds. */
function common(entry: Entry | "directory", { repository, ref, path }: Place, call: Call): Shape {
  const isModule = entry !== "directory" && entry.kind === "submodule";
  const bytes = entry === "directory" || isModule ? Buffer.alloc(0) : bytesOf(entry);
  const encoded = path.split("/").map(encodeURIComponent).join("/");
  const blob = createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
  const sha = entry === "directory" || isModule ? "6".repeat(40) : blob;
  const isElsewhere = isModule && !entry.gitUrl.includes("//github.com/");
  const kind = entry === "directory" ? "tree" : "blob";
  const fullName = call.world.fullNameOf(repository);
  const url = `${repositoryUrl(repository, call)}/contents/${encoded}?ref=${ref}`;
  const git = isElsewhere ? null : `${repositoryUrl(repository, call)}/git/${kind}s/${sha}`;
  const html = isElsewhere ? null : `${htmlOrigin}/${fullName}/${kind}/${ref}/${encoded}`;
  // For a private repository it has a token of its own, which no action may return.
  const download = `https://raw.githubusercontent.com/${fullName}/${ref}/${encoded}?token=canary-download`;
  return {
    type: entry === "directory" ? "dir" : entry.kind,
    name: path.split("/").at(-1) ?? "",
    path,
    sha,
    size: bytes.length,
    url,
    git_url: git,
    html_url: html,
    download_url: entry === "directory" || isModule ? null : download,
    _links: { self: url, git, html },
  };
}

function bytesOf(entry: Exclude<Entry, { kind: "submodule" }>): Uint8Array {
  return entry.kind === "file" ? entry.bytes : Buffer.from(entry.target);
}

type Child = readonly [name: string, entry: Entry | "directory"];

/** The direct entries of a directory by name; nothing if it isn't a directory. */
function childrenOf({ tree, path }: Place): Child[] {
  const prefix = path === "" ? "" : `${path}/`;
  const children = new Map<string, Entry | "directory">();
  for (const [at, entry] of tree) {
    if (!at.startsWith(prefix)) continue;
    const [name = "", ...below] = at.slice(prefix.length).split("/");
    children.set(name, below.length === 0 ? entry : "directory");
  }
  return [...children].sort(([one], [other]) => (one < other ? -1 : 1));
}
