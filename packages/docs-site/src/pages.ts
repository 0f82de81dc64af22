/** All pages of the documentation, from the project's files. */
import { pathOfFile, withSiteLinks } from "./links.ts";
import { everyProvider, navigationSections, unlistedPaths } from "./navigation.ts";
import { describe, type DocsPage } from "./page.ts";
import { pageFiles, projectText } from "./project.ts";

/**
 * Returns all pages: the home page, the navigation's in its order, the unlisted ones, the providers, the error codes.
 * @param generated texts that replace those in the files, by file.
 */
export function allPages(generated: ReadonlyMap<string, string> = new Map()): DocsPage[] {
  const files = new Set([...pageFiles(), ...generated.keys()]);
  const pages = [...files].toSorted().flatMap((file): DocsPage[] => {
    const path = file.endsWith(".md") ? pathOfFile(file) : null;
    if (path === null) return [];
    const text = generated.get(file) ?? projectText(file);
    return [{ path, file, ...describe(text, path), markdown: withSiteLinks(text, file) }];
  });
  const named = ["/", ...navigationSections.flatMap(({ paths }) => paths), ...unlistedPaths];
  const first = named.flatMap((path) => pages.filter((page) => page.path === path));
  const rest = pages.filter((page) => !first.includes(page));
  const isOfProvider = ({ path }: DocsPage): boolean => path.startsWith("/docs/providers/");
  return [...first, ...rest.filter(isOfProvider), ...rest.filter((page) => !isOfProvider(page))];
}

/** A page's title without what its section says already. */
function sidebarText({ path, title }: DocsPage): string {
  return path === "/docs/providers"
    ? "All providers"
    : title.replace(/^(?:svc in ten minutes: |client\.(?=tenant\())/, "");
}

/** A section of the sidebar, in VitePress's format. */
export type SidebarSection = { text: string; collapsed: boolean; items: { text: string; link: string }[] };

/** How many sections of the sidebar are open on every page. */
const openSections = 1;

export function buildSidebar(pages: readonly DocsPage[]): SidebarSection[] {
  const providers = pages.filter(({ path }) => path.startsWith("/docs/providers/"));
  return navigationSections.map(({ title, paths }, place) => ({
    text: title,
    // The others open if the page is in them.
    collapsed: place >= openSections,
    items: paths
      .flatMap((path) => (path === everyProvider ? providers : pages.filter((page) => page.path === path)))
      .map((page) => ({ text: sidebarText(page), link: page.path })),
  }));
}
