// The errors of expressions.
/** The expression cannot be compiled. The message is shown to the account. */
export class InvalidExpression extends Error {
  /** The offset in the text that was compiled. */
  readonly position: number

  constructor(message: string, position: number) {
    super(message)
    this.name = 'InvalidExpression'
    this.position = position
  }
}

/** The expression cannot be evaluated with these values, or does too much work. The message is shown to the account. */
export class EvaluationError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'EvaluationError'
  }
}

/** A step that has not run, or a property that is absent. */
export class UnresolvedReference extends EvaluationError {
  /** As it is written in the expression, such as `steps.lookup.body.name`. */
  readonly path: string

  constructor(path: string) {
    super(`\`${path}\` has no value.`)
    this.name = 'UnresolvedReference'
    this.path = path
  }
}
