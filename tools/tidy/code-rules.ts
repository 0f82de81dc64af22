/**
 * Rules that need a file's syntax and that oxlint doesn't have: mostly one place for each kind of access to the outside
 * world.
 */
import { SyntaxKind } from "typescript/unstable/ast";
import type { Expression, Node, TemplateExpression } from "typescript/unstable/ast";
import * as is from "typescript/unstable/ast/is";
import { nameOf, walk } from "./parser.ts";
import { findingAt } from "./source.ts";
import type { Finding, Import, Source } from "./source.ts";

interface CodeRule {
  readonly name: string;
  readonly remedy: string;
  /** Paths to which the rule doesn't apply. */
  readonly exempt?: RegExp;
  readonly breaksIt?: (node: Node) => boolean;
  readonly importBreaksIt?: (taken: Import) => boolean;
}

/** Tests, and files outside the product. */
const bystander =
  /^(tools|conformance|proof|bench|examples)\/|\/test\/|\.test\.ts$|^packages\/simulator\/|^(?:providers\/[^/]+|packages\/mcp-provider)\/simulator\/|^packages\/provider-kit\/src\/testing\//;
const exceptIn = (places: RegExp): RegExp => new RegExp(`${bystander.source}|${places.source}`);

const randomName = /^(random|getRandomValues|webcrypto$)/;
const cipherName = /^(create(Cipher|Decipher)iv|createHmac|hkdf|hkdfSync|scrypt|scryptSync|pbkdf2|pbkdf2Sync|subtle)$/;
/** Members of Node's network modules that open nothing to other machines. */
const inward = /^(createServer|Server|isIP|isIPv4|isIPv6|BlockList|SocketAddress|STATUS_CODES|METHODS)$/;

const rules: readonly CodeRule[] = [
  {
    name: "no !: in a declaration",
    remedy: "give the variable a value, or a type that allows for none",
    breaksIt: (node) =>
      (is.isVariableDeclaration(node) && node.exclamationToken !== undefined) ||
      (is.isPropertyDeclaration(node) && node.postfixToken?.kind === SyntaxKind.ExclamationToken),
  },
  {
    name: "one place for the environment",
    remedy: "read it in packages/server/src/app/own-variables.ts or packages/cli/src/environment.ts and pass it on",
    // The SDK honors the variables that name a proxy.
    exempt: exceptIn(
      /^packages\/server\/src\/app\/own-variables\.ts$|^packages\/cli\/src\/environment\.ts$|^packages\/sdk\/src\/exchange\.ts$/,
    ),
    breaksIt: (node) => isMember(node, "process", /^env$/) || takesEnvironmentApart(node),
    importBreaksIt: ({ specifier, names }) =>
      specifier === "node:process" && names.some((name) => /^(env|\*)$/.test(name)),
  },
  {
    name: "one place for clock and randomness",
    remedy: "accept a Platform (or the time, or the bytes) as an argument; platform.ts and environment.ts create them",
    exempt: exceptIn(
      /^packages\/(server|sdk|connect-ui|docs-site)\/src\/(theme\/)?platform\.ts$|^packages\/server\/src\/adapters\/vault\/|^packages\/cli\/src\/environment\.ts$/,
    ),
    breaksIt: (node) =>
      isMember(node, "Date", /^now$/) ||
      isMember(node, "performance", /^now$/) ||
      isMember(node, "Math", /^random$/) ||
      isMember(node, "crypto", randomName) ||
      isMember(node, "process", /^(hrtime|uptime)$/) ||
      isNowAsDate(node),
    importBreaksIt: ({ specifier, names }) =>
      specifier === "node:perf_hooks" || (specifier === "node:crypto" && names.some((name) => randomName.test(name))),
  },
  {
    name: "ciphers in the vault only",
    remedy: "let the vault (packages/server/src/adapters/vault) seal, open or hash",
    // The command line signs for a developer's machine, with a secret that no vault holds; the SDK verifies signatures.
    // A signer receives the secret with the request.
    exempt: exceptIn(
      /^packages\/server\/src\/adapters\/vault\/|^packages\/aws\/(src|simulator)\/signature\.ts$|^packages\/cli\/src\/webhook-secret\.ts$|^packages\/sdk\/src\/webhook-signature\.ts$/,
    ),
    breaksIt: (node) => isMember(node, /./, cipherName),
    importBreaksIt: ({ specifier, names }) =>
      /^(node:)?crypto$/.test(specifier) && names.some((name) => cipherName.test(name) || name === "*"),
  },
  {
    name: "sockets in egress only",
    remedy: "send through packages/server/src/adapters/egress (server), or the SDK's transport (sdk, cli)",
    exempt: exceptIn(
      /^packages\/server\/src\/adapters\/egress\/|^packages\/sdk\/src\/exchange\.ts$|^packages\/connect(-ui)?\/src\/|^packages\/docs-site\/src\/theme\/platform\.ts$/,
    ),
    breaksIt: (node) =>
      (is.isCallExpression(node) && nameOf(node.expression) === "fetch") ||
      isMember(node, "globalThis", /^fetch$/) ||
      isMember(node, "process", /^getBuiltinModule$/) ||
      (is.isNewExpression(node) && /^(WebSocket|EventSource|XMLHttpRequest)$/.test(nameOf(node.expression) ?? "")),
    importBreaksIt: opensSockets,
  },
  {
    name: "HTML by markup only",
    remedy: "tag the template with markup (packages/server/src/entry/html/markup.ts), which escapes its values",
    // A terminal's text, the sitemap and the policy in a page's head hold no text from outside.
    exempt: /^(?!packages\/server\/src\/entry\/)|\/entry\/(cli\/|docs\/(files|pages)\.ts$|html\/markup\.ts$)/,
    breaksIt: (node) =>
      (is.isTemplateExpression(node) && isHtml(node) && !is.isTaggedTemplateExpression(node.parent)) ||
      (is.isFunctionDeclaration(node) && /^escape(Html|Attribute)/.test(nameOf(node.name) ?? "")),
  },
  {
    name: "no test left out",
    remedy: "make the test run, or remove it",
    breaksIt: (node) => isMember(node, /^(test|it|describe|suite)$/, /^(skip|only|todo)$/),
  },
];

