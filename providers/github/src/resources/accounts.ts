/** Users and organizations (`simple-user`, `public-user` in GitHub's description). */
import { count, orNull, shape, text, time } from "@svc/provider-kit/shape";

/** An account: a user, an organization or a bot. */
export const account = shape({
  id: count("id", "Id of the account. It doesn't change if the account is renamed."),
  login: text("login", "Login of the account."),
  type: text("type", "Kind of account, such as User, Organization or Bot."),
});

/** The connected account. */
export const user = shape({
  ...account.fields,
  name: orNull(text("name", "Display name.")),
  htmlUrl: text("html_url", "URL of the profile on github.com."),
  company: orNull(text("company", "Company in the profile.")),
  blog: orNull(text("blog", "Website in the profile.")),
  location: orNull(text("location", "Location in the profile.")),
  email: orNull(text("email", "Public email address in the profile.")),
  bio: orNull(text("bio", "Biography in the profile.")),
  publicRepos: count("public_repos", "Number of public repositories that the account owns."),
  publicGists: count("public_gists", "Number of public gists that the account owns."),
  followers: count("followers", "Number of accounts that follow this one."),
  following: count("following", "Number of accounts that this one follows."),
  createdAt: time("created_at", "When the account was created."),
  updatedAt: time("updated_at", "When the profile last changed."),
});
