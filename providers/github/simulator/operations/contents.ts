/** Contents of a repository. Follows docs.github.com/en/rest/repos/contents#get-repository-content. */
import { repositoryOf } from "../call.ts";
import type { Call, Result } from "../call.ts";
import type { Entry, Tree } from "../model.ts";
import { escapeHtml, Refusal } from "@svc/simulator";
import { notFound } from "../refusal.ts";
import {
  contentBytesMax,
  directoryShape,
  fileShape,
  submoduleShape,
  symlinkShape,
  treeShape,
} from "../shapes/contents.ts";
import type { Place } from "../shapes/contents.ts";

/** `GET /repos/{owner}/{repo}/contents/{path}`. */
export function getContents(call: Call): Result {
  const repository = repositoryOf(call);
  const ref = call.request.query.get("ref") ?? repository.defaultBranch;
  if (repository.branches.size === 0) throw new Refusal(404, "This repository is empty.");
  const tree = repository.branches.get(ref.replace(/^refs\/heads\//, ""));
  if (tree === undefined) throw new Refusal(404, `No commit found for the ref ${ref}`);
  const path = (call.params["path"] ?? "").replace(/\/$/, "");
  const place = { repository, tree, ref, path };
  const entry = tree.get(path);
  const isDirectory = path === "" || [...tree.keys()].some((at) => at.startsWith(`${path}/`));
  if (entry === undefined && !isDirectory) throw notFound();
  const modifiedAtMs = repository.pushedAtMs;
  if (entry !== undefined) return { ...entryResult(entry, place, call), modifiedAtMs };
  const json = call.view.format === "object" ? treeShape(place, call.view) : directoryShape(place, call.view);
  return { json, modifiedAtMs };
}

/** For a symbolic link to a file of the repository, returns that file. */
function entryResult(entry: Entry, place: Place, call: Call): Result {
  if (entry.kind === "submodule") return { json: submoduleShape(place, entry, call.view) };
  if (entry.kind === "file") return fileResult(entry.bytes, place, call);
  const target = followed(entry.target, place.path, place.tree);
  if (target?.kind === "file") return fileResult(target.bytes, place, call);
  if (call.view.format === "raw") return raw(Buffer.from(entry.target), "raw");
  return { json: symlinkShape(place, entry.target, call.view) };
}

function fileResult(bytes: Uint8Array, place: Place, call: Call): Result {
  const { format } = call.view;
  if (format === "raw") return raw(bytes, "raw");
  if (format === "html") return raw(Buffer.from(`<pre>${escapeHtml(Buffer.from(bytes).toString())}</pre>`), "html");
  const isLarge = bytes.length > contentBytesMax;
  if (isLarge && format !== "object" && call.world.switches.largeFile === "too_large") {
    const errors = [{ resource: "Blob", field: "data", code: "too_large" }] as const;
    const message =
      "This API returns blobs up to 1 MB in size. The requested blob is too large to fetch via the API, but you can use the Git Data API to request blobs up to 100 MB in size.";
    throw new Refusal(403, message, { details: errors });
  }
  return { json: fileShape(place, bytes, call.view) };
}

function raw(bytes: Uint8Array, format: string): Result {
  return { bytes, headers: { "content-type": `application/vnd.github.${format}; charset=utf-8` } };
}

function followed(target: string, from: string, tree: Tree): Entry | undefined {
  if (target.startsWith("/")) return undefined;
  const steps = from.split("/").slice(0, -1);
  for (const step of target.split("/")) {
    if (step === "..") {
      if (steps.pop() === undefined) return undefined;
    } else if (step !== "." && step !== "") steps.push(step);
  }
  return tree.get(steps.join("/"));
}
