// The effect of a request under an `Idempotency-Key`: what a verb makes under its key, it makes once.

export interface IdempotentOperation {
  /** A UUID, made for the first request under the caller's key and the same for whoever takes that one up. */
  key: string
  /** A run before this one may have made it, in whole or in part: what that one has made is looked for first. */
  isResumed: boolean
}
