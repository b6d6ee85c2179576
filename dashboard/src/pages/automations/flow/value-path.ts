// Paths such as `trigger.customer.name` and `steps.lookup.body["first name"][0]`.
import { readLiteral } from './tokens.ts'

export type ValuePath = readonly (string | number)[]

const roots = ['trigger', 'steps', 'item', 'index', 'now', 'run']
const isName = (text: string): boolean => /^[A-Za-z_]\w*$/.test(text)
/** These have a meaning of their own in expressions. */
const reserved = ['true', 'false', 'null', 'in']

const partOf = (key: string | number): string =>
  typeof key === 'string' && isName(key) && !reserved.includes(key) ? `.${key}` : `[${JSON.stringify(key)}]`

export const writePath = ([root, ...keys]: ValuePath): string => `${root}${keys.map(partOf).join('')}`

/** Reads the path that begins at this token. */
export function readPath(
  tokens: readonly string[],
  start: number,
): { path: (string | number)[]; end: number } | undefined {
  const root = tokens[start]
  if (root === undefined || !roots.includes(root) || tokens[start - 1] === '.') return undefined
  const path: (string | number)[] = [root]
  let at = start + 1
  for (;;) {
    const [first, second = '', third] = tokens.slice(at, at + 3)
    if (first === '.' && isName(second) && third !== '(') {
      path.push(second)
      at += 2
    } else if (first === '[' && third === ']' && /^(?:"|\d+$)/.test(second)) {
      const key = /^\d/.test(second) ? Number(second) : readLiteral(second)
      if (key === undefined) return undefined
      path.push(key)
      at += 3
    } else return { path, end: at }
  }
}
