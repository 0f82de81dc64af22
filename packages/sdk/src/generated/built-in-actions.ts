/** The types of svc's own actions. Generated from the providers' schemas by tools/generate; do not edit. */
export interface BuiltInActions {
  /** List configs. Lists the configs in a project that the connection's token can see, one page at a time. A Service Token sees only its own config. Doppler returns no total; the list ends with an empty page. */
  "doppler/configs.list": {
    effect: "read";
    input: {
      /** Name of the project: the `slug` from projects.list. */
      project: string;
      /** Slug of the environment, such as dev, stg or prd. */
      environment?: string;
      /** Page of the list, from 1. */
      page?: number;
      /** Entries per page; Doppler's default if omitted. */
      perPage?: number;
    };
    output: {
      /** The configs on this page, in no guaranteed order. */
      configs: {
        /** The name that other actions take as `config`. */
        name: string;
        /** The config's project. */
        project: string;
        /** Slug of the environment. */
        environment: string;
        /** Whether it is the environment's root config, which its branches inherit from. */
        root: boolean;
        /** Whether it can't be renamed or deleted; says nothing about its secrets. */
        locked: boolean;
        /** When it was created: RFC 3339, UTC. Null if Doppler doesn't say. */
        createdAt: string | null;
      }[];
      /** Page of the list, from 1. */
      page: number;
    };
  };
  /** List projects. Lists the projects that the connection's token can see, one page at a time. A Service Token sees at most its own project. Doppler returns no total; the list ends with an empty page. */
  "doppler/projects.list": {
    effect: "read";
    input: {
      /** Page of the list, from 1. */
      page?: number;
      /** Entries per page; Doppler's default if omitted. */
      perPage?: number;
    };
    output: {
      /** The projects on this page, in no guaranteed order. */
      projects: {
        /** The name that other actions take as `project`. */
        slug: string;
        /** Name of the project. */
        name: string;
        /** Description of the project; empty if it has none. */
        description: string;
        /** When it was created: RFC 3339, UTC. Null if Doppler doesn't say. */
        createdAt: string | null;
      }[];
      /** Page of the list, from 1. */
      page: number;
    };
  };
  /** Delete a secret. Deletes one secret from a config. A missing name is a result (`already_absent`), not an error. In a branch config, the value from the root config may become visible again. */
  "doppler/secrets.delete": {
    effect: "destructive";
    input: {
      /** Name of the project: the `slug` from projects.list. */
      project: string;
      /** Name of the config in the project, such as dev or prd_eu (not its slug). */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
    };
    output: {
      /** Name of the project: the `slug` from projects.list. */
      project: string;
      /** Name of the config in the project, such as dev or prd_eu (not its slug). */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
      /** Whether the secret existed. */
      result: "deleted" | "already_absent";
    };
  };
  /** Read a secret. Reads the value of one secret with its references resolved. `restricted` secrets can be read too: Doppler hides them from people, not from service tokens. */
  "doppler/secrets.get": {
    effect: "read";
    input: {
      /** Name of the project: the `slug` from projects.list. */
      project: string;
      /** Name of the config in the project, such as dev or prd_eu (not its slug). */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
    };
    output: {
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
      /** The value with its references resolved; it may contain values of other secrets. */
      computed: string;
    };
  };
  /** List secret names. Lists the names of all secrets in a config, including inherited ones and Doppler's own (such as DOPPLER_PROJECT), without any value. Dynamic secrets are left out, because listing them could issue leases. */
  "doppler/secrets.names.list": {
    effect: "read";
    input: {
      /** Name of the project: the `slug` from projects.list. */
      project: string;
      /** Name of the config in the project, such as dev or prd_eu (not its slug). */
      config: string;
    };
    output: {
      /** The names, in no guaranteed order. */
      names: string[];
    };
  };
  /** Write a secret. Creates or replaces one secret in a config; the last write wins. In a root config, this changes what every branch inherits. The write may trigger deployments that are connected to the config. */
  "doppler/secrets.set": {
    effect: "write";
    input: {
      /** Name of the project: the `slug` from projects.list. */
      project: string;
      /** Name of the config in the project, such as dev or prd_eu (not its slug). */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
      /** The value, at most 51,200 bytes of UTF-8; it may be empty. Doppler resolves ${NAME} in it as a reference. */
      value: string;
      /** Who can see the secret in Doppler; unchanged if omitted. `restricted` hides the value from people permanently. */
      visibility?: "masked" | "unmasked" | "restricted";
    };
    output: {
      /** Name of the project: the `slug` from projects.list. */
      project: string;
      /** Name of the config in the project, such as dev or prd_eu (not its slug). */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
      /** Doppler accepted the value. */
      saved: true;
    };
  };
  /** Get a file or directory. Reads a path in a repository: a file with its content up to 1 MB, the entries of a directory, the target of a symlink, or a submodule. A file of 1 to 100 MB is returned without its content. */
  "github/contents.get": {
    effect: "read";
    input: {
      /** Login of the user or organization that owns the repository. Case-insensitive. */
      owner: string;
      /** Name of the repository, without its owner and without .git. Case-insensitive. */
      repo: string;
      /** Path from the root of the repository, without a leading or trailing slash. The root by default. */
      path?: string;
      /** Name of a branch or tag, or a commit SHA. The default branch by default. */
      ref?: string;
      /** The `etag` from an earlier answer. If nothing has changed since, the answer is `notModified` and doesn't count against GitHub's rate limit. */
      etag?: string;
    };
    output: {
      /** Whether nothing has changed since the given `etag`; the resource is null then. */
      notModified: boolean;
      /** What to send as `etag` next time; null if GitHub returns none. */
      etag: string | null;
      /** What is at the path; null if it hasn't changed. */
      contents: {
        /** What is at the path. */
        type: "file" | "dir" | "symlink" | "submodule";
        /** Last part of the path; null for a directory. */
        name: string | null;
        /** Path from the root of the repository; null for the root. */
        path: string | null;
        /** SHA of the blob; of the commit, for a submodule; null for a directory. */
        sha: string | null;
        /** Size in bytes; null for a directory. */
        size: number | null;
        /** The entry on github.com; null if GitHub returns none. */
        htmlUrl: string | null;
        /** For a file: `utf-8` if `content` is text, `base64` if its bytes aren't text, `none` if it is over 1 MB and GitHub returns no content here. Otherwise null. */
        encoding: ("utf-8" | "base64" | "none") | null;
        /** The file's content in the given `encoding`; null if there is none. */
        content: string | null;
        /** For a symlink: its target. A symlink to a file is returned as that file. */
        target: string | null;
        /** For a submodule: the address of its repository. */
        submoduleGitUrl: string | null;
        /** For a directory: its entries, at most 1,000. A submodule is shown as a file of size 0. */
        entries: {
          /** file, dir, symlink or submodule. */
          type: string;
          /** Last part of the path. */
          name: string;
          /** Path from the root of the repository. */
          path: string;
          /** SHA of the blob or tree; of the commit, for a submodule. */
          sha: string;
          /** Size in bytes; 0 for a directory. */
          size: number;
          /** The entry on github.com; null for a submodule hosted elsewhere. */
          htmlUrl: string | null;
        }[] | null;
      } | null;
    };
  };
  /** Comment on an issue. Adds a comment to an issue or a pull request and notifies its subscribers. */
  "github/issues.comment": {
    effect: "write";
    input: {
      /** Login of the user or organization that owns the repository. Case-insensitive. */
      owner: string;
      /** Name of the repository, without its owner and without .git. Case-insensitive. */
      repo: string;
      /** Number in the repository, as in the URL (not the `id`). */
      number: number;
      /** Text in GitHub's Markdown, at most 65,536 characters. */
      body: string;
    };
    output: {
      /** Number of the comment. */
      id: number;
      /** The comment on github.com. */
      htmlUrl: string;
      user: {
        /** Number of the account; it doesn't change if the account is renamed. */
        id: number;
        /** Login of the account. */
        login: string;
        /** Kind of account, such as User, Organization or Bot. */
        type: string;
      } | null;
      /** When it was created. ISO 8601, as the provider gives it. */
      createdAt: string;
      /** When it last changed. ISO 8601, as the provider gives it. */
      updatedAt: string;
    };
  };
  /** List the comments on an issue. Lists the comments on an issue or a pull request, oldest first, one page at a time. */
  "github/issues.comments.list": {
    effect: "read";
    input: {
      /** Login of the user or organization that owns the repository. Case-insensitive. */
      owner: string;
      /** Name of the repository, without its owner and without .git. Case-insensitive. */
      repo: string;
      /** Number in the repository, as in the URL (not the `id`). */
      number: number;
      /** Only entries updated at or after this time, such as 2026-03-10T09:00:00Z. */
      since?: string;
      /** Page of the list, from 1, or the previous page's `nextPage`. */
      page?: number;
      /** Entries per page; 30 by default. */
      perPage?: number;
    };
    output: {
      /** The comments on this page. */
      comments: {
        /** Number of the comment. */
        id: number;
        /** The comment on github.com. */
        htmlUrl: string;
        user: {
          /** Number of the account; it doesn't change if the account is renamed. */
          id: number;
          /** Login of the account. */
          login: string;
          /** Kind of account, such as User, Organization or Bot. */
          type: string;
        } | null;
        /** When it was created. ISO 8601, as the provider gives it. */
        createdAt: string;
        /** When it last changed. ISO 8601, as the provider gives it. */
        updatedAt: string;
        /** Its text, in GitHub's Markdown. */
        body: string | null;
        /** The author's relation to the repository, such as MEMBER. */
        authorAssociation: string | null;
      }[];
      /** Send it as `page` to continue; null on the last page. */
      nextPage: number | null;
    };
  };
  /** Create an issue. Opens an issue and notifies the repository's watchers. Labels, assignees and a milestone are dropped without an error if the user may not set them; the output shows what was set. */
  "github/issues.create": {
    effect: "write";
    input: {
      /** Login of the user or organization that owns the repository. Case-insensitive. */
      owner: string;
      /** Name of the repository, without its owner and without .git. Case-insensitive. */
      repo: string;
      /** Title of the issue. */
      title: string;
      /** Text in GitHub's Markdown, at most 65,536 characters. */
      body?: string;
      /** Names of labels. GitHub drops them without an error if the user has no push or triage access. */
      labels?: string[];
      /** Logins of at most 10 assignees. GitHub drops them without an error if the user has no push access. */
      assignees?: string[];
      /** Number of the milestone. GitHub drops it without an error if the user has no push access. */
      milestone?: number;
      /** Name of one of the organization's issue types. GitHub drops it without an error if the user has no push access. */
      type?: string;
    };
    output: {
      /** Global number of the issue (also for a pull request). */
      id: number;
      /** Number in the repository, which other actions take. */
      number: number;
      /** Title. */
      title: string;
      /** open or closed. */
      state: string;
      /** Why it is in its state, such as completed, not_planned or reopened. */
      stateReason: string | null;
      /** The issue on github.com. */
      htmlUrl: string;
      /** Its labels. */
      labels: {
        /** Name of the label. */
        name: string;
        /** Color in six hexadecimal digits. */
        color: string | null;
        /** Description of the label. */
        description: string | null;
      }[];
      /** Its assignees. */
      assignees: {
        /** Number of the account; it doesn't change if the account is renamed. */
        id: number;
        /** Login of the account. */
        login: string;
        /** Kind of account, such as User, Organization or Bot. */
        type: string;
      }[];
      /** Its milestone; null if it has none. */
      milestone: {
        /** Number of the milestone. */
        number: number;
        /** Title of the milestone. */
        title: string;
        /** open or closed. */
        state: string;
        /** When it is due. ISO 8601, as the provider gives it. */
        dueOn: string | null;
      } | null;
      /** Its issue type (`type.name` at GitHub); null if it has none. */
      type: string | null;
      /** When it was created. ISO 8601, as the provider gives it. */
      createdAt: string;
      /** When it last changed. ISO 8601, as the provider gives it. */
      updatedAt: string;
    };
  };
  /** Get an issue. Reads one issue with its text. A transferred issue is read in its new repository: compare `htmlUrl` and `number`. */
  "github/issues.get": {
    effect: "read";
    input: {
      /** Login of the user or organization that owns the repository. Case-insensitive. */
      owner: string;
      /** Name of the repository, without its owner and without .git. Case-insensitive. */
      repo: string;
      /** Number in the repository, as in the URL (not the `id`). */
      number: number;
      /** The `etag` from an earlier answer. If nothing has changed since, the answer is `notModified` and doesn't count against GitHub's rate limit. */
      etag?: string;
    };
    output: {
      /** Whether nothing has changed since the given `etag`; the resource is null then. */
      notModified: boolean;
      /** What to send as `etag` next time; null if GitHub returns none. */
      etag: string | null;
      /** The issue; null if it hasn't changed. */
      issue: {
        /** Global number of the issue (also for a pull request). */
        id: number;
        /** Number in the repository, which other actions take. */
        number: number;
        /** Title. */
        title: string;
        /** open or closed. */
        state: string;
        /** Why it is in its state, such as completed, not_planned or reopened. */
        stateReason: string | null;
        /** The issue on github.com. */
        htmlUrl: string;
        /** Its repository in GitHub's API. */
        repositoryUrl: string;
        user: {
          /** Number of the account; it doesn't change if the account is renamed. */
          id: number;
          /** Login of the account. */
          login: string;
          /** Kind of account, such as User, Organization or Bot. */
          type: string;
        } | null;
        /** Its labels. */
        labels: {
          /** Name of the label. */
          name: string;
          /** Color in six hexadecimal digits. */
          color: string | null;
          /** Description of the label. */
          description: string | null;
        }[];
        /** Its assignees. */
        assignees: {
          /** Number of the account; it doesn't change if the account is renamed. */
          id: number;
          /** Login of the account. */
          login: string;
          /** Kind of account, such as User, Organization or Bot. */
          type: string;
        }[];
        /** Its milestone; null if it has none. */
        milestone: {
          /** Number of the milestone. */
          number: number;
          /** Title of the milestone. */
          title: string;
          /** open or closed. */
          state: string;
          /** When it is due. ISO 8601, as the provider gives it. */
          dueOn: string | null;
        } | null;
        /** Its issue type (`type.name` at GitHub); null if it has none. */
        type: string | null;
        /** Whether only collaborators may comment. */
        locked: boolean;
        /** How many comments it has. */
        comments: number;
        /** Present if this is a pull request; null for an issue. */
        pullRequest: {
          /** The pull request on github.com. */
          htmlUrl: string | null;
          /** When it was merged. ISO 8601, as the provider gives it. */
          mergedAt: string | null;
        } | null;
        /** Whether it is a draft pull request. */
        draft: boolean | null;
        /** The author's relation to the repository, such as MEMBER. */
        authorAssociation: string | null;
        /** When it was created. ISO 8601, as the provider gives it. */
        createdAt: string;
        /** When it last changed. ISO 8601, as the provider gives it. */
        updatedAt: string;
        /** When it was closed. ISO 8601, as the provider gives it. */
        closedAt: string | null;
        /** Its text, in GitHub's Markdown. */
        body: string | null;
        closedBy: {
          /** Number of the account; it doesn't change if the account is renamed. */
          id: number;
          /** Login of the account. */
          login: string;
          /** Kind of account, such as User, Organization or Bot. */
          type: string;
        } | null;
      } | null;
    };
  };
  /** List issues. Lists the issues in a repository, one page at a time. For GitHub, every pull request is an issue too: its `pullRequest` is not null. */
  "github/issues.list": {
    effect: "read";
    input: {
      /** Login of the user or organization that owns the repository. Case-insensitive. */
      owner: string;
      /** Name of the repository, without its owner and without .git. Case-insensitive. */
      repo: string;
      /** The state; open by default. */
      state?: "open" | "closed" | "all";
      /** Names of labels; returns issues that have all of them. */
      labels?: string[];
      /** Login of an assignee; `*` for any, `none` for issues without one. */
      assignee?: string;
      /** Login of the author. */
      creator?: string;
      /** Login of a mentioned user. */
      mentioned?: string;
      /** Number of the milestone; `*` for any, `none` for issues without one. */
      milestone?: string;
      /** Only entries updated at or after this time, such as 2026-03-10T09:00:00Z. */
      since?: string;
      /** The sort key; created by default. */
      sort?: "created" | "updated" | "comments";
      /** The sort direction. */
      direction?: "asc" | "desc";
      /** Page of the list, from 1, or the previous page's `nextPage`. */
      page?: number;
      /** Entries per page; 30 by default. */
      perPage?: number;
    };
    output: {
      /** The issues on this page. */
      issues: {
        /** Global number of the issue (also for a pull request). */
        id: number;
        /** Number in the repository, which other actions take. */
        number: number;
        /** Title. */
        title: string;
        /** open or closed. */
        state: string;
        /** Why it is in its state, such as completed, not_planned or reopened. */
        stateReason: string | null;
        /** The issue on github.com. */
        htmlUrl: string;
        /** Its repository in GitHub's API. */
        repositoryUrl: string;
        user: {
          /** Number of the account; it doesn't change if the account is renamed. */
          id: number;
          /** Login of the account. */
          login: string;
          /** Kind of account, such as User, Organization or Bot. */
          type: string;
        } | null;
        /** Its labels. */
        labels: {
          /** Name of the label. */
          name: string;
          /** Color in six hexadecimal digits. */
          color: string | null;
          /** Description of the label. */
          description: string | null;
        }[];
        /** Its assignees. */
        assignees: {
          /** Number of the account; it doesn't change if the account is renamed. */
          id: number;
          /** Login of the account. */
          login: string;
          /** Kind of account, such as User, Organization or Bot. */
          type: string;
        }[];
        /** Its milestone; null if it has none. */
        milestone: {
          /** Number of the milestone. */
          number: number;
          /** Title of the milestone. */
          title: string;
          /** open or closed. */
          state: string;
          /** When it is due. ISO 8601, as the provider gives it. */
          dueOn: string | null;
        } | null;
        /** Its issue type (`type.name` at GitHub); null if it has none. */
        type: string | null;
        /** Whether only collaborators may comment. */
        locked: boolean;
        /** How many comments it has. */
        comments: number;
        /** Present if this is a pull request; null for an issue. */
        pullRequest: {
          /** The pull request on github.com. */
          htmlUrl: string | null;
          /** When it was merged. ISO 8601, as the provider gives it. */
          mergedAt: string | null;
        } | null;
        /** Whether it is a draft pull request. */
        draft: boolean | null;
        /** The author's relation to the repository, such as MEMBER. */
        authorAssociation: string | null;
        /** When it was created. ISO 8601, as the provider gives it. */
        createdAt: string;
        /** When it last changed. ISO 8601, as the provider gives it. */
        updatedAt: string;
        /** When it was closed. ISO 8601, as the provider gives it. */
        closedAt: string | null;
        /** Its text, in GitHub's Markdown. */
        body: string | null;
        closedBy: {
          /** Number of the account; it doesn't change if the account is renamed. */
          id: number;
          /** Login of the account. */
          login: string;
          /** Kind of account, such as User, Organization or Bot. */
          type: string;
        } | null;
      }[];
      /** Send it as `page` to continue; null on the last page. */
      nextPage: number | null;
    };
  };
  /** Update an issue. Changes the given fields of an issue or a pull request; `state` closes or reopens it. Labels and assignees replace the current ones; an empty list clears them. Fields that the user may not set are dropped without an error; the output shows what was set. */
  "github/issues.update": {
    effect: "write";
    input: {
      /** Login of the user or organization that owns the repository. Case-insensitive. */
      owner: string;
      /** Name of the repository, without its owner and without .git. Case-insensitive. */
      repo: string;
      /** Number in the repository, as in the URL (not the `id`). */
      number: number;
      /** Title of the issue. */
      title?: string;
      /** Text in GitHub's Markdown, at most 65,536 characters. */
      body?: string;
      /** Closes or reopens it. */
      state?: "open" | "closed";
      /** Why the state changes; GitHub ignores it if the state doesn't change. */
      stateReason?: "completed" | "not_planned" | "duplicate" | "reopened";
      /** Names of labels. GitHub drops them without an error if the user has no push or triage access. */
      labels?: string[];
      /** Logins of at most 10 assignees. GitHub drops them without an error if the user has no push access. */
      assignees?: string[];
      /** Number of the milestone; null removes the current one. */
      milestone?: number | null;
      /** Name of an issue type; null removes the current one. */
      type?: string | null;
    };
    output: {
      /** Global number of the issue (also for a pull request). */
      id: number;
      /** Number in the repository, which other actions take. */
      number: number;
      /** Title. */
      title: string;
      /** open or closed. */
      state: string;
      /** Why it is in its state, such as completed, not_planned or reopened. */
      stateReason: string | null;
      /** The issue on github.com. */
      htmlUrl: string;
      /** Its labels. */
      labels: {
        /** Name of the label. */
        name: string;
        /** Color in six hexadecimal digits. */
        color: string | null;
        /** Description of the label. */
        description: string | null;
      }[];
      /** Its assignees. */
      assignees: {
        /** Number of the account; it doesn't change if the account is renamed. */
        id: number;
        /** Login of the account. */
        login: string;
        /** Kind of account, such as User, Organization or Bot. */
        type: string;
      }[];
      /** Its milestone; null if it has none. */
      milestone: {
        /** Number of the milestone. */
        number: number;
        /** Title of the milestone. */
        title: string;
        /** open or closed. */
        state: string;
        /** When it is due. ISO 8601, as the provider gives it. */
        dueOn: string | null;
      } | null;
      /** Its issue type (`type.name` at GitHub); null if it has none. */
      type: string | null;
      /** When it was created. ISO 8601, as the provider gives it. */
      createdAt: string;
      /** When it last changed. ISO 8601, as the provider gives it. */
      updatedAt: string;
    };
  };
  /** Get a pull request. Reads one pull request with its text, its branches, and whether it can be merged. */
  "github/pulls.get": {
    effect: "read";
    input: {
      /** Login of the user or organization that owns the repository. Case-insensitive. */
      owner: string;
      /** Name of the repository, without its owner and without .git. Case-insensitive. */
      repo: string;
      /** Number in the repository, as in the URL (not the `id`). */
      number: number;
      /** The `etag` from an earlier answer. If nothing has changed since, the answer is `notModified` and doesn't count against GitHub's rate limit. */
      etag?: string;
    };
    output: {
      /** Whether nothing has changed since the given `etag`; the resource is null then. */
      notModified: boolean;
      /** What to send as `etag` next time; null if GitHub returns none. */
      etag: string | null;
      /** The pull request; null if it hasn't changed. */
      pull: {
        /** Global number of the pull request. */
        id: number;
        /** Number in the repository, which other actions take. */
        number: number;
        /** Title. */
        title: string;
        /** Its text, in GitHub's Markdown. */
        body: string | null;
        /** open or closed. */
        state: string;
        /** Whether it is a draft. */
        draft: boolean | null;
        /** Whether only collaborators may comment. */
        locked: boolean;
        /** The pull request on github.com. */
        htmlUrl: string;
        user: {
          /** Number of the account; it doesn't change if the account is renamed. */
          id: number;
          /** Login of the account. */
          login: string;
          /** Kind of account, such as User, Organization or Bot. */
          type: string;
        } | null;
        /** Its labels. */
        labels: {
          /** Name of the label. */
          name: string;
          /** Color in six hexadecimal digits. */
          color: string | null;
          /** Description of the label. */
          description: string | null;
        }[];
        /** Its assignees. */
        assignees: {
          /** Number of the account; it doesn't change if the account is renamed. */
          id: number;
          /** Login of the account. */
          login: string;
          /** Kind of account, such as User, Organization or Bot. */
          type: string;
        }[];
        /** The requested reviewers. */
        requestedReviewers: {
          /** Number of the account; it doesn't change if the account is renamed. */
          id: number;
          /** Login of the account. */
          login: string;
          /** Kind of account, such as User, Organization or Bot. */
          type: string;
        }[];
        /** Its milestone; null if it has none. */
        milestone: {
          /** Number of the milestone. */
          number: number;
          /** Title of the milestone. */
          title: string;
          /** open or closed. */
          state: string;
          /** When it is due. ISO 8601, as the provider gives it. */
          dueOn: string | null;
        } | null;
        head: {
          /** Owner and branch, such as octocat:new-topic. */
          label: string;
          /** Name of the branch. */
          ref: string;
          /** The branch's current commit. */
          sha: string;
          /** The branch's repository; null if it has been deleted. */
          repo: {
            /** Number of the repository. */
            id: number;
            /** Owner and name of the repository. */
            fullName: string;
          } | null;
        };
        base: {
          /** Owner and branch, such as octocat:new-topic. */
          label: string;
          /** Name of the branch. */
          ref: string;
          /** The branch's current commit. */
          sha: string;
          /** The branch's repository; null if it has been deleted. */
          repo: {
            /** Number of the repository. */
            id: number;
            /** Owner and name of the repository. */
            fullName: string;
          } | null;
        };
        /** The author's relation to the repository, such as MEMBER. */
        authorAssociation: string;
        /** When it was created. ISO 8601, as the provider gives it. */
        createdAt: string;
        /** When it last changed. ISO 8601, as the provider gives it. */
        updatedAt: string;
        /** When it was closed. ISO 8601, as the provider gives it. */
        closedAt: string | null;
        /** When it was merged. ISO 8601, as the provider gives it. */
        mergedAt: string | null;
        /** Whether it is merged. */
        merged: boolean;
        /** Whether it can be merged; null while GitHub is checking, so ask again. */
        mergeable: boolean | null;
        /** Why it can or cannot be merged, such as clean, dirty or blocked. */
        mergeableState: string;
        /** Whether it can be rebased. */
        rebaseable: boolean | null;
        mergedBy: {
          /** Number of the account; it doesn't change if the account is renamed. */
          id: number;
          /** Login of the account. */
          login: string;
          /** Kind of account, such as User, Organization or Bot. */
          type: string;
        } | null;
        /** Whether maintainers may push to its branch. */
        maintainerCanModify: boolean;
        /** How many comments it has. */
        comments: number;
        /** How many comments its reviews have. */
        reviewComments: number;
        /** How many commits it has. */
        commits: number;
        /** Lines added. */
        additions: number;
        /** Lines removed. */
        deletions: number;
        /** How many files it changes. */
        changedFiles: number;
      } | null;
    };
  };
  /** List pull requests. Lists the pull requests in a repository, one page at a time. */
  "github/pulls.list": {
    effect: "read";
    input: {
      /** Login of the user or organization that owns the repository. Case-insensitive. */
      owner: string;
      /** Name of the repository, without its owner and without .git. Case-insensitive. */
      repo: string;
      /** The state; open by default. */
      state?: "open" | "closed" | "all";
      /** Head branch with its owner, such as octocat:new-topic. */
      head?: string;
      /** Base branch. */
      base?: string;
      /** The sort key; created by default. popularity sorts by comments. */
      sort?: "created" | "updated" | "popularity" | "long-running";
      /** The sort direction. */
      direction?: "asc" | "desc";
      /** Page of the list, from 1, or the previous page's `nextPage`. */
      page?: number;
      /** Entries per page; 30 by default. */
      perPage?: number;
    };
    output: {
      /** The pull requests on this page. */
      pulls: {
        /** Global number of the pull request. */
        id: number;
        /** Number in the repository, which other actions take. */
        number: number;
        /** Title. */
        title: string;
        /** Its text, in GitHub's Markdown. */
        body: string | null;
        /** open or closed. */
        state: string;
        /** Whether it is a draft. */
        draft: boolean | null;
        /** Whether only collaborators may comment. */
        locked: boolean;
        /** The pull request on github.com. */
        htmlUrl: string;
        user: {
          /** Number of the account; it doesn't change if the account is renamed. */
          id: number;
          /** Login of the account. */
          login: string;
          /** Kind of account, such as User, Organization or Bot. */
          type: string;
        } | null;
        /** Its labels. */
        labels: {
          /** Name of the label. */
          name: string;
          /** Color in six hexadecimal digits. */
          color: string | null;
          /** Description of the label. */
          description: string | null;
        }[];
        /** Its assignees. */
        assignees: {
          /** Number of the account; it doesn't change if the account is renamed. */
          id: number;
          /** Login of the account. */
          login: string;
          /** Kind of account, such as User, Organization or Bot. */
          type: string;
        }[];
        /** The requested reviewers. */
        requestedReviewers: {
          /** Number of the account; it doesn't change if the account is renamed. */
          id: number;
          /** Login of the account. */
          login: string;
          /** Kind of account, such as User, Organization or Bot. */
          type: string;
        }[];
        /** Its milestone; null if it has none. */
        milestone: {
          /** Number of the milestone. */
          number: number;
          /** Title of the milestone. */
          title: string;
          /** open or closed. */
          state: string;
          /** When it is due. ISO 8601, as the provider gives it. */
          dueOn: string | null;
        } | null;
        head: {
          /** Owner and branch, such as octocat:new-topic. */
          label: string;
          /** Name of the branch. */
          ref: string;
          /** The branch's current commit. */
          sha: string;
          /** The branch's repository; null if it has been deleted. */
          repo: {
            /** Number of the repository. */
            id: number;
            /** Owner and name of the repository. */
            fullName: string;
          } | null;
        };
        base: {
          /** Owner and branch, such as octocat:new-topic. */
          label: string;
          /** Name of the branch. */
          ref: string;
          /** The branch's current commit. */
          sha: string;
          /** The branch's repository; null if it has been deleted. */
          repo: {
            /** Number of the repository. */
            id: number;
            /** Owner and name of the repository. */
            fullName: string;
          } | null;
        };
        /** The author's relation to the repository, such as MEMBER. */
        authorAssociation: string;
        /** When it was created. ISO 8601, as the provider gives it. */
        createdAt: string;
        /** When it last changed. ISO 8601, as the provider gives it. */
        updatedAt: string;
        /** When it was closed. ISO 8601, as the provider gives it. */
        closedAt: string | null;
        /** When it was merged. ISO 8601, as the provider gives it. */
        mergedAt: string | null;
      }[];
      /** Send it as `page` to continue; null on the last page. */
      nextPage: number | null;
    };
  };
  /** Get a repository. Reads one repository. A renamed or transferred repository is found by its former name too. */
  "github/repositories.get": {
    effect: "read";
    input: {
      /** Login of the user or organization that owns the repository. Case-insensitive. */
      owner: string;
      /** Name of the repository, without its owner and without .git. Case-insensitive. */
      repo: string;
      /** The `etag` from an earlier answer. If nothing has changed since, the answer is `notModified` and doesn't count against GitHub's rate limit. */
      etag?: string;
    };
    output: {
      /** Whether nothing has changed since the given `etag`; the resource is null then. */
      notModified: boolean;
      /** What to send as `etag` next time; null if GitHub returns none. */
      etag: string | null;
      /** The repository; null if it hasn't changed. */
      repository: {
        /** Number of the repository; it doesn't change if the repository is renamed or transferred. */
        id: number;
        /** Name without the owner. */
        name: string;
        /** Owner and name, such as octocat/hello-world. */
        fullName: string;
        owner: {
          /** Number of the account; it doesn't change if the account is renamed. */
          id: number;
          /** Login of the account. */
          login: string;
          /** Kind of account, such as User, Organization or Bot. */
          type: string;
        };
        /** Whether it is hidden from the public. */
        private: boolean;
        /** public, private or internal. */
        visibility: string | null;
        /** Description of the repository. */
        description: string | null;
        /** Its website. */
        homepage: string | null;
        /** The repository on github.com. */
        htmlUrl: string;
        /** Address to clone it over HTTPS. */
        cloneUrl: string;
        /** Whether it is a fork. */
        fork: boolean;
        /** Whether it is read-only. */
        archived: boolean;
        /** Whether GitHub has disabled it. */
        disabled: boolean;
        /** Whether it is a template for others. */
        isTemplate: boolean | null;
        /** Name of its default branch. */
        defaultBranch: string;
        /** Its main programming language. */
        language: string | null;
        /** Its topics. */
        topics: string[];
        /** SPDX id of its license (`license.spdx_id` at GitHub). */
        license: string | null;
        /** Whether issues are enabled. */
        hasIssues: boolean;
        /** How many accounts starred it. */
        stargazersCount: number;
        /** How many forks it has. */
        forksCount: number;
        /** How many issues and pull requests are open. */
        openIssuesCount: number;
        /** Size in kilobytes. */
        size: number;
        /** The permissions of the connection's user; null if GitHub doesn't say. */
        permissions: {
          /** Whether the user may administer it. */
          admin: boolean;
          /** Whether the user may maintain it. */
          maintain: boolean | null;
          /** Whether the user may push to it. */
          push: boolean;
          /** Whether the user may triage its issues. */
          triage: boolean | null;
          /** Whether the user may read it. */
          pull: boolean;
        } | null;
        /** When it was created. ISO 8601, as the provider gives it. */
        createdAt: string | null;
        /** When it last changed. ISO 8601, as the provider gives it. */
        updatedAt: string | null;
        /** When it was last pushed to. ISO 8601, as the provider gives it. */
        pushedAt: string | null;
      } | null;
    };
  };
  /** List repositories. Lists the repositories that the connection's user owns, collaborates on or can access through an organization, one page at a time. */
  "github/repositories.list": {
    effect: "read";
    input: {
      /** The visibility; all by default. */
      visibility?: "all" | "public" | "private";
      /** The user's relation to the repository; any by default. */
      affiliation?: ("owner" | "collaborator" | "organization_member")[];
      /** The sort key; full_name by default. */
      sort?: "created" | "updated" | "pushed" | "full_name";
      /** The sort direction. */
      direction?: "asc" | "desc";
      /** Page of the list, from 1, or the previous page's `nextPage`. */
      page?: number;
      /** Entries per page; 30 by default. */
      perPage?: number;
    };
    output: {
      /** The repositories on this page. */
      repositories: {
        /** Number of the repository; it doesn't change if the repository is renamed or transferred. */
        id: number;
        /** Name without the owner. */
        name: string;
        /** Owner and name, such as octocat/hello-world. */
        fullName: string;
        owner: {
          /** Number of the account; it doesn't change if the account is renamed. */
          id: number;
          /** Login of the account. */
          login: string;
          /** Kind of account, such as User, Organization or Bot. */
          type: string;
        };
        /** Whether it is hidden from the public. */
        private: boolean;
        /** public, private or internal. */
        visibility: string | null;
        /** Description of the repository. */
        description: string | null;
        /** Its website. */
        homepage: string | null;
        /** The repository on github.com. */
        htmlUrl: string;
        /** Address to clone it over HTTPS. */
        cloneUrl: string;
        /** Whether it is a fork. */
        fork: boolean;
        /** Whether it is read-only. */
        archived: boolean;
        /** Whether GitHub has disabled it. */
        disabled: boolean;
        /** Whether it is a template for others. */
        isTemplate: boolean | null;
        /** Name of its default branch. */
        defaultBranch: string;
        /** Its main programming language. */
        language: string | null;
        /** Its topics. */
        topics: string[];
        /** SPDX id of its license (`license.spdx_id` at GitHub). */
        license: string | null;
        /** Whether issues are enabled. */
        hasIssues: boolean;
        /** How many accounts starred it. */
        stargazersCount: number;
        /** How many forks it has. */
        forksCount: number;
        /** How many issues and pull requests are open. */
        openIssuesCount: number;
        /** Size in kilobytes. */
        size: number;
        /** The permissions of the connection's user; null if GitHub doesn't say. */
        permissions: {
          /** Whether the user may administer it. */
          admin: boolean;
          /** Whether the user may maintain it. */
          maintain: boolean | null;
          /** Whether the user may push to it. */
          push: boolean;
          /** Whether the user may triage its issues. */
          triage: boolean | null;
          /** Whether the user may read it. */
          pull: boolean;
        } | null;
        /** When it was created. ISO 8601, as the provider gives it. */
        createdAt: string | null;
        /** When it last changed. ISO 8601, as the provider gives it. */
        updatedAt: string | null;
        /** When it was last pushed to. ISO 8601, as the provider gives it. */
        pushedAt: string | null;
      }[];
      /** Send it as `page` to continue; null on the last page. */
      nextPage: number | null;
    };
  };
  /** Search issues and pull requests. Searches issues and pull requests in GitHub's query language, such as `repo:octocat/hello-world is:issue is:open crash`. With a GitHub App, the query must contain is:issue or is:pull-request. GitHub returns the first 1,000 results, and allows 30 searches per minute. */
  "github/search.issues": {
    effect: "read";
    input: {
      /** Words and qualifiers: https://docs.github.com/search-github. At most 256 characters without the qualifiers. */
      query: string;
      /** The sort key; best match by default. */
      sort?: "comments" | "reactions" | "reactions-+1" | "reactions--1" | "reactions-smile" | "reactions-thinking_face" | "reactions-heart" | "reactions-tada" | "interactions" | "created" | "updated";
      /** The sort direction, if `sort` is given. */
      order?: "asc" | "desc";
      /** Page of the list, from 1, or the previous page's `nextPage`. */
      page?: number;
      /** Entries per page; 30 by default. */
      perPage?: number;
    };
    output: {
      /** The total number of results. */
      totalCount: number;
      /** Whether GitHub ran out of time and may have missed some. */
      incompleteResults: boolean;
      /** The results on this page. */
      items: {
        /** Global number of the issue (also for a pull request). */
        id: number;
        /** Number in the repository, which other actions take. */
        number: number;
        /** Title. */
        title: string;
        /** open or closed. */
        state: string;
        /** Why it is in its state, such as completed, not_planned or reopened. */
        stateReason: string | null;
        /** The issue on github.com. */
        htmlUrl: string;
        /** Its repository in GitHub's API. */
        repositoryUrl: string;
        user: {
          /** Number of the account; it doesn't change if the account is renamed. */
          id: number;
          /** Login of the account. */
          login: string;
          /** Kind of account, such as User, Organization or Bot. */
          type: string;
        } | null;
        /** Its labels. */
        labels: {
          /** Name of the label. */
          name: string;
          /** Color in six hexadecimal digits. */
          color: string | null;
          /** Description of the label. */
          description: string | null;
        }[];
        /** Its assignees. */
        assignees: {
          /** Number of the account; it doesn't change if the account is renamed. */
          id: number;
          /** Login of the account. */
          login: string;
          /** Kind of account, such as User, Organization or Bot. */
          type: string;
        }[];
        /** Its milestone; null if it has none. */
        milestone: {
          /** Number of the milestone. */
          number: number;
          /** Title of the milestone. */
          title: string;
          /** open or closed. */
          state: string;
          /** When it is due. ISO 8601, as the provider gives it. */
          dueOn: string | null;
        } | null;
        /** Its issue type (`type.name` at GitHub); null if it has none. */
        type: string | null;
        /** Whether only collaborators may comment. */
        locked: boolean;
        /** How many comments it has. */
        comments: number;
        /** Present if this is a pull request; null for an issue. */
        pullRequest: {
          /** The pull request on github.com. */
          htmlUrl: string | null;
          /** When it was merged. ISO 8601, as the provider gives it. */
          mergedAt: string | null;
        } | null;
        /** Whether it is a draft pull request. */
        draft: boolean | null;
        /** The author's relation to the repository, such as MEMBER. */
        authorAssociation: string | null;
        /** When it was created. ISO 8601, as the provider gives it. */
        createdAt: string;
        /** When it last changed. ISO 8601, as the provider gives it. */
        updatedAt: string;
        /** When it was closed. ISO 8601, as the provider gives it. */
        closedAt: string | null;
        /** Its text, in GitHub's Markdown. */
        body: string | null;
      }[];
      /** Send it as `page` to continue; null on the last page. */
      nextPage: number | null;
    };
  };
  /** Get the connected user. Reads the profile of the connected account. */
  "github/user.get": {
    effect: "read";
    input: Record<string, never>;
    output: {
      /** Number of the account; it doesn't change if the account is renamed. */
      id: number;
      /** Login of the account. */
      login: string;
      /** Kind of account, such as User, Organization or Bot. */
      type: string;
      /** Display name. */
      name: string | null;
      /** The profile on github.com. */
      htmlUrl: string;
      /** Company in the profile. */
      company: string | null;
      /** Website in the profile. */
      blog: string | null;
      /** Location in the profile. */
      location: string | null;
      /** Public email address in the profile. */
      email: string | null;
      /** Biography in the profile. */
      bio: string | null;
      /** How many public repositories it owns. */
      publicRepos: number;
      /** How many public gists it owns. */
      publicGists: number;
      /** How many accounts follow it. */
      followers: number;
      /** How many accounts it follows. */
      following: number;
      /** When the account was created. ISO 8601, as the provider gives it. */
      createdAt: string;
      /** When the profile last changed. ISO 8601, as the provider gives it. */
      updatedAt: string;
    };
  };
  /** List calendars. Lists the calendars in the user's list, one page at a time. */
  "google-calendar/calendars.list": {
    effect: "read";
    input: {
      /** Entries on a page; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the page before. */
      pageToken?: string;
    };
    output: {
      /** The calendars on this page. */
      calendars: {
        /** Id of the calendar, which other actions take. */
        id: string;
        /** Title of the calendar. */
        summary: string;
        /** Its description. */
        description: string | null;
        /** Its time zone. */
        timeZone: string | null;
        /** What the user may do: freeBusyReader, reader, writer or owner. */
        accessRole: string;
        /** Whether it is the user's own; null is no. */
        primary: boolean | null;
      }[];
      /** Send it as `pageToken` to continue; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** Create an event. Creates an event with an id that svc chooses, so that a lost answer can be settled. With guests, `sendUpdates` says whom Google mails. */
  "google-calendar/events.create": {
    effect: "write";
    input: {
      /** Id of the calendar, as `calendars.list` gives it; `primary` is the user's own. */
      calendarId: string;
      /** Title of the event. */
      summary: string;
      /** When it starts. `{ date }` for an all-day event, otherwise `{ dateTime, timeZone }`. */
      start: {
        /** The day. */
        date: string;
      } | {
        /** The moment. RFC 3339 with an offset, such as `2026-03-10T09:00:00+01:00`. */
        dateTime: string;
        /** Time zone, such as `Europe/Zurich`. Required for recurring events. */
        timeZone?: string;
      };
      /** When it ends. For an all-day event, the day after its last one. `{ date }` for an all-day event, otherwise `{ dateTime, timeZone }`. */
      end: {
        /** The day. */
        date: string;
      } | {
        /** The moment. RFC 3339 with an offset, such as `2026-03-10T09:00:00+01:00`. */
        dateTime: string;
        /** Time zone, such as `Europe/Zurich`. Required for recurring events. */
        timeZone?: string;
      };
      /** Description of the event. It may have HTML. */
      description?: string;
      /** Place of the event, as free text. */
      location?: string;
      /** The guests. */
      attendees?: {
        /** Address of the guest. */
        email: string;
        /** Whether the guest may be absent. */
        optional?: boolean;
      }[];
      /** How the event recurs. */
      recurrence?: string[];
      /** Whether it gets a video meeting. */
      withMeet?: boolean;
      /** Whom Google mails about it: all guests, only guests outside of Google Calendar, or no one; no one by default. */
      sendUpdates?: "all" | "externalOnly" | "none";
    };
    output: {
      /** Id of the event, which other actions take. */
      id: string;
      /** confirmed, tentative or cancelled. A deleted event is cancelled. */
      status: string;
      /** Title. */
      summary: string | null;
      /** Description, which may have HTML. */
      description: string | null;
      /** Place, as free text. */
      location: string | null;
      start: {
        /** The day of an all-day event. */
        date: string | null;
        /** The moment. ISO 8601, as the provider gives it. */
        dateTime: string | null;
        /** The time zone. */
        timeZone: string | null;
      } | null;
      end: {
        /** The day of an all-day event. */
        date: string | null;
        /** The moment. ISO 8601, as the provider gives it. */
        dateTime: string | null;
        /** The time zone. */
        timeZone: string | null;
      } | null;
      organizer: {
        /** Address. */
        email: string | null;
        /** Name, if Google shows it. */
        displayName: string | null;
        /** Whether it is the calendar's own user; null is no. */
        self: boolean | null;
      } | null;
      /** The guests. */
      attendees: {
        /** Address of the guest. */
        email: string;
        /** Name, if Google shows it. */
        displayName: string | null;
        /** needsAction, declined, tentative or accepted. */
        responseStatus: string;
        /** Whether the guest may be absent; null is no. */
        optional: boolean | null;
        /** Whether it is the organizer; null is no. */
        organizer: boolean | null;
        /** Whether it is the calendar's own user; null is no. */
        self: boolean | null;
      }[];
      /** How it recurs (RFC 5545); empty for one that doesn't, and for an instance. */
      recurrence: string[];
      /** The recurring event of which this is an instance. */
      recurringEventId: string | null;
      /** Where its video meeting is. */
      meetUrl: string | null;
      /** The event in Google Calendar. */
      htmlLink: string | null;
      /** How often its times were changed. */
      sequence: number | null;
      /** When it last changed. ISO 8601, as the provider gives it. */
      updatedAt: string | null;
    };
  };
  /** Delete an event. Deletes an event. `deleted` is false if it was deleted already. Deleting a recurring event deletes all its instances. */
  "google-calendar/events.delete": {
    effect: "destructive";
    input: {
      /** Id of the calendar, as `calendars.list` gives it; `primary` is the user's own. */
      calendarId: string;
      /** Id of the event. */
      eventId: string;
      /** Whom Google mails about it: all guests, only guests outside of Google Calendar, or no one; no one by default. */
      sendUpdates?: "all" | "externalOnly" | "none";
    };
    output: {
      /** False if it was deleted already. */
      deleted: boolean;
    };
  };
  /** Get an event. Reads one event. A deleted one has the status cancelled. */
  "google-calendar/events.get": {
    effect: "read";
    input: {
      /** Id of the calendar, as `calendars.list` gives it; `primary` is the user's own. */
      calendarId: string;
      /** Id of the event. */
      eventId: string;
    };
    output: {
      /** Id of the event, which other actions take. */
      id: string;
      /** confirmed, tentative or cancelled. A deleted event is cancelled. */
      status: string;
      /** Title. */
      summary: string | null;
      /** Description, which may have HTML. */
      description: string | null;
      /** Place, as free text. */
      location: string | null;
      start: {
        /** The day of an all-day event. */
        date: string | null;
        /** The moment. ISO 8601, as the provider gives it. */
        dateTime: string | null;
        /** The time zone. */
        timeZone: string | null;
      } | null;
      end: {
        /** The day of an all-day event. */
        date: string | null;
        /** The moment. ISO 8601, as the provider gives it. */
        dateTime: string | null;
        /** The time zone. */
        timeZone: string | null;
      } | null;
      organizer: {
        /** Address. */
        email: string | null;
        /** Name, if Google shows it. */
        displayName: string | null;
        /** Whether it is the calendar's own user; null is no. */
        self: boolean | null;
      } | null;
      /** The guests. */
      attendees: {
        /** Address of the guest. */
        email: string;
        /** Name, if Google shows it. */
        displayName: string | null;
        /** needsAction, declined, tentative or accepted. */
        responseStatus: string;
        /** Whether the guest may be absent; null is no. */
        optional: boolean | null;
        /** Whether it is the organizer; null is no. */
        organizer: boolean | null;
        /** Whether it is the calendar's own user; null is no. */
        self: boolean | null;
      }[];
      /** How it recurs (RFC 5545); empty for one that doesn't, and for an instance. */
      recurrence: string[];
      /** The recurring event of which this is an instance. */
      recurringEventId: string | null;
      /** Where its video meeting is. */
      meetUrl: string | null;
      /** The event in Google Calendar. */
      htmlLink: string | null;
      /** How often its times were changed. */
      sequence: number | null;
      /** When it last changed. ISO 8601, as the provider gives it. */
      updatedAt: string | null;
    };
  };
  /** List the instances of an event. Lists the instances of a recurring event, one page at a time. */
  "google-calendar/events.instances": {
    effect: "read";
    input: {
      /** Id of the calendar, as `calendars.list` gives it; `primary` is the user's own. */
      calendarId: string;
      /** Id of the event. */
      eventId: string;
      /** Only instances that end after this moment. RFC 3339 with an offset, such as `2026-03-10T09:00:00+01:00`. */
      timeMin?: string;
      /** Only instances that start before this moment. RFC 3339 with an offset, such as `2026-03-10T09:00:00+01:00`. */
      timeMax?: string;
      /** Entries on a page; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the page before. */
      pageToken?: string;
    };
    output: {
      /** The events on this page. */
      events: {
        /** Id of the event, which other actions take. */
        id: string;
        /** confirmed, tentative or cancelled. A deleted event is cancelled. */
        status: string;
        /** Title. */
        summary: string | null;
        /** Description, which may have HTML. */
        description: string | null;
        /** Place, as free text. */
        location: string | null;
        start: {
          /** The day of an all-day event. */
          date: string | null;
          /** The moment. ISO 8601, as the provider gives it. */
          dateTime: string | null;
          /** The time zone. */
          timeZone: string | null;
        } | null;
        end: {
          /** The day of an all-day event. */
          date: string | null;
          /** The moment. ISO 8601, as the provider gives it. */
          dateTime: string | null;
          /** The time zone. */
          timeZone: string | null;
        } | null;
        organizer: {
          /** Address. */
          email: string | null;
          /** Name, if Google shows it. */
          displayName: string | null;
          /** Whether it is the calendar's own user; null is no. */
          self: boolean | null;
        } | null;
        /** The guests. */
        attendees: {
          /** Address of the guest. */
          email: string;
          /** Name, if Google shows it. */
          displayName: string | null;
          /** needsAction, declined, tentative or accepted. */
          responseStatus: string;
          /** Whether the guest may be absent; null is no. */
          optional: boolean | null;
          /** Whether it is the organizer; null is no. */
          organizer: boolean | null;
          /** Whether it is the calendar's own user; null is no. */
          self: boolean | null;
        }[];
        /** How it recurs (RFC 5545); empty for one that doesn't, and for an instance. */
        recurrence: string[];
        /** The recurring event of which this is an instance. */
        recurringEventId: string | null;
        /** Where its video meeting is. */
        meetUrl: string | null;
        /** The event in Google Calendar. */
        htmlLink: string | null;
        /** How often its times were changed. */
        sequence: number | null;
        /** When it last changed. ISO 8601, as the provider gives it. */
        updatedAt: string | null;
      }[];
      /** Send it as `pageToken` to continue; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** List events. Lists the events on a calendar, one page at a time. Recurring events are listed as their instances, in the order of their start, unless `singleEvents` is false. */
  "google-calendar/events.list": {
    effect: "read";
    input: {
      /** Id of the calendar, as `calendars.list` gives it; `primary` is the user's own. */
      calendarId: string;
      /** Only events that end after this moment. RFC 3339 with an offset, such as `2026-03-10T09:00:00+01:00`. */
      timeMin?: string;
      /** Only events that start before this moment. RFC 3339 with an offset, such as `2026-03-10T09:00:00+01:00`. */
      timeMax?: string;
      /** Words that the event has in a text, a place or a guest. */
      query?: string;
      /** Whether to list instances instead of recurring events; true by default. */
      singleEvents?: boolean;
      /** Entries on a page; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the page before. */
      pageToken?: string;
    };
    output: {
      /** The events on this page. */
      events: {
        /** Id of the event, which other actions take. */
        id: string;
        /** confirmed, tentative or cancelled. A deleted event is cancelled. */
        status: string;
        /** Title. */
        summary: string | null;
        /** Description, which may have HTML. */
        description: string | null;
        /** Place, as free text. */
        location: string | null;
        start: {
          /** The day of an all-day event. */
          date: string | null;
          /** The moment. ISO 8601, as the provider gives it. */
          dateTime: string | null;
          /** The time zone. */
          timeZone: string | null;
        } | null;
        end: {
          /** The day of an all-day event. */
          date: string | null;
          /** The moment. ISO 8601, as the provider gives it. */
          dateTime: string | null;
          /** The time zone. */
          timeZone: string | null;
        } | null;
        organizer: {
          /** Address. */
          email: string | null;
          /** Name, if Google shows it. */
          displayName: string | null;
          /** Whether it is the calendar's own user; null is no. */
          self: boolean | null;
        } | null;
        /** The guests. */
        attendees: {
          /** Address of the guest. */
          email: string;
          /** Name, if Google shows it. */
          displayName: string | null;
          /** needsAction, declined, tentative or accepted. */
          responseStatus: string;
          /** Whether the guest may be absent; null is no. */
          optional: boolean | null;
          /** Whether it is the organizer; null is no. */
          organizer: boolean | null;
          /** Whether it is the calendar's own user; null is no. */
          self: boolean | null;
        }[];
        /** How it recurs (RFC 5545); empty for one that doesn't, and for an instance. */
        recurrence: string[];
        /** The recurring event of which this is an instance. */
        recurringEventId: string | null;
        /** Where its video meeting is. */
        meetUrl: string | null;
        /** The event in Google Calendar. */
        htmlLink: string | null;
        /** How often its times were changed. */
        sequence: number | null;
        /** When it last changed. ISO 8601, as the provider gives it. */
        updatedAt: string | null;
      }[];
      /** Send it as `pageToken` to continue; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** Move an event to another calendar. Moves an event to another calendar of the user, which changes its organizer. Instances of recurring events can't be moved. */
  "google-calendar/events.move": {
    effect: "write";
    input: {
      /** Id of the calendar, as `calendars.list` gives it; `primary` is the user's own. */
      calendarId: string;
      /** Id of the event. */
      eventId: string;
      /** Id of the calendar, as `calendars.list` gives it; `primary` is the user's own. */
      destination: string;
      /** Whom Google mails about it: all guests, only guests outside of Google Calendar, or no one; no one by default. */
      sendUpdates?: "all" | "externalOnly" | "none";
    };
    output: {
      /** Id of the event, which other actions take. */
      id: string;
      /** confirmed, tentative or cancelled. A deleted event is cancelled. */
      status: string;
      /** Title. */
      summary: string | null;
      /** Description, which may have HTML. */
      description: string | null;
      /** Place, as free text. */
      location: string | null;
      start: {
        /** The day of an all-day event. */
        date: string | null;
        /** The moment. ISO 8601, as the provider gives it. */
        dateTime: string | null;
        /** The time zone. */
        timeZone: string | null;
      } | null;
      end: {
        /** The day of an all-day event. */
        date: string | null;
        /** The moment. ISO 8601, as the provider gives it. */
        dateTime: string | null;
        /** The time zone. */
        timeZone: string | null;
      } | null;
      organizer: {
        /** Address. */
        email: string | null;
        /** Name, if Google shows it. */
        displayName: string | null;
        /** Whether it is the calendar's own user; null is no. */
        self: boolean | null;
      } | null;
      /** The guests. */
      attendees: {
        /** Address of the guest. */
        email: string;
        /** Name, if Google shows it. */
        displayName: string | null;
        /** needsAction, declined, tentative or accepted. */
        responseStatus: string;
        /** Whether the guest may be absent; null is no. */
        optional: boolean | null;
        /** Whether it is the organizer; null is no. */
        organizer: boolean | null;
        /** Whether it is the calendar's own user; null is no. */
        self: boolean | null;
      }[];
      /** How it recurs (RFC 5545); empty for one that doesn't, and for an instance. */
      recurrence: string[];
      /** The recurring event of which this is an instance. */
      recurringEventId: string | null;
      /** Where its video meeting is. */
      meetUrl: string | null;
      /** The event in Google Calendar. */
      htmlLink: string | null;
      /** How often its times were changed. */
      sequence: number | null;
      /** When it last changed. ISO 8601, as the provider gives it. */
      updatedAt: string | null;
    };
  };
  /** Answer an invitation. Accepts, tentatively accepts or declines an invitation for the calendar's own user. If somebody changes the event at the same time, nothing is changed. */
  "google-calendar/events.respond": {
    effect: "write";
    input: {
      /** Id of the calendar, as `calendars.list` gives it; `primary` is the user's own. */
      calendarId: string;
      /** Id of the event. */
      eventId: string;
      /** The answer. */
      response: "accepted" | "tentative" | "declined";
      /** Whom Google mails about it: all guests, only guests outside of Google Calendar, or no one; no one by default. */
      sendUpdates?: "all" | "externalOnly" | "none";
    };
    output: {
      /** Id of the event, which other actions take. */
      id: string;
      /** confirmed, tentative or cancelled. A deleted event is cancelled. */
      status: string;
      /** Title. */
      summary: string | null;
      /** Description, which may have HTML. */
      description: string | null;
      /** Place, as free text. */
      location: string | null;
      start: {
        /** The day of an all-day event. */
        date: string | null;
        /** The moment. ISO 8601, as the provider gives it. */
        dateTime: string | null;
        /** The time zone. */
        timeZone: string | null;
      } | null;
      end: {
        /** The day of an all-day event. */
        date: string | null;
        /** The moment. ISO 8601, as the provider gives it. */
        dateTime: string | null;
        /** The time zone. */
        timeZone: string | null;
      } | null;
      organizer: {
        /** Address. */
        email: string | null;
        /** Name, if Google shows it. */
        displayName: string | null;
        /** Whether it is the calendar's own user; null is no. */
        self: boolean | null;
      } | null;
      /** The guests. */
      attendees: {
        /** Address of the guest. */
        email: string;
        /** Name, if Google shows it. */
        displayName: string | null;
        /** needsAction, declined, tentative or accepted. */
        responseStatus: string;
        /** Whether the guest may be absent; null is no. */
        optional: boolean | null;
        /** Whether it is the organizer; null is no. */
        organizer: boolean | null;
        /** Whether it is the calendar's own user; null is no. */
        self: boolean | null;
      }[];
      /** How it recurs (RFC 5545); empty for one that doesn't, and for an instance. */
      recurrence: string[];
      /** The recurring event of which this is an instance. */
      recurringEventId: string | null;
      /** Where its video meeting is. */
      meetUrl: string | null;
      /** The event in Google Calendar. */
      htmlLink: string | null;
      /** How often its times were changed. */
      sequence: number | null;
      /** When it last changed. ISO 8601, as the provider gives it. */
      updatedAt: string | null;
    };
  };
  /** Change an event. Changes the given fields of an event, and leaves the others. If somebody changes it at the same time, nothing is changed. Guests replace the whole list. */
  "google-calendar/events.update": {
    effect: "write";
    input: {
      /** Id of the calendar, as `calendars.list` gives it; `primary` is the user's own. */
      calendarId: string;
      /** Id of the event. */
      eventId: string;
      /** Title of the event. */
      summary?: string;
      /** When it starts. `{ date }` for an all-day event, otherwise `{ dateTime, timeZone }`. */
      start?: {
        /** The day. */
        date: string;
      } | {
        /** The moment. RFC 3339 with an offset, such as `2026-03-10T09:00:00+01:00`. */
        dateTime: string;
        /** Time zone, such as `Europe/Zurich`. Required for recurring events. */
        timeZone?: string;
      };
      /** When it ends. For an all-day event, the day after its last one. `{ date }` for an all-day event, otherwise `{ dateTime, timeZone }`. */
      end?: {
        /** The day. */
        date: string;
      } | {
        /** The moment. RFC 3339 with an offset, such as `2026-03-10T09:00:00+01:00`. */
        dateTime: string;
        /** Time zone, such as `Europe/Zurich`. Required for recurring events. */
        timeZone?: string;
      };
      /** Description of the event. It may have HTML. */
      description?: string;
      /** Place of the event, as free text. */
      location?: string;
      /** The guests. */
      attendees?: {
        /** Address of the guest. */
        email: string;
        /** Whether the guest may be absent. */
        optional?: boolean;
      }[];
      /** Whom Google mails about it: all guests, only guests outside of Google Calendar, or no one; no one by default. */
      sendUpdates?: "all" | "externalOnly" | "none";
    };
    output: {
      /** Id of the event, which other actions take. */
      id: string;
      /** confirmed, tentative or cancelled. A deleted event is cancelled. */
      status: string;
      /** Title. */
      summary: string | null;
      /** Description, which may have HTML. */
      description: string | null;
      /** Place, as free text. */
      location: string | null;
      start: {
        /** The day of an all-day event. */
        date: string | null;
        /** The moment. ISO 8601, as the provider gives it. */
        dateTime: string | null;
        /** The time zone. */
        timeZone: string | null;
      } | null;
      end: {
        /** The day of an all-day event. */
        date: string | null;
        /** The moment. ISO 8601, as the provider gives it. */
        dateTime: string | null;
        /** The time zone. */
        timeZone: string | null;
      } | null;
      organizer: {
        /** Address. */
        email: string | null;
        /** Name, if Google shows it. */
        displayName: string | null;
        /** Whether it is the calendar's own user; null is no. */
        self: boolean | null;
      } | null;
      /** The guests. */
      attendees: {
        /** Address of the guest. */
        email: string;
        /** Name, if Google shows it. */
        displayName: string | null;
        /** needsAction, declined, tentative or accepted. */
        responseStatus: string;
        /** Whether the guest may be absent; null is no. */
        optional: boolean | null;
        /** Whether it is the organizer; null is no. */
        organizer: boolean | null;
        /** Whether it is the calendar's own user; null is no. */
        self: boolean | null;
      }[];
      /** How it recurs (RFC 5545); empty for one that doesn't, and for an instance. */
      recurrence: string[];
      /** The recurring event of which this is an instance. */
      recurringEventId: string | null;
      /** Where its video meeting is. */
      meetUrl: string | null;
      /** The event in Google Calendar. */
      htmlLink: string | null;
      /** How often its times were changed. */
      sequence: number | null;
      /** When it last changed. ISO 8601, as the provider gives it. */
      updatedAt: string | null;
    };
  };
  /** Ask when calendars are busy. Returns when calendars are busy, without saying why. A calendar that can't be asked has an error instead. */
  "google-calendar/freebusy.query": {
    effect: "read";
    input: {
      /** The calendars. */
      calendarIds: string[];
      /** Start of the interval. RFC 3339 with an offset, such as `2026-03-10T09:00:00+01:00`. */
      timeMin: string;
      /** End of the interval. RFC 3339 with an offset, such as `2026-03-10T09:00:00+01:00`. */
      timeMax: string;
    };
    output: {
      /** Each calendar that was asked for. */
      calendars: {
        /** Id of the calendar. */
        id: string;
        /** When it is busy; empty if it can't be asked. */
        busy: {
          /** When it starts. ISO 8601, as the provider gives it. */
          start: string;
          /** When it ends. ISO 8601, as the provider gives it. */
          end: string;
        }[];
        /** Why it can't be asked, such as notFound; null if it was. */
        error: string | null;
      }[];
    };
  };
  /** Get the account. Reads the connected user's name and address, and how much of the storage is used. */
  "google-drive/about.get": {
    effect: "read";
    input: Record<string, never>;
    output: {
      /** Id of the user, as in permissions. */
      permissionId: string;
      /** Address of the user. */
      emailAddress: string | null;
      /** Name of the user. */
      displayName: string;
      /** Storage in bytes; null if it is unlimited. */
      storageLimit: number | null;
      /** Bytes used in all services. */
      storageUsage: number;
      /** Bytes used by Drive. */
      storageUsageInDrive: number;
    };
  };
  /** Create a Google document. Creates a Google document, spreadsheet or presentation: an empty one, or with `copyOf` a copy of another of that kind. Google takes no id for these, so a lost answer can only be found through the search index. */
  "google-drive/documents.create": {
    effect: "write";
    input: {
      /** Name, at most 1,000 characters. Other files in the folder may have the same name. */
      name: string;
      /** What to create. */
      kind: "document" | "spreadsheet" | "presentation";
      /** Id of the document to copy, of the same kind. */
      copyOf?: string;
      /** Id of the folder to put it into; the user's My Drive by default. */
      parentId?: string;
    };
    output: {
      /** Id of the file. */
      id: string;
      /** Name; not unique in its folder. */
      name: string;
      /** Its type; `application/vnd.google-apps.…` for folders and Google's own documents. */
      mimeType: string;
      /** Short description. */
      description: string | null;
      /** Id of the folder that it is in; empty if the user can't see that. */
      parents: string[];
      /** Id of the shared drive that it is in; null for a file in My Drive. */
      driveId: string | null;
      /** Size in bytes; null for folders and shortcuts. */
      size: number | null;
      /** When it was created. ISO 8601, as the provider gives it. */
      createdTime: string;
      /** When anyone last changed it. ISO 8601, as the provider gives it. */
      modifiedTime: string;
      /** Whether it, or a folder above it, is in the trash. */
      trashed: boolean;
      /** Whether the user has starred it. */
      starred: boolean;
      /** Whether it is shared; null in a shared drive. */
      shared: boolean | null;
      /** Whether the user owns it; null in a shared drive. */
      ownedByMe: boolean | null;
      /** Where to open it in a browser. */
      webViewLink: string | null;
    };
  };
  /** Copy a file. Copies a file. It can't copy folders. Google's own documents are copied with `documents.create`, because Google takes no id for them. */
  "google-drive/files.copy": {
    effect: "write";
    input: {
      /** Id of the file or folder. */
      fileId: string;
      /** Name, at most 1,000 characters. Other files in the folder may have the same name. */
      name?: string;
      /** Id of the folder to put it into; the user's My Drive by default. */
      parentId?: string;
    };
    output: {
      /** Id of the file. */
      id: string;
      /** Name; not unique in its folder. */
      name: string;
      /** Its type; `application/vnd.google-apps.…` for folders and Google's own documents. */
      mimeType: string;
      /** Short description. */
      description: string | null;
      /** Id of the folder that it is in; empty if the user can't see that. */
      parents: string[];
      /** Id of the shared drive that it is in; null for a file in My Drive. */
      driveId: string | null;
      /** Size in bytes; null for folders and shortcuts. */
      size: number | null;
      /** When it was created. ISO 8601, as the provider gives it. */
      createdTime: string;
      /** When anyone last changed it. ISO 8601, as the provider gives it. */
      modifiedTime: string;
      /** Whether it, or a folder above it, is in the trash. */
      trashed: boolean;
      /** Whether the user has starred it. */
      starred: boolean;
      /** Whether it is shared; null in a shared drive. */
      shared: boolean | null;
      /** Whether the user owns it; null in a shared drive. */
      ownedByMe: boolean | null;
      /** Where to open it in a browser. */
      webViewLink: string | null;
    };
  };
  /** Create a text file. Creates a file with this text. Drive allows several files with the same name. */
  "google-drive/files.create": {
    effect: "write";
    input: {
      /** Name, at most 1,000 characters. Other files in the folder may have the same name. */
      name: string;
      /** The file's text, at most 100,000 characters. It's stored as UTF-8. */
      content: string;
      /** Type of the text. */
      mimeType?: "text/plain" | "text/markdown" | "text/csv" | "text/html" | "application/json";
      /** Short description of the file. */
      description?: string;
      /** Id of the folder to put it into; the user's My Drive by default. */
      parentId?: string;
    };
    output: {
      /** Id of the file. */
      id: string;
      /** Name; not unique in its folder. */
      name: string;
      /** Its type; `application/vnd.google-apps.…` for folders and Google's own documents. */
      mimeType: string;
      /** Short description. */
      description: string | null;
      /** Id of the folder that it is in; empty if the user can't see that. */
      parents: string[];
      /** Id of the shared drive that it is in; null for a file in My Drive. */
      driveId: string | null;
      /** Size in bytes; null for folders and shortcuts. */
      size: number | null;
      /** When it was created. ISO 8601, as the provider gives it. */
      createdTime: string;
      /** When anyone last changed it. ISO 8601, as the provider gives it. */
      modifiedTime: string;
      /** Whether it, or a folder above it, is in the trash. */
      trashed: boolean;
      /** Whether the user has starred it. */
      starred: boolean;
      /** Whether it is shared; null in a shared drive. */
      shared: boolean | null;
      /** Whether the user owns it; null in a shared drive. */
      ownedByMe: boolean | null;
      /** Where to open it in a browser. */
      webViewLink: string | null;
    };
  };
  /** Get a file's metadata. Reads the name, type, folder and times of a file or folder. A connection sees the files that it created or that the user opened with this app, and all others only if it may list or search files. */
  "google-drive/files.get": {
    effect: "read";
    input: {
      /** Id of the file or folder. */
      fileId: string;
    };
    output: {
      /** Id of the file. */
      id: string;
      /** Name; not unique in its folder. */
      name: string;
      /** Its type; `application/vnd.google-apps.…` for folders and Google's own documents. */
      mimeType: string;
      /** Short description. */
      description: string | null;
      /** Id of the folder that it is in; empty if the user can't see that. */
      parents: string[];
      /** Id of the shared drive that it is in; null for a file in My Drive. */
      driveId: string | null;
      /** Size in bytes; null for folders and shortcuts. */
      size: number | null;
      /** When it was created. ISO 8601, as the provider gives it. */
      createdTime: string;
      /** When anyone last changed it. ISO 8601, as the provider gives it. */
      modifiedTime: string;
      /** Whether it, or a folder above it, is in the trash. */
      trashed: boolean;
      /** Whether the user has starred it. */
      starred: boolean;
      /** Whether it is shared; null in a shared drive. */
      shared: boolean | null;
      /** Whether the user owns it; null in a shared drive. */
      ownedByMe: boolean | null;
      /** Where to open it in a browser. */
      webViewLink: string | null;
    };
  };
  /** List files. Lists files and folders that match all given filters, folders first and then the latest changes. Files in the trash are left out unless `trashed` asks for them. */
  "google-drive/files.list": {
    effect: "read";
    input: {
      /** Exactly this name. */
      name?: string;
      /** Words of the name, or their beginnings: `hello` finds HelloWorld, `world` doesn't. */
      nameContains?: string;
      /** The kind of file. */
      kind?: "folder" | "document" | "spreadsheet" | "presentation" | "form" | "shortcut" | "pdf";
      /** Exactly this type. */
      mimeType?: string;
      /** Only files directly in this folder; `root` is the user's My Drive. */
      parentId?: string;
      /** Files in the trash instead of the others. */
      trashed?: boolean;
      /** Whether the user has starred them. */
      starred?: boolean;
      /** Only files that others share with the user. */
      sharedWithMe?: true;
      /** Changed after this time. RFC 3339 in UTC, such as 2026-03-10T09:00:00Z. */
      modifiedAfter?: string;
      /** Changed before this time. RFC 3339 in UTC, such as 2026-03-10T09:00:00Z. */
      modifiedBefore?: string;
      /** Only files in this shared drive. */
      driveId?: string;
      /** Entries on a page, at most 200; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the page before, with the same filters. */
      pageToken?: string;
    };
    output: {
      /** The files on this page; there may be fewer than fit. */
      files: {
        /** Id of the file. */
        id: string;
        /** Name; not unique in its folder. */
        name: string;
        /** Its type; `application/vnd.google-apps.…` for folders and Google's own documents. */
        mimeType: string;
        /** Short description. */
        description: string | null;
        /** Id of the folder that it is in; empty if the user can't see that. */
        parents: string[];
        /** Id of the shared drive that it is in; null for a file in My Drive. */
        driveId: string | null;
        /** Size in bytes; null for folders and shortcuts. */
        size: number | null;
        /** When it was created. ISO 8601, as the provider gives it. */
        createdTime: string;
        /** When anyone last changed it. ISO 8601, as the provider gives it. */
        modifiedTime: string;
        /** Whether it, or a folder above it, is in the trash. */
        trashed: boolean;
        /** Whether the user has starred it. */
        starred: boolean;
        /** Whether it is shared; null in a shared drive. */
        shared: boolean | null;
        /** Whether the user owns it; null in a shared drive. */
        ownedByMe: boolean | null;
        /** Where to open it in a browser. */
        webViewLink: string | null;
      }[];
      /** Whether Google couldn't search everything. Narrow the list, for example by `driveId`. */
      incompleteSearch: boolean;
      /** Send it as `pageToken` to continue; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** Search in files. Finds files whose name, description or content has these words, most relevant first. Whole words count; put a phrase into double quotes. New contents are found after a while. */
  "google-drive/files.search": {
    effect: "read";
    input: {
      /** The words. */
      text: string;
      /** The kind of file. */
      kind?: "folder" | "document" | "spreadsheet" | "presentation" | "form" | "shortcut" | "pdf";
      /** Only files directly in this folder; `root` is the user's My Drive. */
      parentId?: string;
      /** Changed after this time. RFC 3339 in UTC, such as 2026-03-10T09:00:00Z. */
      modifiedAfter?: string;
      /** Changed before this time. RFC 3339 in UTC, such as 2026-03-10T09:00:00Z. */
      modifiedBefore?: string;
      /** Only files in this shared drive. */
      driveId?: string;
      /** Entries on a page, at most 200; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the page before, with the same filters. */
      pageToken?: string;
    };
    output: {
      /** The files on this page; there may be fewer than fit. */
      files: {
        /** Id of the file. */
        id: string;
        /** Name; not unique in its folder. */
        name: string;
        /** Its type; `application/vnd.google-apps.…` for folders and Google's own documents. */
        mimeType: string;
        /** Short description. */
        description: string | null;
        /** Id of the folder that it is in; empty if the user can't see that. */
        parents: string[];
        /** Id of the shared drive that it is in; null for a file in My Drive. */
        driveId: string | null;
        /** Size in bytes; null for folders and shortcuts. */
        size: number | null;
        /** When it was created. ISO 8601, as the provider gives it. */
        createdTime: string;
        /** When anyone last changed it. ISO 8601, as the provider gives it. */
        modifiedTime: string;
        /** Whether it, or a folder above it, is in the trash. */
        trashed: boolean;
        /** Whether the user has starred it. */
        starred: boolean;
        /** Whether it is shared; null in a shared drive. */
        shared: boolean | null;
        /** Whether the user owns it; null in a shared drive. */
        ownedByMe: boolean | null;
        /** Where to open it in a browser. */
        webViewLink: string | null;
      }[];
      /** Whether Google couldn't search everything. Narrow the list, for example by `driveId`. */
      incompleteSearch: boolean;
      /** Send it as `pageToken` to continue; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** Read a file's text. Reads a text file of at most 1 MiB, a Google document or presentation as plain text, or the first sheet of a Google spreadsheet as CSV. */
  "google-drive/files.text": {
    effect: "read";
    input: {
      /** Id of the file or folder. */
      fileId: string;
      /** Returns so much at most; 100,000 by default. */
      maxCharacters?: number;
    };
    output: {
      /** Id of the file. */
      id: string;
      /** Name; not unique in its folder. */
      name: string;
      /** Its type; `application/vnd.google-apps.…` for folders and Google's own documents. */
      mimeType: string;
      /** Type of the text: text/csv for a spreadsheet. */
      textType: string;
      /** The text. */
      text: string;
      /** Whether the text is longer. */
      isTruncated: boolean;
    };
  };
  /** Rename, move or trash a file. Changes the given fields of a file or folder. `parentId` moves it; `trashed` puts it into the trash or takes it out. Content doesn't change. */
  "google-drive/files.update": {
    effect: "write";
    input: {
      /** Id of the file or folder. */
      fileId: string;
      /** Name, at most 1,000 characters. Other files in the folder may have the same name. */
      name?: string;
      /** Short description of the file. */
      description?: string;
      /** Id of the folder to move it into. */
      parentId?: string;
      /** Whether the user has starred it. */
      starred?: boolean;
      /** Puts it into the trash, or takes it out. */
      trashed?: boolean;
    };
    output: {
      /** Id of the file. */
      id: string;
      /** Name; not unique in its folder. */
      name: string;
      /** Its type; `application/vnd.google-apps.…` for folders and Google's own documents. */
      mimeType: string;
      /** Short description. */
      description: string | null;
      /** Id of the folder that it is in; empty if the user can't see that. */
      parents: string[];
      /** Id of the shared drive that it is in; null for a file in My Drive. */
      driveId: string | null;
      /** Size in bytes; null for folders and shortcuts. */
      size: number | null;
      /** When it was created. ISO 8601, as the provider gives it. */
      createdTime: string;
      /** When anyone last changed it. ISO 8601, as the provider gives it. */
      modifiedTime: string;
      /** Whether it, or a folder above it, is in the trash. */
      trashed: boolean;
      /** Whether the user has starred it. */
      starred: boolean;
      /** Whether it is shared; null in a shared drive. */
      shared: boolean | null;
      /** Whether the user owns it; null in a shared drive. */
      ownedByMe: boolean | null;
      /** Where to open it in a browser. */
      webViewLink: string | null;
    };
  };
  /** Create a folder. Creates a folder. Drive allows several folders with the same name. */
  "google-drive/folders.create": {
    effect: "write";
    input: {
      /** Name, at most 1,000 characters. Other files in the folder may have the same name. */
      name: string;
      /** Id of the folder to put it into; the user's My Drive by default. */
      parentId?: string;
    };
    output: {
      /** Id of the file. */
      id: string;
      /** Name; not unique in its folder. */
      name: string;
      /** Its type; `application/vnd.google-apps.…` for folders and Google's own documents. */
      mimeType: string;
      /** Short description. */
      description: string | null;
      /** Id of the folder that it is in; empty if the user can't see that. */
      parents: string[];
      /** Id of the shared drive that it is in; null for a file in My Drive. */
      driveId: string | null;
      /** Size in bytes; null for folders and shortcuts. */
      size: number | null;
      /** When it was created. ISO 8601, as the provider gives it. */
      createdTime: string;
      /** When anyone last changed it. ISO 8601, as the provider gives it. */
      modifiedTime: string;
      /** Whether it, or a folder above it, is in the trash. */
      trashed: boolean;
      /** Whether the user has starred it. */
      starred: boolean;
      /** Whether it is shared; null in a shared drive. */
      shared: boolean | null;
      /** Whether the user owns it; null in a shared drive. */
      ownedByMe: boolean | null;
      /** Where to open it in a browser. */
      webViewLink: string | null;
    };
  };
  /** Share a file. Gives a user, a group, a domain or everyone with the link access to a file or folder. For a user or a group, `notify` says whether Google sends a mail about it. Change one file's permissions one after the other. */
  "google-drive/permissions.create": {
    effect: "write";
    input: {
      /** Id of the file or folder. */
      fileId: string;
      /** Who gets access. */
      type: "user" | "group" | "domain" | "anyone";
      /** What they may do. The last two are for shared drives. */
      role: "reader" | "commenter" | "writer" | "fileOrganizer" | "organizer";
      /** Address of the user or group. */
      emailAddress?: string;
      /** The domain. */
      domain?: string;
      /** For domain and anyone: whether search finds the file. Otherwise, it takes the link. */
      allowFileDiscovery?: boolean;
      /** Whether Google mails the user or group. Required for them, and only for them. */
      notify?: boolean;
      /** Plain text to add to that mail. */
      message?: string;
    };
    output: {
      /** Id of the permission, which stays the same for the same grantee. */
      id: string;
      /** user, group, domain or anyone. */
      type: string;
      /** owner, organizer, fileOrganizer, writer, commenter or reader. */
      role: string;
      /** Address of the user or group. */
      emailAddress: string | null;
      /** Domain, if the type is domain. */
      domain: string | null;
      /** Name of the grantee. */
      displayName: string | null;
      /** Whether search finds the file, for domain and anyone. */
      allowFileDiscovery: boolean | null;
      /** When it ends. ISO 8601, as the provider gives it. */
      expirationTime: string | null;
      /** Whether the grantee's account was deleted. */
      deleted: boolean | null;
    };
  };
  /** Stop sharing a file. Removes a permission from a file or folder. Change one file's permissions one after the other. What a folder above or a shared drive grants can't be removed here. */
  "google-drive/permissions.delete": {
    effect: "destructive";
    input: {
      /** Id of the file or folder. */
      fileId: string;
      /** Id of the permission, from `permissions.list`. */
      permissionId: string;
    };
    output: {
      /** Id of the file or folder. */
      fileId: string;
      /** Id of the permission, from `permissions.list`. */
      permissionId: string;
      deleted: true;
    };
  };
  /** List a file's permissions. Lists who can open a file or folder, and what they may do. */
  "google-drive/permissions.list": {
    effect: "read";
    input: {
      /** Id of the file or folder. */
      fileId: string;
      /** Entries on a page, at most 100; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the page before, with the same filters. */
      pageToken?: string;
    };
    output: {
      /** The permissions. */
      permissions: {
        /** Id of the permission, which stays the same for the same grantee. */
        id: string;
        /** user, group, domain or anyone. */
        type: string;
        /** owner, organizer, fileOrganizer, writer, commenter or reader. */
        role: string;
        /** Address of the user or group. */
        emailAddress: string | null;
        /** Domain, if the type is domain. */
        domain: string | null;
        /** Name of the grantee. */
        displayName: string | null;
        /** Whether search finds the file, for domain and anyone. */
        allowFileDiscovery: boolean | null;
        /** When it ends. ISO 8601, as the provider gives it. */
        expirationTime: string | null;
        /** Whether the grantee's account was deleted. */
        deleted: boolean | null;
      }[];
      /** Send it as `pageToken` to continue; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** Delete the markers. Deletes the markers that `rows.append` and `sheets.add` left in a spreadsheet, to make room for more. Executions whose outcome is unknown can't be found afterwards. */
  "google-sheets/metadata.clear": {
    effect: "destructive";
    input: {
      /** Id of the spreadsheet, which is in its address after `/d/`. */
      spreadsheetId: string;
    };
    output: {
      /** How many there were. */
      deletedMarkers: number;
    };
  };
  /** Get developer metadata. Reads one entry of the developer metadata of a spreadsheet by its id. The looks for lost answers use it. */
  "google-sheets/metadata.get": {
    effect: "read";
    input: {
      /** Id of the spreadsheet, which is in its address after `/d/`. */
      spreadsheetId: string;
      /** Id of the entry. */
      metadataId: number;
    };
    output: {
      /** Its id in the spreadsheet. */
      metadataId: number;
      /** Its key. */
      metadataKey: string;
      /** Its value. */
      metadataValue: string | null;
      /** DOCUMENT, or PROJECT if only this app sees it. */
      visibility: string;
    };
  };
  /** Append rows. Appends rows after the last row of a sheet that has data. Texts stay texts; a formula is `{ formula }`. A marker is left as developer metadata, so that a lost answer can be found; a sheet has room for about 1,200 (see `metadata.clear`). */
  "google-sheets/rows.append": {
    effect: "write";
    input: {
      /** Id of the spreadsheet, which is in its address after `/d/`. */
      spreadsheetId: string;
      /** Id of the sheet, from `spreadsheets.get`; the first sheet of a new spreadsheet has 0. */
      sheetId: number;
      /** The rows, at most 5,000 cells. null leaves a cell empty. */
      rows: (string | number | boolean | null | {
        /** The formula. */
        formula: string;
      })[][];
    };
    output: {
      /** How many rows were appended. */
      appendedRows: number;
    };
  };
  /** Add a sheet. Adds a sheet to a spreadsheet, at the end unless `index` says where. */
  "google-sheets/sheets.add": {
    effect: "write";
    input: {
      /** Id of the spreadsheet, which is in its address after `/d/`. */
      spreadsheetId: string;
      /** Name of the sheet; no other sheet of the spreadsheet may have it. */
      title: string;
      /** Its place among the sheets, from 0. */
      index?: number;
      /** Rows; 1,000 by default. */
      rowCount?: number;
      /** Columns; 26 by default. */
      columnCount?: number;
    };
    output: {
      /** Id of the sheet, which stays the same. */
      sheetId: number;
      /** Its name. */
      title: string;
      /** Its place among the sheets, from 0. */
      index: number;
      /** GRID for one with cells. */
      sheetType: string | null;
      /** How many rows it has; null if it has no cells. */
      rowCount: number | null;
      /** How many columns it has; null if it has no cells. */
      columnCount: number | null;
      /** Whether it is hidden. */
      hidden: boolean;
    };
  };
  /** Rename or hide a sheet. Changes the name of a sheet, or hides or shows it. */
  "google-sheets/sheets.update": {
    effect: "write";
    input: {
      /** Id of the spreadsheet, which is in its address after `/d/`. */
      spreadsheetId: string;
      /** Id of the sheet, from `spreadsheets.get`; the first sheet of a new spreadsheet has 0. */
      sheetId: number;
      /** Name of the sheet; no other sheet of the spreadsheet may have it. */
      title?: string;
      /** Whether to hide it. */
      hidden?: boolean;
    };
    output: {
      /** Id of the sheet, which stays the same. */
      sheetId: number;
      /** Its name. */
      title: string;
      /** Whether it is hidden. */
      hidden: boolean;
    };
  };
  /** Create a spreadsheet. Creates an empty spreadsheet in the user's My Drive. Google takes no id for it and lists no spreadsheets here, so a lost answer can't be found again; `documents.create` of google-drive can. */
  "google-sheets/spreadsheets.create": {
    effect: "write";
    input: {
      /** Title of the spreadsheet. */
      title: string;
      /** Names of its sheets; one sheet by default. */
      sheetTitles?: string[];
      /** Language and country, such as en_US. The user's by default. */
      locale?: string;
      /** Time zone, such as America/New_York. The user's by default. */
      timeZone?: string;
    };
    output: {
      /** Id of the spreadsheet. */
      spreadsheetId: string;
      /** Its title. */
      title: string;
      /** Its language and country, such as en_US, which decide how values are read. */
      locale: string | null;
      /** Its time zone, such as America/New_York. */
      timeZone: string | null;
      /** Where to open it in a browser. */
      spreadsheetUrl: string;
      /** Its sheets, in order. */
      sheets: {
        /** Id of the sheet, which stays the same. */
        sheetId: number;
        /** Its name. */
        title: string;
        /** Its place among the sheets, from 0. */
        index: number;
        /** GRID for one with cells. */
        sheetType: string | null;
        /** How many rows it has; null if it has no cells. */
        rowCount: number | null;
        /** How many columns it has; null if it has no cells. */
        columnCount: number | null;
        /** Whether it is hidden. */
        hidden: boolean;
      }[];
    };
  };
  /** Get a spreadsheet. Reads a spreadsheet's title and its sheets with their ids and sizes, without any cells. */
  "google-sheets/spreadsheets.get": {
    effect: "read";
    input: {
      /** Id of the spreadsheet, which is in its address after `/d/`. */
      spreadsheetId: string;
    };
    output: {
      /** Id of the spreadsheet. */
      spreadsheetId: string;
      /** Its title. */
      title: string;
      /** Its language and country, such as en_US, which decide how values are read. */
      locale: string | null;
      /** Its time zone, such as America/New_York. */
      timeZone: string | null;
      /** Where to open it in a browser. */
      spreadsheetUrl: string;
      /** Its sheets, in order. */
      sheets: {
        /** Id of the sheet, which stays the same. */
        sheetId: number;
        /** Its name. */
        title: string;
        /** Its place among the sheets, from 0. */
        index: number;
        /** GRID for one with cells. */
        sheetType: string | null;
        /** How many rows it has; null if it has no cells. */
        rowCount: number | null;
        /** How many columns it has; null if it has no cells. */
        columnCount: number | null;
        /** Whether it is hidden. */
        hidden: boolean;
      }[];
    };
  };
  /** Append to a table. Finds the table in a range and inserts rows after it. A lost answer can't be found again, because equal rows may be someone else's; `rows.append` can. */
  "google-sheets/values.append": {
    effect: "write";
    input: {
      /** Id of the spreadsheet, which is in its address after `/d/`. */
      spreadsheetId: string;
      /** Where to look for the table. In A1 notation, such as Sheet1!A1:C10, A:C or 'My sheet'!2:5. Without a sheet, the first one. */
      range: string;
      /** Rows of values, at most 5,000 cells. null leaves a cell alone, an empty text empties it. */
      values: (string | number | boolean | null)[][];
      /** `raw` stores texts as texts. `user_entered` reads them as if typed: `=A1+1` becomes a formula, `3/10` a date. */
      valueInput: "raw" | "user_entered";
    };
    output: {
      /** The table that the values were appended to; null if there was none. */
      tableRange: string | null;
      updates: {
        /** The range that was written, in A1 notation. */
        updatedRange: string;
        /** How many rows changed. */
        updatedRows: number;
        /** How many columns changed. */
        updatedColumns: number;
        /** How many cells were written. */
        updatedCells: number;
      };
    };
  };
  /** Read several ranges. Reads the values of up to 20 ranges of one spreadsheet at once, in the order of the request. */
  "google-sheets/values.batchGet": {
    effect: "read";
    input: {
      /** Id of the spreadsheet, which is in its address after `/d/`. */
      spreadsheetId: string;
      /** The ranges. */
      ranges: string[];
      /** `formatted` as the sheet shows them (the default), `unformatted` as plain values, `formula` with formulas instead of results. */
      render?: "formatted" | "unformatted" | "formula";
    };
    output: {
      /** The ranges with their values. */
      ranges: {
        /** The range in A1 notation, within the sheet's limits. */
        range: string;
        /** Rows of values. Empty cells at the end of a row, and empty rows at the end, are left out. */
        values: (string | number | boolean | null)[][];
      }[];
    };
  };
  /** Empty a range. Removes the values and formulas of a range. Formats and notes stay. */
  "google-sheets/values.clear": {
    effect: "destructive";
    input: {
      /** Id of the spreadsheet, which is in its address after `/d/`. */
      spreadsheetId: string;
      /** The range. In A1 notation, such as Sheet1!A1:C10, A:C or 'My sheet'!2:5. Without a sheet, the first one. */
      range: string;
    };
    output: {
      /** The range that was emptied, within the sheet's limits. */
      clearedRange: string;
    };
  };
  /** Read a range. Reads the values of a range, row by row. A range of more than 5 MB of values has to be read in parts. */
  "google-sheets/values.get": {
    effect: "read";
    input: {
      /** Id of the spreadsheet, which is in its address after `/d/`. */
      spreadsheetId: string;
      /** The range. In A1 notation, such as Sheet1!A1:C10, A:C or 'My sheet'!2:5. Without a sheet, the first one. */
      range: string;
      /** `formatted` as the sheet shows them (the default), `unformatted` as plain values, `formula` with formulas instead of results. */
      render?: "formatted" | "unformatted" | "formula";
    };
    output: {
      /** The range in A1 notation, within the sheet's limits. */
      range: string;
      /** Rows of values. Empty cells at the end of a row, and empty rows at the end, are left out. */
      values: (string | number | boolean | null)[][];
    };
  };
  /** Write a range. Writes values into a range, from its top left cell. They must fit into the range. */
  "google-sheets/values.update": {
    effect: "write";
    input: {
      /** Id of the spreadsheet, which is in its address after `/d/`. */
      spreadsheetId: string;
      /** The range. In A1 notation, such as Sheet1!A1:C10, A:C or 'My sheet'!2:5. Without a sheet, the first one. */
      range: string;
      /** Rows of values, at most 5,000 cells. null leaves a cell alone, an empty text empties it. */
      values: (string | number | boolean | null)[][];
      /** `raw` stores texts as texts. `user_entered` reads them as if typed: `=A1+1` becomes a formula, `3/10` a date. */
      valueInput: "raw" | "user_entered";
    };
    output: {
      /** The range that was written, in A1 notation. */
      updatedRange: string;
      /** How many rows changed. */
      updatedRows: number;
      /** How many columns changed. */
      updatedColumns: number;
      /** How many cells were written. */
      updatedCells: number;
    };
  };
  /** Create a channel. Creates a public channel. A name can be used once in a workspace. */
  "slack/channels.create": {
    effect: "write";
    input: {
      /** Its name: lowercase letters, digits, hyphens and underscores. */
      name: string;
    };
    output: {
      /** Id of the channel, which other actions take. */
      id: string;
      /** Its name; null for a direct message. */
      name: string | null;
      /** Whether it is private. */
      isPrivate: boolean | null;
      /** Whether it is archived. */
      isArchived: boolean | null;
      /** Whether the app is in it. */
      isMember: boolean | null;
      /** Its topic. */
      topic: string | null;
      /** Its purpose. */
      purpose: string | null;
      /** How many people are in it. */
      members: number | null;
    };
  };
  /** Get a channel. Reads one channel. */
  "slack/channels.get": {
    effect: "read";
    input: {
      /** Id of the channel (C…, G…, D…). Names aren't accepted. */
      channel: string;
    };
    output: {
      /** Id of the channel, which other actions take. */
      id: string;
      /** Its name; null for a direct message. */
      name: string | null;
      /** Whether it is private. */
      isPrivate: boolean | null;
      /** Whether it is archived. */
      isArchived: boolean | null;
      /** Whether the app is in it. */
      isMember: boolean | null;
      /** Its topic. */
      topic: string | null;
      /** Its purpose. */
      purpose: string | null;
      /** How many people are in it. */
      members: number | null;
    };
  };
  /** Invite to a channel. Invites people to a public channel that the app is in. */
  "slack/channels.invite": {
    effect: "write";
    input: {
      /** Id of the channel (C…, G…, D…). Names aren't accepted. */
      channel: string;
      /** The people. */
      users: string[];
    };
    output: {
      /** Id of the channel, which other actions take. */
      id: string;
      /** Its name; null for a direct message. */
      name: string | null;
      /** Whether it is private. */
      isPrivate: boolean | null;
      /** Whether it is archived. */
      isArchived: boolean | null;
      /** Whether the app is in it. */
      isMember: boolean | null;
      /** Its topic. */
      topic: string | null;
      /** Its purpose. */
      purpose: string | null;
      /** How many people are in it. */
      members: number | null;
    };
  };
  /** List channels. Lists the channels that the app can see, one page at a time. */
  "slack/channels.list": {
    effect: "read";
    input: {
      /** Kinds of channels; public ones by default. */
      types?: ("public_channel" | "private_channel")[];
      /** Whether to leave out archived channels; true by default. */
      excludeArchived?: boolean;
      /** Entries on a page; 100 by default. */
      limit?: number;
      /** `nextCursor` of the page before. */
      cursor?: string;
    };
    output: {
      /** The channels on this page. */
      channels: {
        /** Id of the channel, which other actions take. */
        id: string;
        /** Its name; null for a direct message. */
        name: string | null;
        /** Whether it is private. */
        isPrivate: boolean | null;
        /** Whether it is archived. */
        isArchived: boolean | null;
        /** Whether the app is in it. */
        isMember: boolean | null;
        /** Its topic. */
        topic: string | null;
        /** Its purpose. */
        purpose: string | null;
        /** How many people are in it. */
        members: number | null;
      }[];
      /** Send it as `cursor` to continue; null on the last page. */
      nextCursor: string | null;
    };
  };
  /** Open a direct message. Opens the direct message with one to eight people, or returns the one that is open. Its id is a channel for other actions. */
  "slack/dm.open": {
    effect: "write";
    input: {
      /** The people. */
      users: string[];
    };
    output: {
      /** Id of the direct message. */
      channel: string;
    };
  };
  /** Delete a message. Deletes a message that the app has sent. */
  "slack/messages.delete": {
    effect: "destructive";
    input: {
      /** Id of the channel (C…, G…, D…). Names aren't accepted. */
      channel: string;
      /** The message. Slack's timestamp, such as `1773133200.000100`. */
      ts: string;
    };
    output: {
      /** Id of the channel that has it. */
      channel: string;
      /** Its timestamp, which is its id in the channel. */
      ts: string;
    };
  };
  /** List messages. Lists the messages in a channel, newest first, one page at a time. Replies are in their threads. */
  "slack/messages.list": {
    effect: "read";
    input: {
      /** Id of the channel (C…, G…, D…). Names aren't accepted. */
      channel: string;
      /** Only messages after this one. Slack's timestamp, such as `1773133200.000100`. */
      oldest?: string;
      /** Only messages before this one. Slack's timestamp, such as `1773133200.000100`. */
      latest?: string;
      /** Messages on a page; 15 by default. */
      limit?: number;
      /** `nextCursor` of the page before. */
      cursor?: string;
    };
    output: {
      /** The messages on this page. */
      messages: {
        /** Its timestamp, which is its id in the channel. */
        ts: string;
        /** Id of its author; null for some apps. */
        user: string | null;
        /** Id of the app's bot; null for a person. */
        botId: string | null;
        /** What kind of message it is; null for an ordinary one. */
        subtype: string | null;
        /** Its text in Slack's markup, with &amp;, &lt; and &gt;. */
        text: string;
        /** Timestamp of the thread's first message; null if it is in none. */
        threadTs: string | null;
        /** How many replies it has; null if it isn't the first of a thread. */
        replies: number | null;
        /** The reactions to it. */
        reactions: {
          /** Name of the emoji, without colons. */
          name: string;
          /** How many people reacted with it. */
          count: number;
        }[];
      }[];
      /** Send it as `cursor` to continue; null on the last page. */
      nextCursor: string | null;
    };
  };
  /** Send a message. Sends a message to a channel, a thread or a person, as the app. It carries a marker as metadata, by which a lost answer is settled. */
  "slack/messages.post": {
    effect: "write";
    input: {
      /** Id of the channel (C…, G…, D…), or of a person for a direct message (U…, W…). */
      channel: string;
      /** The text. */
      text: string;
      /** plain shows the text as it is, and is the default; mrkdwn is Slack's own markup, with links and mentions. */
      format?: "plain" | "mrkdwn";
      /** The first message of the thread to reply in. Slack's timestamp, such as `1773133200.000100`. */
      threadTs?: string;
      /** Whether a reply is also shown in the channel. */
      broadcast?: boolean;
      /** Whether links are shown with a preview. */
      unfurlLinks?: boolean;
    };
    output: {
      /** Id of the channel that has it. */
      channel: string;
      /** Its timestamp, which is its id in the channel. */
      ts: string;
    };
  };
  /** Schedule a message. Has Slack send a message at a later time, at most 120 days ahead. A lost answer can't be settled by svc: scheduled messages carry no marker. */
  "slack/messages.schedule": {
    effect: "write";
    input: {
      /** Id of the channel (C…, G…, D…), or of a person for a direct message (U…, W…). */
      channel: string;
      /** The text. */
      text: string;
      /** plain shows the text as it is, and is the default; mrkdwn is Slack's own markup, with links and mentions. */
      format?: "plain" | "mrkdwn";
      /** When, in seconds since the epoch. */
      postAt: number;
    };
    output: {
      /** Id of the scheduled message. */
      scheduledMessageId: string;
      /** Id of the channel that will have it. */
      channel: string;
      /** When, in seconds since the epoch. */
      postAt: number;
    };
  };
  /** Change a message. Replaces the text of a message that the app has sent. */
  "slack/messages.update": {
    effect: "write";
    input: {
      /** Id of the channel (C…, G…, D…). Names aren't accepted. */
      channel: string;
      /** The message. Slack's timestamp, such as `1773133200.000100`. */
      ts: string;
      /** The text. */
      text: string;
      /** plain shows the text as it is, and is the default; mrkdwn is Slack's own markup, with links and mentions. */
      format?: "plain" | "mrkdwn";
    };
    output: {
      /** Id of the channel that has it. */
      channel: string;
      /** Its timestamp, which is its id in the channel. */
      ts: string;
    };
  };
  /** Add a reaction. Adds an emoji to a message, as the app. */
  "slack/reactions.add": {
    effect: "write";
    input: {
      /** Id of the channel (C…, G…, D…). Names aren't accepted. */
      channel: string;
      /** The message. Slack's timestamp, such as `1773133200.000100`. */
      ts: string;
      /** Name of the emoji, without colons. */
      name: string;
    };
    output: {
      /** Slack accepted it. */
      added: true;
    };
  };
  /** Get a thread. Lists the messages in a thread, oldest first, one page at a time. The first is its parent. */
  "slack/threads.get": {
    effect: "read";
    input: {
      /** Id of the channel (C…, G…, D…). Names aren't accepted. */
      channel: string;
      /** The thread's first message. Slack's timestamp, such as `1773133200.000100`. */
      threadTs: string;
      /** Messages on a page; 15 by default. */
      limit?: number;
      /** `nextCursor` of the page before. */
      cursor?: string;
    };
    output: {
      /** The messages on this page. */
      messages: {
        /** Its timestamp, which is its id in the channel. */
        ts: string;
        /** Id of its author; null for some apps. */
        user: string | null;
        /** Id of the app's bot; null for a person. */
        botId: string | null;
        /** What kind of message it is; null for an ordinary one. */
        subtype: string | null;
        /** Its text in Slack's markup, with &amp;, &lt; and &gt;. */
        text: string;
        /** Timestamp of the thread's first message; null if it is in none. */
        threadTs: string | null;
        /** How many replies it has; null if it isn't the first of a thread. */
        replies: number | null;
        /** The reactions to it. */
        reactions: {
          /** Name of the emoji, without colons. */
          name: string;
          /** How many people reacted with it. */
          count: number;
        }[];
      }[];
      /** Send it as `cursor` to continue; null on the last page. */
      nextCursor: string | null;
    };
  };
  /** Find a person. Finds the person with an email address. */
  "slack/users.findByEmail": {
    effect: "read";
    input: {
      /** The address. */
      email: string;
    };
    output: {
      /** Id of the person, which other actions take. */
      id: string;
      /** Name of the account. */
      name: string | null;
      /** Full name. */
      realName: string | null;
      /** Name that the person has chosen. */
      displayName: string | null;
      /** Email address, if the scope allows it. */
      email: string | null;
      /** Time zone. */
      timeZone: string | null;
      /** Whether it is a bot. */
      isBot: boolean | null;
      /** Whether the account is deactivated. */
      deleted: boolean | null;
    };
  };
  /** List people. Lists the people and bots in the workspace, one page at a time. */
  "slack/users.list": {
    effect: "read";
    input: {
      /** Entries on a page; 100 by default. */
      limit?: number;
      /** `nextCursor` of the page before. */
      cursor?: string;
    };
    output: {
      /** The people on this page. */
      users: {
        /** Id of the person, which other actions take. */
        id: string;
        /** Name of the account. */
        name: string | null;
        /** Full name. */
        realName: string | null;
        /** Name that the person has chosen. */
        displayName: string | null;
        /** Email address, if the scope allows it. */
        email: string | null;
        /** Time zone. */
        timeZone: string | null;
        /** Whether it is a bot. */
        isBot: boolean | null;
        /** Whether the account is deactivated. */
        deleted: boolean | null;
      }[];
      /** Send it as `cursor` to continue; null on the last page. */
      nextCursor: string | null;
    };
  };
  /** Get the balance. Reads the account's balance. */
  "stripe/balance.get": {
    effect: "read";
    input: Record<string, never>;
    output: {
      /** What can be paid out, by currency. */
      available: {
        /** Amount in the smallest unit; negative for what is owed. */
        amount: number;
        /** Currency. */
        currency: string;
      }[];
      /** What can't be paid out yet, by currency. */
      pending: {
        /** Amount in the smallest unit; negative for what is owed. */
        amount: number;
        /** Currency. */
        currency: string;
      }[];
      /** Whether it is real money. */
      livemode: boolean;
    };
  };
  /** Create a customer. Creates a customer. Stripe allows several with the same address. */
  "stripe/customers.create": {
    effect: "write";
    input: {
      /** Name. */
      name?: string;
      /** Email address. */
      email?: string;
      /** Telephone number. */
      phone?: string;
      /** Description for yourselves. */
      description?: string;
      /** Values of your own, at most 40. `svc` is taken. */
      metadata?: {
        [name: string]: string;
      };
    };
    output: {
      /** Id of the customer, which other actions take. */
      id: string;
      /** Name. */
      name: string | null;
      /** Email address. */
      email: string | null;
      /** Telephone number. */
      phone: string | null;
      /** Description for yourselves. */
      description: string | null;
      /** Currency of its invoices. */
      currency: string | null;
      /** What it owes (positive) or has as credit (negative), in the smallest unit. */
      balance: number | null;
      /** Whether its latest invoice is overdue. */
      delinquent: boolean | null;
      /** When it was created, in seconds since the epoch. */
      created: number;
    };
    replayedOutput: {
      /** Id of the customer, which other actions take. */
      id: string;
    };
  };
  /** Get a customer. Reads one customer. */
  "stripe/customers.get": {
    effect: "read";
    input: {
      /** Id of the customer. (cus_…) */
      id: string;
    };
    output: {
      /** Id of the customer, which other actions take. */
      id: string;
      /** Name. */
      name: string | null;
      /** Email address. */
      email: string | null;
      /** Telephone number. */
      phone: string | null;
      /** Description for yourselves. */
      description: string | null;
      /** Currency of its invoices. */
      currency: string | null;
      /** What it owes (positive) or has as credit (negative), in the smallest unit. */
      balance: number | null;
      /** Whether its latest invoice is overdue. */
      delinquent: boolean | null;
      /** When it was created, in seconds since the epoch. */
      created: number;
    };
  };
  /** List customers. Lists the customers of the account, newest first, one page at a time. */
  "stripe/customers.list": {
    effect: "read";
    input: {
      /** Email address. */
      email?: string;
      /** Entries on a page; 10 by default. */
      limit?: number;
      /** `nextStartingAfter` of the page before. (cus_…) */
      startingAfter?: string;
    };
    output: {
      /** The entries on this page, newest first. */
      items: {
        /** Id of the customer, which other actions take. */
        id: string;
        /** Name. */
        name: string | null;
        /** Email address. */
        email: string | null;
        /** Telephone number. */
        phone: string | null;
        /** Description for yourselves. */
        description: string | null;
        /** Currency of its invoices. */
        currency: string | null;
        /** What it owes (positive) or has as credit (negative), in the smallest unit. */
        balance: number | null;
        /** Whether its latest invoice is overdue. */
        delinquent: boolean | null;
        /** When it was created, in seconds since the epoch. */
        created: number;
      }[];
      /** Send it as `startingAfter` to continue; null on the last page. */
      nextStartingAfter: string | null;
    };
  };
  /** Change a customer. Changes the given fields of a customer, and leaves the others. */
  "stripe/customers.update": {
    effect: "write";
    input: {
      /** Id of the customer. (cus_…) */
      id: string;
      /** Name. */
      name?: string;
      /** Email address. */
      email?: string;
      /** Telephone number. */
      phone?: string;
      /** Description for yourselves. */
      description?: string;
      /** Values of your own, at most 40. `svc` is taken. */
      metadata?: {
        [name: string]: string;
      };
    };
    output: {
      /** Id of the customer, which other actions take. */
      id: string;
      /** Name. */
      name: string | null;
      /** Email address. */
      email: string | null;
      /** Telephone number. */
      phone: string | null;
      /** Description for yourselves. */
      description: string | null;
      /** Currency of its invoices. */
      currency: string | null;
      /** What it owes (positive) or has as credit (negative), in the smallest unit. */
      balance: number | null;
      /** Whether its latest invoice is overdue. */
      delinquent: boolean | null;
      /** When it was created, in seconds since the epoch. */
      created: number;
    };
    replayedOutput: {
      /** Id of the customer, which other actions take. */
      id: string;
    };
  };
  /** List payments. Lists the payments of the account, newest first, one page at a time. */
  "stripe/paymentIntents.list": {
    effect: "read";
    input: {
      /** Only payments of this customer. (cus_…) */
      customer?: string;
      /** Entries on a page; 10 by default. */
      limit?: number;
      /** `nextStartingAfter` of the page before. (pi_…) */
      startingAfter?: string;
    };
    output: {
      /** The entries on this page, newest first. */
      items: {
        /** Id of the payment, which refunds take. */
        id: string;
        /** Amount in the smallest unit. */
        amount: number;
        /** What was received of it. */
        amountReceived: number | null;
        /** Currency. */
        currency: string;
        /** Where the payment stands, such as succeeded or requires_payment_method. */
        status: string;
        /** Id of the customer; null if it has none. */
        customer: string | null;
        /** Description. */
        description: string | null;
        /** When it was created, in seconds since the epoch. */
        created: number;
      }[];
      /** Send it as `startingAfter` to continue; null on the last page. */
      nextStartingAfter: string | null;
    };
  };
  /** Create a price. Creates a price of a product. A price can be switched off, and never deleted. */
  "stripe/prices.create": {
    effect: "write";
    input: {
      /** Id of the product. (prod_…) */
      product: string;
      /** Currency: three lowercase letters, such as `eur`. */
      currency: string;
      /** Amount in the smallest unit of the currency: 1250 is EUR 12.50, or JPY 1250. */
      unitAmount: number;
      /** For a subscription: how often it is paid. */
      interval?: "day" | "week" | "month" | "year";
      /** Values of your own, at most 40. `svc` is taken. */
      metadata?: {
        [name: string]: string;
      };
    };
    output: {
      /** Id of the price. */
      id: string;
      /** Id of the product. */
      product: string;
      /** Currency. */
      currency: string;
      /** Amount in the smallest unit; null for tiers. */
      unitAmount: number | null;
      /** day, week, month or year; null for a single payment. */
      interval: string | null;
      /** Whether it can be used. */
      active: boolean;
      /** When it was created, in seconds since the epoch. */
      created: number;
    };
  };
  /** List prices. Lists the prices of the account, newest first, one page at a time. */
  "stripe/prices.list": {
    effect: "read";
    input: {
      /** Only prices of this product. (prod_…) */
      product?: string;
      /** Entries on a page; 10 by default. */
      limit?: number;
      /** `nextStartingAfter` of the page before. (price_…) */
      startingAfter?: string;
    };
    output: {
      /** The entries on this page, newest first. */
      items: {
        /** Id of the price. */
        id: string;
        /** Id of the product. */
        product: string;
        /** Currency. */
        currency: string;
        /** Amount in the smallest unit; null for tiers. */
        unitAmount: number | null;
        /** day, week, month or year; null for a single payment. */
        interval: string | null;
        /** Whether it can be used. */
        active: boolean;
        /** When it was created, in seconds since the epoch. */
        created: number;
      }[];
      /** Send it as `startingAfter` to continue; null on the last page. */
      nextStartingAfter: string | null;
    };
  };
  /** Create a product. Creates a product, without a price. */
  "stripe/products.create": {
    effect: "write";
    input: {
      /** Name. */
      name: string;
      /** Description. */
      description?: string;
      /** Values of your own, at most 40. `svc` is taken. */
      metadata?: {
        [name: string]: string;
      };
    };
    output: {
      /** Id of the product, which other actions take. */
      id: string;
      /** Name. */
      name: string;
      /** Description. */
      description: string | null;
      /** Whether it can be sold. */
      active: boolean;
      /** When it was created, in seconds since the epoch. */
      created: number;
    };
  };
  /** List products. Lists the products of the account, newest first, one page at a time. */
  "stripe/products.list": {
    effect: "read";
    input: {
      /** Entries on a page; 10 by default. */
      limit?: number;
      /** `nextStartingAfter` of the page before. (prod_…) */
      startingAfter?: string;
    };
    output: {
      /** The entries on this page, newest first. */
      items: {
        /** Id of the product, which other actions take. */
        id: string;
        /** Name. */
        name: string;
        /** Description. */
        description: string | null;
        /** Whether it can be sold. */
        active: boolean;
        /** When it was created, in seconds since the epoch. */
        created: number;
      }[];
      /** Send it as `startingAfter` to continue; null on the last page. */
      nextStartingAfter: string | null;
    };
  };
  /** Refund a payment. Refunds a payment, in whole or in part. The money leaves the account. */
  "stripe/refunds.create": {
    effect: "destructive";
    input: {
      /** Id of the payment. (pi_…) */
      paymentIntent: string;
      /** Amount in the smallest unit of the currency: 1250 is EUR 12.50, or JPY 1250. */
      amount?: number;
      /** Why. */
      reason?: "duplicate" | "fraudulent" | "requested_by_customer";
      /** Values of your own, at most 40. `svc` is taken. */
      metadata?: {
        [name: string]: string;
      };
    };
    output: {
      /** Id of the refund. */
      id: string;
      /** Id of the payment. */
      paymentIntent: string | null;
      /** Amount in the smallest unit. */
      amount: number;
      /** Currency. */
      currency: string;
      /** pending, requires_action, succeeded, failed or canceled. */
      status: string | null;
      /** duplicate, fraudulent, requested_by_customer or another reason of Stripe's. */
      reason: string | null;
      /** When it was created, in seconds since the epoch. */
      created: number;
    };
  };
  /** List refunds. Lists the refunds of the account, newest first, one page at a time. */
  "stripe/refunds.list": {
    effect: "read";
    input: {
      /** Only refunds of this payment. (pi_…) */
      paymentIntent?: string;
      /** Entries on a page; 10 by default. */
      limit?: number;
      /** `nextStartingAfter` of the page before. (re_…) */
      startingAfter?: string;
    };
    output: {
      /** The entries on this page, newest first. */
      items: {
        /** Id of the refund. */
        id: string;
        /** Id of the payment. */
        paymentIntent: string | null;
        /** Amount in the smallest unit. */
        amount: number;
        /** Currency. */
        currency: string;
        /** pending, requires_action, succeeded, failed or canceled. */
        status: string | null;
        /** duplicate, fraudulent, requested_by_customer or another reason of Stripe's. */
        reason: string | null;
        /** When it was created, in seconds since the epoch. */
        created: number;
      }[];
      /** Send it as `startingAfter` to continue; null on the last page. */
      nextStartingAfter: string | null;
    };
  };
  /** Cancel a subscription. Ends a subscription at once. What was paid isn't refunded. */
  "stripe/subscriptions.cancel": {
    effect: "destructive";
    input: {
      /** Id of the subscription. (sub_…) */
      id: string;
    };
    output: {
      /** Id of the subscription, which other actions take. */
      id: string;
      /** Id of the customer. */
      customer: string;
      /** Where it stands, such as active, past_due or canceled. */
      status: string;
      /** Whether it ends with the paid period. */
      cancelAtPeriodEnd: boolean;
      /** When it was canceled, in seconds since the epoch. */
      canceledAt: number | null;
      /** When it was created, in seconds since the epoch. */
      created: number;
    };
  };
  /** Get a subscription. Reads one subscription. */
  "stripe/subscriptions.get": {
    effect: "read";
    input: {
      /** Id of the subscription. (sub_…) */
      id: string;
    };
    output: {
      /** Id of the subscription, which other actions take. */
      id: string;
      /** Id of the customer. */
      customer: string;
      /** Where it stands, such as active, past_due or canceled. */
      status: string;
      /** Whether it ends with the paid period. */
      cancelAtPeriodEnd: boolean;
      /** When it was canceled, in seconds since the epoch. */
      canceledAt: number | null;
      /** When it was created, in seconds since the epoch. */
      created: number;
    };
  };
  /** List subscriptions. Lists the subscriptions of the account, newest first, one page at a time. */
  "stripe/subscriptions.list": {
    effect: "read";
    input: {
      /** Only subscriptions of this customer. (cus_…) */
      customer?: string;
      /** Entries on a page; 10 by default. */
      limit?: number;
      /** `nextStartingAfter` of the page before. (sub_…) */
      startingAfter?: string;
    };
    output: {
      /** The entries on this page, newest first. */
      items: {
        /** Id of the subscription, which other actions take. */
        id: string;
        /** Id of the customer. */
        customer: string;
        /** Where it stands, such as active, past_due or canceled. */
        status: string;
        /** Whether it ends with the paid period. */
        cancelAtPeriodEnd: boolean;
        /** When it was canceled, in seconds since the epoch. */
        canceledAt: number | null;
        /** When it was created, in seconds since the epoch. */
        created: number;
      }[];
      /** Send it as `startingAfter` to continue; null on the last page. */
      nextStartingAfter: string | null;
    };
  };
}
