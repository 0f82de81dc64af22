/** Values of variables that several settings share the form of. Each gives something usable beside the fault it tells. */
import { parseNetwork, type Network } from "../egress/address-guard.ts";

/** `on` or `off`. @param faults told what cannot be read. */
export function readSwitch(name: string, text: string, faults: string[]): boolean {
  if (text !== "on" && text !== "off") faults.push(`${name}: must be on or off.`);
  return text === "on";
}

/** `true` or `false`. @param faults told what cannot be read. */
export function readFlag(name: string, text: string, faults: string[]): boolean {
  if (text !== "true" && text !== "false") faults.push(`${name}: must be true or false.`);
  return text === "true";
}

/** Networks in CIDR notation, separated by commas. @param faults told which entry cannot be read. */
export function readNetworks(name: string, text: string, faults: string[]): Network[] {
  const entries = text === "" ? [] : text.split(",");
  return entries.flatMap((entry, index) => {
    const network = parseNetwork(entry.trim());
    if (network !== null) return network;
    faults.push(`${name}: entry ${index + 1} must be a network such as 203.0.113.0/24 or 2001:db8::/32.`);
    return [];
  });
}
