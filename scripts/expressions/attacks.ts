// Generates inputs that make a regular expression backtrack: repeated matches of its parts, and an end that it rejects.
import { type AST, RegExpParser } from '@eslint-community/regexpp'

/** Only repetitions with at least this maximum are attacked. */
const longRepetition = 1000
const ends = ['\u0000', '\n\u0000', '']
const candidates = [...Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)), ' ', '\t', 'é', '\n']

/** An input consists of `head`, repetitions of `pump`, and `end`. */
export interface Attack {
  head: string
  pump: string
  end: string
}

export function attacksOn(source: string, flags: string): Attack[] {
  const isUnicode = /[uv]/.test(flags)
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: isUnicode && !flags.includes('v'),
    unicodeSets: flags.includes('v'),
  })
  const attacks: Attack[] = []

  const add = (head: string, pumps: string[], rejected: string): void => {
    for (const pump of new Set(pumps.filter((repeated) => repeated !== '')))
      for (const end of new Set([...ends, rejected])) attacks.push({ head: '', pump, end }, { head, pump, end })
  }

  /** `before` matches everything before the node. */
  const walk = (alternatives: readonly AST.Alternative[], before: string): void => {
    for (const { elements } of alternatives) {
      let word = ''
      for (const element of elements) {
        const repeated = element.type === 'Quantifier' ? element : undefined
        const node = repeated?.element ?? element
        if (repeated && repeated.max >= longRepetition) {
          const words = wordsOf(node)
          const prefix = before + word
          add(prefix, [...words, prefix, word, ...words.map((text) => word + text)], rejectedBy(node))
        }
        if ('alternatives' in node) walk(node.alternatives, before + word)
        word += wordOf(element)
      }
    }
  }

  const wordsOf = (node: AST.Element): string[] =>
    'alternatives' in node ? node.alternatives.map(wordOfAll) : [wordOf(node)]
  const wordOfAll = ({ elements }: AST.Alternative): string => elements.map(wordOf).join('')

  const test = ({ raw }: AST.Element): RegExp => new RegExp(`^(?:${raw})$`, flags.replace(/[gy]/g, ''))
  const rejectedBy = (node: AST.Element): string =>
    node.type === 'CharacterSet' || node.type === 'CharacterClass'
      ? (candidates.find((candidate) => !test(node).test(candidate)) ?? '')
      : ''

  function wordOf(node: AST.Element): string {
    switch (node.type) {
      case 'Character':
        return String.fromCodePoint(node.value)
      case 'CharacterSet':
      case 'CharacterClass':
        return candidates.find((candidate) => test(node).test(candidate)) ?? ''
      case 'Quantifier':
        return wordOf(node.element).repeat(Math.min(Math.max(1, node.min), longRepetition))
      case 'Group':
      case 'CapturingGroup':
        return wordOfAll(node.alternatives[0]!)
      default:
        return ''
    }
  }

  walk(pattern.alternatives, '')
  return attacks
}
