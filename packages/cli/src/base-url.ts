/** Says what is wrong with a URL in a variable, in words for the person who set it. */

/**
 * @param name the variable.
 * @returns null if it is the base URL of a server. The sentence doesn't quote what may be a password.
 */
export function apiUrlFault(name: string, value: string): string | null {
  const example = "such as http://127.0.0.1:7480";
  if (!/^https?:\/\//i.test(value)) {
    const isHost = /^[a-z0-9.-]+(?::\d+)?(?:\/\S*)?$/i.test(value);
    const meant = isHost ? `: ${name}=http://${value} or ${name}=https://${value}` : `, ${example}`;
    return `${name} must start with http:// or https://${meant}.`;
  }
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url === null) return `${name} is not a URL. Export the server's base URL, ${example}.`;
  if (url.username !== "" || url.password !== "") return `${name} must not contain a user name or password.`;
  if (url.search !== "" || url.hash !== "")
    return `${name} must end before the ? or #: it is the server's base URL, ${example}.`;
  return null;
}
