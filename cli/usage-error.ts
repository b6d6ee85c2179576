// The error of a command that was called in the wrong words.

export class UsageError extends Error {}
