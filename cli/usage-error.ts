// The error for a command that was used incorrectly.
export class UsageError extends Error {}
