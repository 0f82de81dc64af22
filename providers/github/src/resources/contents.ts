/**
 * The contents of a path in a repository (`content-file`, `content-directory`, `content-symlink`, `content-submodule`):
 * https://docs.github.com/rest/repos/contents#get-repository-content
 *
 * `download_url` isn't returned, because for a private repository it contains its own token.
 */
import { oneOf } from "@svc/contract";
import { Type, type Static } from "typebox";
import { count, list, orNull, record, shape, text, textOf, wrongShape } from "@svc/provider-kit/shape";

const place = {
  type: text("type", "file, dir, symlink or submodule."),
  name: text("name", "Last part of the path."),
  path: text("path", "Path from the root of the repository."),
  sha: text("sha", "SHA of the blob or tree; for a submodule, of the commit."),
  size: count("size", "Size in bytes; 0 for a directory."),
  htmlUrl: orNull(text("html_url", "URL of the entry on github.com; null for a submodule hosted elsewhere.")),
};

/** An entry in a directory. */
export const entry = shape(place);

const { schema: entrySchema, fields } = entry;

const none = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

/** The contents of a path. Which fields are null depends on `type`. */
export const contents = Type.Object(
  {
    type: oneOf(["file", "dir", "symlink", "submodule"], "The kind of contents at the path."),
    name: none("Last part of the path; null for a directory."),
    path: none("Path from the root of the repository; null for the root."),
    sha: none("SHA of the blob; for a submodule, of the commit. Null for a directory."),
    size: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description: "Size in bytes; null for a directory.",
    }),
    htmlUrl: none("URL on github.com; null if GitHub returns none."),
    encoding: Type.Union([oneOf(["utf-8", "base64", "none"]), Type.Null()], {
      description:
        "For a file: `utf-8` if `content` is text, `base64` if it isn't, `none` if the file is over 1 MB, so that GitHub returns " +
        "no content here. Otherwise null.",
    }),
    content: none("The file's content in the given `encoding`; null if there is none."),
    target: none("For a symlink: its target. GitHub returns a symlink to a file as that file."),
    submoduleGitUrl: none("For a submodule: the URL of its repository."),
    entries: Type.Union([Type.Array(entrySchema), Type.Null()], {
      description: "For a directory: its entries, at most 1,000. GitHub shows a submodule as a file of size 0.",
    }),
    entriesIncomplete: Type.Union([Type.Boolean(), Type.Null()], {
      description: "For a directory: whether it has so many entries that GitHub left some out. Otherwise null.",
    }),
  },
  { additionalProperties: false },
);

/** The contents of a path in the output. */
export type Contents = Static<typeof contents>;

/**
 * @param path the requested path; null for the root.
 * @throws ProviderFailure `PROVIDER_ERROR` if the body isn't one of the four documented kinds.
 */
export function readContents(body: unknown, path: string | null): Contents {
  if (Array.isArray(body)) {
    const entries = list(body).map(entry.read);
    return { ...nothing, type: "dir", path, entries, entriesIncomplete: entries.length >= entriesMax };
  }
  const source = record(body);
  const common = {
    ...nothing,
    name: fields.name.read(source["name"]),
    path: fields.path.read(source["path"]),
    sha: fields.sha.read(source["sha"]),
    size: fields.size.read(source["size"]),
    htmlUrl: fields.htmlUrl.read(source["html_url"]),
  };
  switch (source["type"]) {
    case "symlink":
      return { ...common, type: "symlink", target: textOf(source["target"]) };
    case "submodule":
      return { ...common, type: "submodule", submoduleGitUrl: textOf(source["submodule_git_url"]) };
    case "file":
      // Older answers call a submodule a file.
      if (source["content"] === undefined && typeof source["submodule_git_url"] === "string") {
        return { ...common, type: "submodule", submoduleGitUrl: source["submodule_git_url"] };
      }
      return { ...common, type: "file", ...decoded(source["encoding"], source["content"]) };
    default:
      throw wrongShape();
  }
}

const nothing = {
  name: null,
  path: null,
  sha: null,
  size: null,
  htmlUrl: null,
  encoding: null,
  content: null,
  target: null,
  submoduleGitUrl: null,
  entries: null,
  entriesIncomplete: null,
} as const;

/** A directory with this many entries may have more: https://docs.github.com/rest/repos/contents */
const entriesMax = 1_000;

/** A file's bytes as text if they are text (UTF-8 without NUL, as git distinguishes it), otherwise as base64. */
function decoded(encoding: unknown, content: unknown): Pick<Contents, "encoding" | "content"> {
  if (encoding === "none") return { encoding: "none", content: null };
  if (encoding !== "base64") throw wrongShape();
  const base64 = textOf(content).replaceAll(/\s/g, "");
  const bytes = bytesOf(base64);
  try {
    // A byte order mark is part of the file, so keep it.
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!text.includes("\0")) return { encoding: "utf-8", content: text };
  } catch {
    // Not UTF-8: return the bytes unchanged.
  }
  return { encoding: "base64", content: base64 };
}

function bytesOf(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    throw wrongShape();
  }
}