/** The violations in one parsed file. */
export function codeFindings(source: Source): Finding[] {
  const findings: Finding[] = [];
  const held = rules.filter(({ exempt }) => exempt?.test(source.path) !== true);
  const found = (rule: CodeRule, offset: number) => findings.push(findingAt(source, offset, rule.name, rule.remedy));
  walk(source.tree, (node) => {
    for (const rule of held) if (rule.breaksIt?.(node) === true) found(rule, node.getStart());
  });
  for (const taken of source.imports) {
    for (const rule of held) if (!taken.isTypeOnly && rule.importBreaksIt?.(taken) === true) found(rule, taken.start);
  }
  return findings;
}

/** `object.property` or `object["property"]`, even if the object itself is a member (`globalThis.crypto.…`). */
function isMember(node: Node, object: string | RegExp, property: RegExp): boolean {
  const member = memberOf(node);
  if (member === undefined || !property.test(member.name)) return false;
  const on = memberOf(member.object)?.name ?? nameOf(member.object);
  return on !== undefined && (typeof object === "string" ? on === object : object.test(on));
}

function memberOf(node: Node): { object: Expression; name: string } | undefined {
  if (is.isPropertyAccessExpression(node)) return { object: node.expression, name: nameOf(node.name) ?? "" };
  if (!is.isElementAccessExpression(node) || is.isIdentifier(node.argumentExpression)) return undefined;
  return { object: node.expression, name: nameOf(node.argumentExpression) ?? "" };
}

/** `const { env } = process`. */
function takesEnvironmentApart(node: Node): boolean {
  if (!is.isVariableDeclaration(node) || nameOf(node.initializer) !== "process") return false;
  if (!is.isObjectBindingPattern(node.name)) return false;
  return [...node.name.elements].some(
    (element) => is.isBindingElement(element) && nameOf(element.propertyName ?? element.name) === "env",
  );
}

/** `new Date()` and `Date()`: the present moment. */
function isNowAsDate(node: Node): boolean {
  if (is.isCallExpression(node)) return nameOf(node.expression) === "Date";
  return is.isNewExpression(node) && nameOf(node.expression) === "Date" && (node.arguments?.length ?? 0) === 0;
}

/** A template with a tag or a quoted attribute in its own text. */
function isHtml({ head, templateSpans }: TemplateExpression): boolean {
  const text = [head.text, ...[...templateSpans].map(({ literal }) => literal.text)].join("");
  return /<\/?[a-z][a-z0-9]*[\s/>]|\s[a-z-]+="/.test(text);
}

function opensSockets({ specifier, names }: Import): boolean {
  if (/^(undici|node:dns|node:dns\/promises|node:tls|node:dgram)$/.test(specifier)) return true;
  return /^node:(http|https|http2|net)$/.test(specifier) && names.some((name) => !inward.test(name));
}
