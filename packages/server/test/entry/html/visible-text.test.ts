/** No character of foreign text is invisible on a decision page, whatever Unicode has. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { withHiddenShown } from "../../../src/entry/html/markup.ts";

const codeOf = (character: string): string =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`;

test("shows every character that isn't drawn as its code point, and changes no other", () => {
  const isHidden =
    /[\p{Default_Ignorable_Code_Point}\p{Variation_Selector}\p{Join_Control}\p{Bidi_Control}\p{Cf}\p{Zl}\p{Zp}\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zs}\u2800\ufffc\u{13441}\u{13442}\u{16fe4}\u{1d159}]/u;
  const typed = new Set([" ", "\u00a0", "\u202f", "\u3000", "\t", "\n"]);
  let shown = 0;
  const batchSize = 0x1000;
  for (let first = 0; first <= 0x10_ffff; first += batchSize) {
    const characters = Array.from({ length: batchSize }, (_, index) => String.fromCodePoint(first + index));
    const expected = characters.map((character) => {
      if (!isHidden.test(character) || typed.has(character)) return character;
      shown += 1;
      return codeOf(character);
    });
    // Each one alone between two letters that no script joins.
    assert.equal(withHiddenShown(characters.join("ab")), expected.join("ab"));
  }
  assert.ok(shown > 900_000, String(shown));
});

test("shows the ways to hide text that are known", () => {
  for (const [text, expected] of [
    ["sh\u{e0110}op\u200d", "sh[U+E0110]op[U+200D]"],
    ["a\u{e01ef}\u{e0100}b", "a[U+E01EF][U+E0100]b"],
    ["葛\u{e0100}城", "葛[U+E0100]城"],
    ["a\ufe0fb", "a[U+FE0F]b"],
    ["1\ufe0f", "1[U+FE0F]"],
    ["\u{1f600}\ufe0f\ufe0f", "\u{1f600}[U+FE0F][U+FE0F]"],
    ["\u{1f600}\u200d", "\u{1f600}[U+200D]"],
    ["\u{1f3f4}\u{e0068}\u{e0069}\u{e007f}", "\u{1f3f4}[U+E0068][U+E0069][U+E007F]"],
    ["a\u3164b\u115fc\uffa0d\u00ade", "a[U+3164]b[U+115F]c[U+FFA0]d[U+00AD]e"],
    ["\u202eabc\u2066", "[U+202E]abc[U+2066]"],
    ["a\u200c\u200db", "a[U+200C][U+200D]b"],
    // After a letter that never joins, and doubled where one would do, a joiner changes nothing.
    ["کار\u200cها", "کار[U+200C]ها"],
    ["می\u200c\u200cخواهم", "می[U+200C][U+200C]خواهم"],
    ["क्\u200d\u200dष", "क्[U+200D][U+200D]ष"],
    ["ᠣᠯ\u180b\u180bᠣ", "ᠣᠯ[U+180B][U+180B]ᠣ"],
  ] as const) {
    assert.equal(withHiddenShown(text), expected);
  }
});

test("keeps what scripts and emoji need", () => {
  for (const text of [
    "Acme & Sons, 42 #1 *",
    "Zoe\u0308",
    "می\u200cخواهم",
    "क्\u200dष",
    "ක්\u200dෂ ශ්\u200dරී",
    "র\u200d্য",
    "ᠮᠣᠩᠭᠣᠯ\u180bᠣ",
    "👩\u200d💻 ❤\ufe0f ❤\ufe0f\u200d🔥 1\ufe0f\u20e3 🇩🇪",
    "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "Êtes-vous sûr\u202f? 42\u00a0€",
    "株式会社\u3000ハーバー\tx\ny",
  ]) {
    assert.equal(withHiddenShown(text), text);
  }
  assert.equal(withHiddenShown("a\r\nb\rc"), "a\nb[U+000D]c");
});

test("takes no more than a moment for a long text", () => {
  const text = "\u200d\ufe0f\u{e0100}क्".repeat(20_000);
  assert.equal(withHiddenShown(text).includes("\u200d"), false);
});
