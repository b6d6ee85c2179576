// Matches whole sentences of plain words with patterns, in a time that grows with their length only.

type Node =
  | { words: ReadonlySet<string> }
  | { sequence: readonly Node[] }
  | { choice: readonly Node[] }
  | { inner: Node; repeats: boolean }

/** Takes words, and tells whether the pattern is about all of them. */
export type Phrase = (words: readonly string[]) => boolean

/**
 * `(a|b)` is one of several, `(a)?` can be missing and `(a)*` can also be repeated; `ads?` and `[oa]` are about single
 * letters. Spaces only separate words.
 */
export function phrase(pattern: string): Phrase {
  const tokens = pattern.match(/(?:[a-z0-9]\??|\[[a-z]+\])+|[()|?*]/g) ?? []
  let at = 0
  const root = readChoice()
  if (at < tokens.length) throw new Error(`The pattern ends before its end: ${pattern}`)
  return (words) => advance(root, words, new Set([0])).has(words.length)

  function readChoice(): Node {
    const choice = [readSequence()]
    while (tokens[at] === '|') {
      at++
      choice.push(readSequence())
    }
    return choice.length === 1 ? choice[0]! : { choice }
  }

  function readSequence(): Node {
    const sequence: Node[] = []
    for (let token = tokens[at]; token !== undefined && token !== '|' && token !== ')'; token = tokens[at]) {
      at++
      if (token === '(') {
        sequence.push(readChoice())
        at++
      } else if (token === '?' || token === '*') sequence.push({ inner: sequence.pop()!, repeats: token === '*' })
      else sequence.push({ words: new Set(spellings(token)) })
    }
    return { sequence }
  }
}

/** `contactad[oa]s?` has four. */
function spellings(word: string): string[] {
  let found = ['']
  for (const [unit] of word.matchAll(/[a-z0-9]\??|\[[a-z]+\]/g)) {
    const letters = unit.endsWith('?') ? [unit[0]!, ''] : unit.startsWith('[') ? [...unit.slice(1, -1)] : [unit]
    found = found.flatMap((beginning) => letters.map((letter) => beginning + letter))
  }
  return found
}

/** Returns the places after the node, for the places before it. */
function advance(node: Node, words: readonly string[], from: ReadonlySet<number>): ReadonlySet<number> {
  if (from.size === 0) return from
  if ('words' in node)
    return new Set([...from].flatMap((place) => (node.words.has(words[place] ?? '') ? place + 1 : [])))
  if ('choice' in node) return new Set(node.choice.flatMap((each) => [...advance(each, words, from)]))
  if ('sequence' in node) return node.sequence.reduce((places, each) => advance(each, words, places), from)
  const reached = new Set(from)
  let last: ReadonlySet<number> = from
  do {
    last = new Set([...advance(node.inner, words, last)].filter((place) => !reached.has(place)))
    for (const place of last) reached.add(place)
  } while (node.repeats && last.size > 0)
  return reached
}
