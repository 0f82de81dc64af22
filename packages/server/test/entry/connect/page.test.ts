import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import {
  brandLogo,
  brandLogoBytesMax,
  buttonTextFor,
  chooseLanguage,
  contrast,
  defaultBrand,
} from "../../../src/entry/connect/assets.ts";
import { pageHeaders } from "../../../src/entry/connect/headers.ts";
import type { HostedSession } from "../../../src/domain/connect-sessions/present.ts";
import { renderPage, type PageParts } from "../../../src/entry/connect/page.ts";
import { readConfig } from "../../../src/app/config.ts";
import { acceptedLanguages } from "../../../src/entry/rest/reading.ts";

const hostile = `"><script>alert(1)</script>`;
const session: HostedSession = {
  status: "pending",
  allowedOrigin: "https://app.example.com",
  returnUrl: "https://app.example.com/r?a=1&b=2",
  app: { name: hostile, logoId: null },
  provider: { name: "GitHub", logo: "M0 0h24v24H0z" },
};
const parts: PageParts = {
  sessionId: "cs_1",
  session,
  language: "en",
  messages: {
    "loading.title": "One moment",
    "expired.title": "Expired",
    "expired.text": "From {app}",
    bad: "</script><!--",
  },
  brand: { ...defaultBrand, name: hostile },
  sandbox: false,
  script: "run()",
  style: "a{}",
};

test("computes contrast as WCAG does, and picks the better button text or none", () => {
  assert.equal(contrast("#000000", "#ffffff"), 21);
  assert.ok(Math.abs(contrast("#777777", "#ffffff") - 4.478) < 0.001);
  assert.equal(buttonTextFor("#1d4ed8"), "#ffffff");
  assert.equal(buttonTextFor("#ffd400"), "#16181d");
  assert.equal(buttonTextFor("#7a7a7a"), null);
});

test("a brand that can't be shown fails the start with a line that says why", () => {
  const faults = (environment: Record<string, string>): string => {
    try {
      readConfig(environment);
      return "";
    } catch (error) {
      return String(error);
    }
  };
  assert.match(faults({ SVC_BRAND_COLOR: "#7a7a7a" }), /SVC_BRAND_COLOR: neither white nor dark text/);
  for (const color of ["red", "#fff", "#12345g", "#1d4ed8;}"]) {
    assert.match(faults({ SVC_BRAND_COLOR: color }), /SVC_BRAND_COLOR: must be a color/);
  }
  assert.match(faults({ SVC_BRAND_NAME: "x".repeat(61) }), /SVC_BRAND_NAME/);
  assert.match(faults({ SVC_BRAND_LOGO: "/nowhere/logo.svg" }), /SVC_BRAND_LOGO: the file cannot be read/);
  assert.match(faults({ SVC_BRAND_LOGO: import.meta.filename }), /SVC_BRAND_LOGO: must be an SVG/);
  assert.deepEqual(readConfig({ SVC_BRAND_NAME: "Harbor", SVC_BRAND_COLOR: "#7A1F5C" }).brand, {
    name: "Harbor",
    logo: null,
    color: "#7a1f5c",
  });
});

test("accepts a logo that is small and has an image's name", () => {
  assert.equal(brandLogo("logo.SVG", Buffer.from("<svg/>"))?.mediaType, "image/svg+xml");
  assert.equal(brandLogo("logo.png", new Uint8Array(brandLogoBytesMax + 1)), null);
  assert.equal(brandLogo("logo.html", Buffer.from("x")), null);
});

test("the policy names script and style by hash, and the only origin that may frame the page", () => {
  const { script, style } = parts;
  const policyOf = (origin: string | null) => pageHeaders({ script, style }, origin)["content-security-policy"] ?? "";
  const hash = createHash("sha256").update(script).digest("base64");
  assert.ok(policyOf("https://app.example.com").includes(`script-src 'sha256-${hash}';`));
  assert.match(policyOf("https://app.example.com"), /frame-ancestors https:\/\/app\.example\.com;/);
  assert.match(policyOf(null), /frame-ancestors 'none';/);
  assert.match(policyOf(null), /^default-src 'none';.*form-action 'none'; base-uri 'none'/);
});

test("escapes texts from operators and callers, and messages can't end their element", () => {
  const html = renderPage(parts);
  assert.equal(html.match(/<script/g)?.length, 2);
  assert.ok(html.includes('data-return="https://app.example.com/r?a=1&amp;b=2"'));
  assert.ok(html.includes("\\u003c/script>\\u003c!--"));
});

test("shows the text for an ended or unknown session before any script runs, and reveals nothing about an unknown one", () => {
  assert.match(
    renderPage({
      ...parts,
      session: { ...session, status: "expired", app: { name: "Harbor", logoId: null } },
    }),
    /<h1[^>]*>Expired<\/h1>\n<p[^>]*>From Harbor/,
  );
  const unknown = renderPage({ ...parts, sessionId: `"><b>`, session: null });
  assert.ok(unknown.includes('data-state="unknown" data-session="" data-origin="" data-return="" data-app=""'));
  assert.equal(unknown.includes('parties"'), false);
});

test("shows both sides by their logos, and by a letter without one", () => {
  const marksOf = (app: HostedSession["app"], provider: HostedSession["provider"]): string[] => {
    const html = renderPage({ ...parts, session: { ...session, app, provider } });
    return [...html.matchAll(/<span class="mark[^>]*>(.*?)<\/span>/g)].map(([, mark = ""]) => mark);
  };
  assert.deepEqual(marksOf({ name: "Harbor", logoId: "abc" }, session.provider), [
    '<img src="logo/abc" alt="">',
    '<svg viewBox="0 0 24 24"><path d="M0 0h24v24H0z"/></svg>',
  ]);
  assert.deepEqual(marksOf({ name: "étoile", logoId: null }, { name: "<b>", logo: null }), ["É", "&lt;"]);
});

test("chooses languages by weight, then order; the first that exists", () => {
  assert.deepEqual(acceptedLanguages(["fr;q=0.5, de-AT", "en;q=0.8", "ja;q=0", "*", "x y"]), ["de-AT", "en", "fr"]);
  assert.equal(chooseLanguage(["pt-BR", "JA"]), "ja");
  assert.equal(chooseLanguage(["pt"]), "en");
});
