/** Users and organizations (`simple-user`, `public-user` of GitHub's description). */
import { count, orNull, shape, text, time } from "../shape.ts";

/** Who did or owns something. */
export const account = shape({
  id: count("id", "Number of the account; it stays when the account is renamed."),
  login: text("login", "Login of the account."),
  type: text("type", "Kind of account, such as User, Organization or Bot."),
});

/** The account that a connection belongs to. */
export const user = shape({
  ...account.fields,
  name: orNull(text("name", "Display name.")),
  htmlUrl: text("html_url", "The profile on github.com."),
  company: orNull(text("company", "Company as the profile names it.")),
  blog: orNull(text("blog", "Web site as the profile names it.")),
  location: orNull(text("location", "Place as the profile names it.")),
  email: orNull(text("email", "Public e-mail address of the profile.")),
  bio: orNull(text("bio", "What the profile says of the account.")),
  publicRepos: count("public_repos", "How many public repositories it owns."),
  publicGists: count("public_gists", "How many public gists it owns."),
  followers: count("followers", "How many accounts follow it."),
  following: count("following", "How many accounts it follows."),
  createdAt: time("created_at", "When the account was made."),
  updatedAt: time("updated_at", "When the profile was last changed."),
});
