/** The network of a stranger: the unit that rates and shares of strangers count. */

/**
 * Returns the address of a connection; for IPv6 the first 64 bits, because one machine has all addresses below them.
 * Headers aren't trusted, so behind a proxy all strangers are one network.
 */
export function toNetwork(address: string): string {
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1];
  if (mapped !== undefined || !address.includes(":")) return mapped ?? address;
  const [front = "", back] = address.split("%", 1).join("").split("::");
  const leading = front === "" ? [] : front.split(":");
  const trailing = back === undefined || back === "" ? 0 : back.split(":").length;
  const zeros = back === undefined ? 0 : Math.max(0, 8 - leading.length - trailing);
  const groups = [...leading, ...Array.from({ length: zeros }, () => "0"), ...(back ?? "").split(":")];
  return `${groups.slice(0, 4).join(":")}::/64`;
}
