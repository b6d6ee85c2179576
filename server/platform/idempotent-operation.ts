// A request with an `Idempotency-Key`, as its operation sees it: the operation must take effect once per key.

export interface IdempotentOperation {
  /** A UUID that is the same for all requests under the caller's key. */
  key: string
  /** An earlier run may have completed the operation in whole or in part, so its results are looked up first. */
  isResumed: boolean
}
