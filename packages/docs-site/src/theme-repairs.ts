/** Fixes for assistive technology that VitePress's theme lacks, applied to its components during the build. */

/** Changes by component: a text that the component must contain, and its replacement. */
const repairs: Readonly<Record<string, readonly (readonly [found: string | RegExp, replacement: string])[]>> = {
  // The home page and the page for unknown addresses have no main landmark.
  "VPHome.vue": [
    [/<div\s+class="VPHome"/, '<main class="VPHome"'],
    ["</div>\n</template>", "</main>\n</template>"],
  ],
  "NotFound.vue": [
    ['<div class="NotFound">', '<main class="NotFound">'],
    ["</div>\n</template>", "</main>\n</template>"],
  ],
  // The search is a dialog with controls, but is announced as a button.
  "VPLocalSearchBox.vue": [
    [
      /role="button"\s+:aria-owns="[^"]*"\s+aria-expanded="true"\s+aria-haspopup="listbox"/,
      'role="dialog" aria-modal="true"',
    ],
    // The results are links, which can't be options of a list box.
    [/:role="results\?\.length \? 'listbox' : undefined"/, ""],
    [/:aria-selected="selectedIndex === index \? 'true' : 'false'"\s+role="option"/, ""],
    [/:aria-label="\[\.\.\.p\.titles, p\.title\]\.join\(' > '\)"/, ""],
    [/<kbd :aria-label/g, '<kbd role="img" :aria-label'],
  ],
  // A section's line is one button that says whether it is open. The arrow in it was a second one, which did nothing.
  "VPSidebarItem.vue": [
    [':role="itemRole"', ':role="itemRole" :aria-expanded="item.items && !collapsed"'],
    [
      /role="button"\s+aria-label="toggle section"\s+@click="\w+"\s+@keydown\.enter="\w+"\s+tabindex="0"/,
      'aria-hidden="true"',
    ],
  ],
  // The keys aren't part of the button's name.
  "VPNavBarSearchButton.vue": [
    ['<kbd class="DocSearch-Button-Key">K</kbd>', '<kbd class="DocSearch-Button-Key letter-k"></kbd>'],
    ['<span class="DocSearch-Button-Keys">', '<span class="DocSearch-Button-Keys" aria-hidden="true">'],
  ],
};

/** A Vite plugin. @throws Error if a component differs from the expected version of VitePress. */
export const themeRepairs = {
  name: "theme-repairs",
  enforce: "pre" as const,
  transform(code: string, id: string): string | undefined {
    const changes = repairs[id.slice(id.lastIndexOf("/") + 1)];
    return changes?.reduce((text, [found, replacement]) => {
      const changed = text.replace(found, replacement);
      if (changed === text) throw new Error(`${id} has no ${found}: adapt packages/docs-site/src/theme-repairs.ts.`);
      return changed;
    }, code);
  },
};
