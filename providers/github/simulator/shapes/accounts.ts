/** Accounts in the API's format. Follows docs.github.com/en/rest/users/users#get-the-authenticated-user. */
import type { Caller } from "../access.ts";
import type { Account } from "../model.ts";
import { hasScope } from "../scopes.ts";
import { htmlOrigin, nodeId, timeOf } from "./view.ts";
import type { Shape, View } from "./view.ts";

/** The schema `simple-user`. */
export function simpleUser(account: Account, { origin }: View): Shape {
  const url = `${origin}/users/${account.login}`;
  return {
    login: account.login,
    id: account.id,
    node_id: nodeId(account.type, account.id),
    avatar_url: `https://avatars.githubusercontent.com/u/${account.id}?v=4`,
    gravatar_id: "",
    url,
    html_url: `${htmlOrigin}/${account.login}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: account.type,
    user_view_type: "public",
    site_admin: false,
  };
}

/** The schema `nullable-simple-user`. */
export function userOrNull(id: number | null, view: View): Shape | null {
  const account = id === null ? undefined : view.world.accounts.get(id);
  return account === undefined ? null : simpleUser(account, view);
}

/** Several accounts by id. */
export function usersOf(ids: readonly number[], view: View): readonly Shape[] {
  return ids.map((id) => userOrNull(id, view)).filter((user) => user !== null);
}

/** `private-user` if the token may see the private profile, otherwise `public-user`. */
export function authenticatedUser({ user, grant }: Caller, view: View): Shape {
  const owned = [...view.world.repositories.values()].filter(({ ownerId }) => ownerId === user.id);
  const isPrivate = grant.kind === "github_app" || hasScope(grant.scopes, "read:user");
  const profile = {
    ...simpleUser(user, view),
    user_view_type: isPrivate ? "private" : "public",
    name: user.name,
    company: user.company,
    blog: "",
    location: null,
    email: user.email,
    hireable: null,
    bio: user.bio,
    twitter_username: null,
    notification_email: user.email,
    public_repos: owned.filter((repository) => !repository.private).length,
    public_gists: 0,
    followers: 20,
    following: 0,
    created_at: timeOf(user.createdAtMs),
    updated_at: timeOf(user.createdAtMs),
  };
  if (!isPrivate) return profile;
  const privateCount = owned.filter((repository) => repository.private).length;
  return {
    ...profile,
    private_gists: 0,
    total_private_repos: privateCount,
    owned_private_repos: privateCount,
    disk_usage: 10_000,
    collaborators: 8,
    two_factor_authentication: true,
    plan: { name: "pro", space: 976_562_499, private_repos: 9_999, collaborators: 0 },
  };
}
