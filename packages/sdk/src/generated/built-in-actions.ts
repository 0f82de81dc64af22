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
      /** When it was created. ISO 8601, UTC, as GitHub gives it. */
      createdAt: string;
      /** When it last changed. ISO 8601, UTC, as GitHub gives it. */
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
        /** When it was created. ISO 8601, UTC, as GitHub gives it. */
        createdAt: string;
        /** When it last changed. ISO 8601, UTC, as GitHub gives it. */
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
        /** When it is due. ISO 8601, UTC, as GitHub gives it. */
        dueOn: string | null;
      } | null;
      /** Its issue type (`type.name` at GitHub); null if it has none. */
      type: string | null;
      /** When it was created. ISO 8601, UTC, as GitHub gives it. */
      createdAt: string;
      /** When it last changed. ISO 8601, UTC, as GitHub gives it. */
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
          /** When it is due. ISO 8601, UTC, as GitHub gives it. */
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
          /** When it was merged. ISO 8601, UTC, as GitHub gives it. */
          mergedAt: string | null;
        } | null;
        /** Whether it is a draft pull request. */
        draft: boolean | null;
        /** The author's relation to the repository, such as MEMBER. */
        authorAssociation: string | null;
        /** When it was created. ISO 8601, UTC, as GitHub gives it. */
        createdAt: string;
        /** When it last changed. ISO 8601, UTC, as GitHub gives it. */
        updatedAt: string;
        /** When it was closed. ISO 8601, UTC, as GitHub gives it. */
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
          /** When it is due. ISO 8601, UTC, as GitHub gives it. */
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
          /** When it was merged. ISO 8601, UTC, as GitHub gives it. */
          mergedAt: string | null;
        } | null;
        /** Whether it is a draft pull request. */
        draft: boolean | null;
        /** The author's relation to the repository, such as MEMBER. */
        authorAssociation: string | null;
        /** When it was created. ISO 8601, UTC, as GitHub gives it. */
        createdAt: string;
        /** When it last changed. ISO 8601, UTC, as GitHub gives it. */
        updatedAt: string;
        /** When it was closed. ISO 8601, UTC, as GitHub gives it. */
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
        /** When it is due. ISO 8601, UTC, as GitHub gives it. */
        dueOn: string | null;
      } | null;
      /** Its issue type (`type.name` at GitHub); null if it has none. */
      type: string | null;
      /** When it was created. ISO 8601, UTC, as GitHub gives it. */
      createdAt: string;
      /** When it last changed. ISO 8601, UTC, as GitHub gives it. */
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
          /** When it is due. ISO 8601, UTC, as GitHub gives it. */
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
        /** When it was created. ISO 8601, UTC, as GitHub gives it. */
        createdAt: string;
        /** When it last changed. ISO 8601, UTC, as GitHub gives it. */
        updatedAt: string;
        /** When it was closed. ISO 8601, UTC, as GitHub gives it. */
        closedAt: string | null;
        /** When it was merged. ISO 8601, UTC, as GitHub gives it. */
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
          /** When it is due. ISO 8601, UTC, as GitHub gives it. */
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
        /** When it was created. ISO 8601, UTC, as GitHub gives it. */
        createdAt: string;
        /** When it last changed. ISO 8601, UTC, as GitHub gives it. */
        updatedAt: string;
        /** When it was closed. ISO 8601, UTC, as GitHub gives it. */
        closedAt: string | null;
        /** When it was merged. ISO 8601, UTC, as GitHub gives it. */
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
        /** When it was created. ISO 8601, UTC, as GitHub gives it. */
        createdAt: string | null;
        /** When it last changed. ISO 8601, UTC, as GitHub gives it. */
        updatedAt: string | null;
        /** When it was last pushed to. ISO 8601, UTC, as GitHub gives it. */
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
        /** When it was created. ISO 8601, UTC, as GitHub gives it. */
        createdAt: string | null;
        /** When it last changed. ISO 8601, UTC, as GitHub gives it. */
        updatedAt: string | null;
        /** When it was last pushed to. ISO 8601, UTC, as GitHub gives it. */
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
          /** When it is due. ISO 8601, UTC, as GitHub gives it. */
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
          /** When it was merged. ISO 8601, UTC, as GitHub gives it. */
          mergedAt: string | null;
        } | null;
        /** Whether it is a draft pull request. */
        draft: boolean | null;
        /** The author's relation to the repository, such as MEMBER. */
        authorAssociation: string | null;
        /** When it was created. ISO 8601, UTC, as GitHub gives it. */
        createdAt: string;
        /** When it last changed. ISO 8601, UTC, as GitHub gives it. */
        updatedAt: string;
        /** When it was closed. ISO 8601, UTC, as GitHub gives it. */
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
      /** When the account was created. ISO 8601, UTC, as GitHub gives it. */
      createdAt: string;
      /** When the profile last changed. ISO 8601, UTC, as GitHub gives it. */
      updatedAt: string;
    };
  };
}
