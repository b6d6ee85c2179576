// The largest number of connections that each part of a process opens.

export const maxConnections = {
  requests: 12,
  /** Requests without an account. */
  public: 4,
  jobs: 7,
  queue: 4,
}

/** Those of notifications and of the liveness of the process. */
const sessions = 2

/** The sum for a process with all roles. */
export const connectionsOfProcess = Object.values(maxConnections).reduce((sum, each) => sum + each, sessions)
