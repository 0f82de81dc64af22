/**
 * Plants errors into files as they are loaded: `node --import plant.ts` with `SVC_TEST_PLANTED`. The files themselves
 * aren't touched.
 */
import { registerHooks } from "node:module";

/** An error: a text of one file, and what takes its place. */
export type Planted = { readonly file: string; readonly from: string; readonly to: string };

const given = process.env["SVC_TEST_PLANTED"];
if (given !== undefined) {
  const errors = JSON.parse(given) as readonly Planted[];
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      const own = errors.filter(({ file }) => url.endsWith(`/${file}`));
      if (own.length === 0) return loaded;
      let source = typeof loaded.source === "string" ? loaded.source : new TextDecoder().decode(loaded.source);
      for (const { file, from, to } of own) {
        if (!source.includes(from)) throw new Error(`${file} has no ${from}`);
        source = source.replace(from, to);
      }
      return { ...loaded, source };
    },
  });
}
