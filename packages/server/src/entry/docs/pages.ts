/** All pages of the documentation in reading order, and their navigation. */
import type { Provider } from "@svc/provider-kit";
import { apiPage } from "./api-page.ts";
import { errorPages } from "./error-pages.ts";
import { guidePages } from "./guides.ts";
import type { Navigation } from "./html.ts";
import { navigationSections } from "./navigation.ts";
import type { DocsPage } from "./page.ts";
import { providerPages } from "./provider-pages.ts";

/** Returns all pages: the guides in the navigation's order, the providers, the error codes. */
export function allPages(providers: readonly Provider[]): DocsPage[] {
  const errors = errorPages();
  const [index, ...codes] = errors;
  const byPath = new Map(
    [...guidePages(), apiPage(), ...(index === undefined ? [] : [index])].map((page) => [page.path, page]),
  );
  const listed = navigationSections.flatMap(({ paths }) => paths).flatMap((path) => byPath.get(path) ?? []);
  const unlisted = [...byPath.values()].filter((page) => !listed.includes(page));
  return [...listed, ...unlisted, ...providerPages(providers), ...codes];
}

/** Returns the sections with the existing pages; a page in no section is in the last one. */
export function navigationOf(pages: readonly DocsPage[]): Navigation {
  const linkTo = ({ path, title }: DocsPage) => ({ path, title: path === "/" ? "Overview" : title });
  const named = new Set(navigationSections.flatMap(({ paths }) => paths));
  const providers = pages.filter(({ path }) => path.startsWith("/docs/providers/"));
  const others = pages.filter(({ path }) => !named.has(path) && !/^\/docs\/(?:providers|errors)\//.test(path));
  const sections = navigationSections.map(({ title, paths }) => ({
    title,
    links: paths.flatMap((path) => pages.filter((page) => page.path === path).map(linkTo)),
  }));
  return [
    ...sections.slice(0, 2),
    { title: "Providers", links: providers.map(linkTo) },
    ...sections.slice(2),
    { title: "More", links: others.map(linkTo) },
  ].filter(({ links }) => links.length > 0);
}
