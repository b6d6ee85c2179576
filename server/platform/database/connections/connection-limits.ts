// The largest number of connections that each part of a process opens.

export const maxConnections = {
  requests: 12,
  /** Requests without an account. */
  public: 4,
  jobs: 7,
  queue: 3,
}

/** Those of notifications, of the liveness of the process, and of lookups while an answer is overdue. */
const sessions = 3

/** The sum for a process with all roles. */
export const connectionsOfProcess = Object.values(maxConnections).reduce((sum, each) => sum + each, sessions)
