/** Values that a program might escape, cut or split; every piece is random, so the search finds pieces. */

/** Random base62 text. @param random numbers in [0, 1). */
export function randomText(random: () => number, length: number): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  return Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join("");
}

/** `~` stands for eleven random characters. */
const valueShapes = [
  "~~~~",
  'v"~\\é/~+ %<~&>\t~',
  "~\n~\r\n~\n~",
  "-----BEGIN~KEY-----\n~~~\n~~~\n-----END~KEY-----\n",
  '{"a":"~","b":["~",{"c":"~"}]}',
  '"~\\"~\\\\"~"',
  "https://u~:p~@h~.example/~?q=~#~",
  "%~%00%~%s%d%j%~%2e%2e%2f~",
  "${~}`~`$(~){{~}}<%=~%>",
  "é~ß~漢~字~😀~\u{10ffff}~",
  "\u202e~\u200b~\u0301~\u2028~\u2029~",
  "\u001b[31m~\u0007~\u0008~\u007f~\u0085~",
  "failed~\n    at ~ (file:///~.ts:1:1)~\n    at /~",
  "~\r\nx-leak: ~\r\n\r\nHTTP/1.1~200 OK\r\n~",
  "'; drop~table~; -- ~'||'~'",
  "<script>~</script>~<img src=~ onerror='~'>",
  "Bearer ~.~.~",
  "  ~  ~\t~  ",
  "svc_live_~~~~~",
  "=~;~,~|~\"~\"'~'",
] as const;

/** The number of shapes. */
export const shapeCount = valueShapes.length;

/** A secret value of the n-th shape; the last one has the maximum length (51,200 bytes). */
export function secretValue(n: number, random: () => number): string {
  const shape = valueShapes[n % shapeCount] ?? "~";
  const value = shape.replaceAll("~", () => randomText(random, 11));
  return n % shapeCount === shapeCount - 1 ? (value + randomText(random, 51_200)).slice(0, 51_200) : value;
}

/** The same in visible ASCII, for tokens and client secrets. At most 200 characters. */
export function asciiSecret(n: number, random: () => number): string {
  const shape = valueShapes[(n * 7) % shapeCount] ?? "~";
  const text = shape.replaceAll(/[^\x21-\x7e]+/g, ".").replaceAll("~", () => randomText(random, 11));
  return `${randomText(random, 12)}${text}`.slice(0, 200);
}

/** Characters that need no escapes in URLs and headers. */
export function plainSecret(random: () => number): string {
  return randomText(random, 40);
}
