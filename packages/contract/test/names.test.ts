/** The characters that names may contain: visible ones, and those that scripts need. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { CreateTenant, CreateWebhookEndpoint, isName, isVisible, messageFor, visibleKeyword } from "../src/index.ts";
import { validateAgainst } from "../src/validation.ts";

const every = (property: RegExp): string[] => {
  const found: string[] = [];
  for (let code = 0; code <= 0x10_ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (property.test(character)) found.push(character);
  }
  return found;
};
const shown = (character: string): string => `U+${character.codePointAt(0)?.toString(16)}`;

const good = [
  "Acme",
  "Acme & Sons <Ltd.>",
  "  Acme  ",
  "Zoë’s Café",
  "Zoe\u0308",
  "株式会社ハーバー",
  "葛\u{e0100}城市",
  "شركة المرفأ",
  "می\u200cخواهم",
  "क्\u200dष",
  "ශ්\u200dරී",
  "ᠮᠣᠩᠭᠣᠯ\u180bᠣ",
  "👩\u200d💻 ❤\ufe0f",
  "한국어",
  "⠓⠗\u2800⠃",
  "a",
];

test("accepts names in every script", () => {
  for (const name of good) assert.equal(isName(name), true, name);
});

test("rejects format characters except the two joiners", () => {
  const formats = every(/\p{Cf}/u);
  assert.ok(formats.length > 150);
  const taken = formats.filter((character) => isName(`a${character}b`));
  assert.deepEqual(taken.map(shown), ["U+200c", "U+200d"]);
});

test("rejects invisible characters except joiners and variation selectors", () => {
  const invisible = every(/\p{Default_Ignorable_Code_Point}/u).filter((character) => isName(`a${character}b`));
  assert.equal(invisible.length, 2 + 256 + 4);
  for (const character of ["\u200c", "\u200d", "\ufe00", "\ufe0f", "\u{e0100}", "\u{e01ef}", "\u180b", "\u180f"]) {
    assert.ok(invisible.includes(character), shown(character));
  }
});

test("rejects controls and line breaks", () => {
  for (const character of every(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u)) {
    assert.equal(isName(`a${character}b`), false, shown(character));
    assert.equal(isVisible(`a${character}b`), /\p{Cc}/u.test(character), shown(character));
  }
});

test("requires a visible character", () => {
  const unseen = every(/[\p{Zs}\u2800\p{Join_Control}\p{Variation_Selector}]/u);
  for (const character of unseen) {
    for (const text of [character, character.repeat(3), ` ${character}`]) assert.equal(isName(text), false);
    assert.equal(isName(`${character}a`), true, shown(character));
  }
  assert.equal(isName(""), false);
  assert.equal(isVisible(""), true);
});

test("rejects unsafe names of tenants and webhook endpoints, with an explanation", () => {
  const tenant = (fields: object) => validateAgainst(CreateTenant, { externalId: "e", displayName: "d", ...fields });
  const message = messageFor(visibleKeyword, true);
  assert.match(message, /^Must be visible, without characters that are invisible or change/);
  for (const text of ["Acme\u202egpj", "Acme\u{e0041}", "Ac\u200bme", "   ", "\u3164"]) {
    for (const field of ["externalId", "displayName"]) {
      assert.deepEqual(tenant({ [field]: text }), {
        ok: false,
        errors: [{ pointer: `/${field}`, keyword: visibleKeyword, message }],
      });
    }
  }
  for (const name of good) assert.deepEqual(tenant({ externalId: name, displayName: name }), { ok: true });
  const endpoint = (description: string) =>
    validateAgainst(CreateWebhookEndpoint, { url: "https://a.example", eventTypes: ["*"], description });
  assert.deepEqual(endpoint("Orders\u2066"), {
    ok: false,
    errors: [{ pointer: "/description", keyword: visibleKeyword, message }],
  });
  assert.deepEqual(endpoint(""), { ok: true });
});
