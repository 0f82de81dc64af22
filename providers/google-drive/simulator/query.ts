/** The search language: https://developers.google.com/workspace/drive/api/guides/ref-search-terms */
import { Refusal } from "@svc/simulator";

/** The file fields that a query can compare. */
export interface Searchable {
  readonly name: string;
  readonly fullText: string;
  readonly mimeType: string;
  readonly modifiedAtMs: number;
  readonly createdAtMs: number;
  readonly trashed: boolean;
  readonly starred: boolean;
  readonly sharedWithMe: boolean;
  readonly parents: readonly string[];
  readonly appProperties: Readonly<Record<string, string>>;
}

type Test = (file: Searchable) => boolean;

const token = /\s*(?:'((?:\\.|[^'\\])*)'|(<=|>=|!=|=|<|>|\(|\)|\{|\})|([A-Za-z]+))/y;

type Token = { readonly kind: "value" | "word"; readonly text: string };

/** Compiles a query. Throws `Refusal` 400 `invalid` for an invalid one. */
export function compileQuery(q: string): Test {
  const tokens = tokensOf(q.trim());
  let at = 0;
  const peek = () => tokens[at];
  const take = (kind: Token["kind"], ...texts: string[]): string => {
    const next = tokens[at++];
    if (next?.kind !== kind || (texts.length > 0 && !texts.includes(next.text))) throw invalid();
    return next.text;
  };
  const isNext = (text: string) => peek()?.kind === "word" && peek()?.text === text;
  const skip = (text: string): boolean => {
    if (!isNext(text)) return false;
    at += 1;
    return true;
  };

  const either = (): Test => {
    const tests = [both()];
    while (skip("or")) tests.push(both());
    return (file) => tests.some((test) => test(file));
  };
  const both = (): Test => {
    const tests = [one()];
    while (skip("and")) tests.push(one());
    return (file) => tests.every((test) => test(file));
  };
  const one = (): Test => {
    if (skip("not")) {
      const test = one();
      return (file) => !test(file);
    }
    if (skip("(")) {
      const test = either();
      take("word", ")");
      return test;
    }
    if (peek()?.kind === "value") {
      const value = take("value");
      take("word", "in");
      take("word", "parents");
      return ({ parents }) => parents.includes(value);
    }
    return term(take("word"));
  };
  const term = (name: string): Test => {
    switch (name) {
      case "name":
      case "mimeType":
        return textTerm(name, take("word", "=", "!=", "contains"), take("value"));
      case "fullText":
        take("word", "contains");
        return words(take("value"));
      case "trashed":
      case "starred": {
        const isEqual = take("word", "=", "!=") === "=";
        const wanted = (take("word", "true", "false") === "true") === isEqual;
        return (file) => file[name] === wanted;
      }
      case "sharedWithMe":
        if (skip("=")) take("word", "true");
        return ({ sharedWithMe }) => sharedWithMe;
      case "modifiedTime":
      case "createdTime": {
        const operator = take("word", "<", "<=", ">", ">=", "=", "!=");
        const atMs = Date.parse(take("value"));
        if (Number.isNaN(atMs)) throw invalid();
        return (file) => compare(name === "modifiedTime" ? file.modifiedAtMs : file.createdAtMs, operator, atMs);
      }
      case "appProperties":
        return property();
      default:
        throw invalid();
    }
  };
  const property = (): Test => {
    take("word", "has");
    take("word", "{");
    take("word", "key");
    take("word", "=");
    const key = take("value");
    take("word", "and");
    take("word", "value");
    take("word", "=");
    const value = take("value");
    take("word", "}");
    return ({ appProperties }) => Object.hasOwn(appProperties, key) && appProperties[key] === value;
  };

  const test = either();
  if (at !== tokens.length) throw invalid();
  return test;
}

function tokensOf(q: string): Token[] {
  const tokens: Token[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < q.length) {
    const match = token.exec(q);
    if (match === null) throw invalid();
    const [, value, symbol, word] = match;
    if (value !== undefined) tokens.push({ kind: "value", text: value.replaceAll(/\\(.)/gs, "$1") });
    else tokens.push({ kind: "word", text: symbol ?? word ?? "" });
  }
  return tokens;
}

/** For a name, `contains` matches the beginnings of words; for a type, its beginning. */
function textTerm(field: "name" | "mimeType", operator: string, value: string): Test {
  if (operator === "=") return (file) => file[field] === value;
  if (operator === "!=") return (file) => file[field] !== value;
  if (field === "mimeType") return ({ mimeType }) => mimeType.startsWith(value);
  const wanted = wordsOf(value);
  return ({ name }) => wanted.every((word) => wordsOf(name).some((own) => own.startsWith(word)));
}

/** Matches whole words or, in double quotes, a phrase. */
function words(value: string): Test {
  const phrase = /^"(.*)"$/s.exec(value)?.[1];
  const wanted = wordsOf(phrase ?? value);
  return ({ fullText }) => {
    const own = wordsOf(fullText);
    if (phrase !== undefined) return ` ${own.join(" ")} `.includes(` ${wanted.join(" ")} `);
    return wanted.every((word) => own.includes(word));
  };
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function compare(one: number, operator: string, other: number): boolean {
  switch (operator) {
    case "<":
      return one < other;
    case "<=":
      return one <= other;
    case ">":
      return one > other;
    case ">=":
      return one >= other;
    default:
      return (one === other) === (operator === "=");
  }
}

function invalid(): Refusal {
  return new Refusal(400, "Invalid Value", { code: "invalid", details: { locationType: "parameter", location: "q" } });
}
