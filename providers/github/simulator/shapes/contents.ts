/** Files and directories in the API's format. Follows docs.github.com/en/rest/repos/contents#get-repository-content. */
import type { Entry, Repository, Tree } from "../model.ts";
import { repositoryHtmlUrl, repositoryUrl } from "./repositories.ts";
import { shaOf } from "./view.ts";
import type { Shape, View } from "./view.ts";

/** Larger files have no content ("Between 1-100 MB"). */
export const contentBytesMax = 1024 * 1024;

/** The location of an entry. */
export interface Place {
  readonly repository: Repository;
  readonly tree: Tree;
  readonly ref: string;
  readonly path: string;
}

/** The fields of every kind of content; the caller adds `type`. */
function common(place: Place, type: string, size: number, sha: string, view: View): Shape {
  const { repository, ref, path } = place;
  const encoded = path.split("/").map(encodeURIComponent).join("/");
  const url = `${repositoryUrl(repository, view)}/contents/${encoded}?ref=${encodeURIComponent(ref)}`;
  const kind = type === "dir" ? "tree" : "blob";
  const git = `${repositoryUrl(repository, view)}/git/${kind}s/${sha}`;
  const html = `${repositoryHtmlUrl(repository, view)}/${kind}/${ref}/${encoded}`;
  const query = repository.private ? `?token=canary-download-${sha.slice(0, 8)}` : "";
  const raw = `https://raw.githubusercontent.com/${view.world.fullNameOf(repository)}/${ref}/${encoded}${query}`;
  return {
    name: path.split("/").at(-1) ?? "",
    path,
    sha,
    size,
    url,
    html_url: html,
    git_url: git,
    download_url: type === "file" || type === "symlink" ? raw : null,
    type,
    _links: { self: url, git, html },
  };
}

/** The schema `content-file`; without content if it is large. */
export function fileShape(place: Place, bytes: Uint8Array, view: View): Shape {
  const base = common(place, "file", bytes.length, blobSha(bytes), view);
  if (bytes.length > contentBytesMax) return { ...base, content: "", encoding: "none" };
  const lines =
    Buffer.from(bytes)
      .toString("base64")
      .match(/.{1,60}/g) ?? [];
  return { ...base, content: lines.map((line) => `${line}\n`).join(""), encoding: "base64" };
}

/** The schema `content-symlink`. */
export function symlinkShape(place: Place, target: string, view: View): Shape {
  return { ...common(place, "symlink", target.length, blobSha(Buffer.from(target)), view), target };
}

/** The schema `content-submodule`; without addresses at GitHub if it is hosted elsewhere. */
export function submoduleShape(place: Place, entry: Extract<Entry, { kind: "submodule" }>, view: View): Shape {
  const base = common(place, "submodule", 0, entry.sha, view);
  const onGithub = /github\.com[:/]([^/]+\/[^/]+?)(?:\.git)?$/.exec(entry.gitUrl)?.[1];
  const git = onGithub === undefined ? null : `${view.origin}/repos/${onGithub}/git/trees/${entry.sha}`;
  const html = onGithub === undefined ? null : `https://github.com/${onGithub}/tree/${entry.sha}`;
  const links = { self: base["url"], git, html };
  return { ...base, submodule_git_url: entry.gitUrl, git_url: git, html_url: html, _links: links };
}

/** The schema `content-directory`: submodules are called files there, "for backwards compatibility purposes". */
export function directoryShape(place: Place, view: View): readonly Shape[] {
  return childrenOf(place).map(([name, entry]) => {
    const child = { ...place, path: place.path === "" ? name : `${place.path}/${name}` };
    if (entry === "directory") return common(child, "dir", 0, shaOf(`tree ${child.path}`), view);
    if (entry.kind === "file") return common(child, "file", entry.bytes.length, blobSha(entry.bytes), view);
    if (entry.kind === "symlink") {
      return common(child, "symlink", entry.target.length, blobSha(Buffer.from(entry.target)), view);
    }
    const { submodule_git_url: _, ...submodule } = submoduleShape(child, entry, view);
    return { ...submodule, type: "file" };
  });
}

/** The media type `object` of a directory: the schema `content-tree`. */
export function treeShape(place: Place, view: View): Shape {
  const base = common(place, "dir", 0, shaOf(`tree ${place.path}`), view);
  return { ...base, entries: directoryShape(place, view) };
}

/** The direct entries of a directory by name; nothing if it isn't a directory. */
function childrenOf({ tree, path }: Place): [string, Entry | "directory"][] {
  const prefix = path === "" ? "" : `${path}/`;
  const children = new Map<string, Entry | "directory">();
  for (const [at, entry] of tree) {
    if (!at.startsWith(prefix)) continue;
    const rest = at.slice(prefix.length);
    const slash = rest.indexOf("/");
    if (slash < 0) children.set(rest, entry);
    else children.set(rest.slice(0, slash), "directory");
  }
  return [...children].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Git's name for a blob. */
function blobSha(bytes: Uint8Array): string {
  return shaOf(Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]));
}
