// The operation of a request with an `Idempotency-Key`: its effects happen once, however often the request is sent.
export interface IdempotentOperation {
  /** A UUID; requests that resume the operation get the same one. */
  key: string
  /** An earlier attempt may have completed the operation in part, so look for its effects first. */
  isResumed: boolean
}
