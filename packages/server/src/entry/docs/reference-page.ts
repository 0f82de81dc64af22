/**
 * The API reference at `/reference`: Scalar over this server's own `/openapi.json`. Scalar is one file in the project
 * (`vendor/scalar`), so the page sends no request elsewhere.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import { favicon } from "../favicon.ts";
import { policyTag } from "./policy-tag.ts";
import { referenceStyle } from "./reference-style.ts";
import type { SiteFile } from "./site-file.ts";

/** The version of `@scalar/api-reference` in the project. */
export const scalarVersion = "1.72.1";

/** SHA-256 of its `standalone.js`, as published. */
export const scalarSha256 = "bf091006bdc3af6067af77c2f534812e3e633e94a94e87138069f570f33b762c";

const scriptPath = `/reference/scalar-${scalarVersion}.js`;

/** Works from `src` and from its build output: both are next to `vendor`. */
const vendored = fileURLToPath(new URL("../../../vendor/scalar/standalone.js.br", import.meta.url));

/** Uses the color scheme that the reader chose on the other pages, where VitePress stores it. */
const start = `const choice = localStorage.getItem("vitepress-theme-appearance") || "auto";
const dark = choice === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : choice === "dark";
document.documentElement.classList.toggle("dark", dark);
Scalar.createApiReference("#app", {
  url: "/openapi.json",
  // No requests to others: no fonts, no proxy, no telemetry, no assistant.
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: "",
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: "never",
  // A service key has no place in a page.
  hideTestRequestButton: true,
  hideClientButton: true,
  // Each operation has its own samples, in the languages that there is a client for.
  hiddenClients: true,
  forceDarkModeState: dark ? "dark" : "light",
  hideDarkModeToggle: true,
  persistAuth: false,
  defaultOpenAllTags: true,
});
// Scalar leaves controls without a name, gives several regions the same one, and has lists that only a mouse can scroll.
const repair = () => {
  // Their text, if there is one, isn't always shown.
  for (const one of document.querySelectorAll('#app :is(a, [class*="copy-button"]):not([aria-label]):has(svg)'))
    one.setAttribute("aria-label", one.textContent.trim() || (one.href ? "Go to " + new URL(one.href).pathname : "Copy"));
  for (const one of document.querySelectorAll("#app .endpoints")) one.tabIndex = 0;
  for (const one of document.querySelectorAll("#app .response-card[role=region]")) one.removeAttribute("role");
};
let planned = false;
new MutationObserver(() => {
  if (planned) return;
  planned = true;
  setTimeout(() => { planned = false; repair(); }, 50);
}).observe(document.getElementById("app"), { childList: true, subtree: true });
`;

/**
 * SHA-256 of the style sheets that this version of Scalar adds to the document: four permanent ones and an empty one.
 */
const styleHashes = [
  "sha256-d7niGYA9R/xp7r1pyc/+3ntTepKCabnrqd2exao76s4=",
  "sha256-DLlkYCuDYGe6ME23YkUFB7Tc36rGDeo4mVBFbZX3uaU=",
  "sha256-rO+6k1mDRASa9Q8IQu9I3bF+bjRdxDreAZCyGSaxzeI=",
  "sha256-ZW1GSuo0pKyEx5Ar7ZC5Dflb/mjatjeTW9aVx0iZAzE=",
  "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
];

/**
 * The narrowest policy under which Scalar works. Scripts and one style sheet are files from this origin, requests can only go to
 * this origin, and Scalar's own style sheets are named by their hashes. It also sets `style` attributes whose text depends on
 * the content, so this page alone has 'unsafe-inline' for style attributes, which can't load or run anything here.
 */
export const referenceContentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src-elem 'self' ${styleHashes.map((hash) => `'${hash}'`).join(" ")}`,
  "style-src-attr 'unsafe-inline'",
  "img-src data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${policyTag(referenceContentSecurityPolicy)}
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · svc</title>
<meta name="description" content="Every operation of the svc API, from its OpenAPI description.">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${favicon}">
<link rel="stylesheet" href="/reference/header.css">
</head>
<body>
<nav class="top" aria-label="Main"><a class="name" href="/">svc</a><a href="/docs/quickstart">Docs</a><a href="/docs/providers">Providers</a><a href="/docs/api" aria-current="true">API reference</a><a class="form" href="/openapi.json">OpenAPI 3.1</a></nav>
<div id="app"></div>
<noscript><p>This page needs scripts. The text above has the same content.</p></noscript>
<script src="${scriptPath}"></script>
<script src="/reference/start.js"></script>
</body>
</html>
`;

/** Returns the page, its start script, and Scalar. */
export function referenceSiteFiles(): Map<string, SiteFile> {
  const cached = { "cache-control": "public, max-age=300" };
  const compressed = keep(() => readFileSync(vendored));
  const script = keep(() => brotliDecompressSync(compressed()));
  const type = "text/javascript; charset=utf-8";
  return new Map<string, SiteFile>([
    [
      "/reference",
      {
        type: "text/html; charset=utf-8",
        headers: { ...cached, "content-security-policy": referenceContentSecurityPolicy },
        body: () => page,
      },
    ],
    ["/reference/header.css", { type: "text/css; charset=utf-8", headers: cached, body: () => referenceStyle }],
    ["/reference/start.js", { type, headers: cached, body: () => start }],
    [
      scriptPath,
      {
        type,
        headers: { "cache-control": "public, max-age=31536000, immutable" },
        body: script,
        encoded: () => ({ br: compressed() }),
      },
    ],
  ]);
}

function keep<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
