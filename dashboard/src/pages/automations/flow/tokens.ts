// Splits an expression into its tokens, so that expressions can be compared without their spaces.
const pattern = /\s+|"(?:[^"\\\n]|\\.)*"|'[^'"\\\n]*'|\d+(?:\.\d+)?|[A-Za-z_]\w*|==|!=|<=|>=|&&|\|\||[-!<>()[\]{}.,]/y

/** Undefined if the expression has something else, such as arithmetic. Texts are in double quotes. */
export function tokensOf(expression: string): string[] | undefined {
  const tokens: string[] = []
  for (pattern.lastIndex = 0; pattern.lastIndex < expression.length; ) {
    const token = pattern.exec(expression)?.[0]
    if (token === undefined) return undefined
    if (token.startsWith("'")) tokens.push(`"${token.slice(1, -1)}"`)
    else if (token.trim() !== '') tokens.push(token)
  }
  return tokens
}

/** Undefined for escapes that JSON does not have. */
export function readLiteral(token: string): string | undefined {
  try {
    return JSON.parse(token) as string
  } catch {
    return undefined
  }
}
