// Finds the variable that a question asks for.
import { bare } from './language.ts'
import type { Phrases } from './phrases/index.ts'
import { isStopWord } from './stop-words.ts'

/** These words are ignored: "customer_name" answers "what is my name?". */
const owners = new Set(['customer', 'user', 'client', 'caller', 'contact', 'lead', 'my', 'the', 'current'])

/** Every conversation has these, so a question about something else is never answered with them. */
const builtIn = new Set(['current_date', 'current_time', 'current_weekday'])
const isHidden = (key: string): boolean => ['timezone', 'assistant_name', 'assistant_language'].includes(key)

export interface Fact {
  key: string
  /** In spoken form: "order status". */
  name: string
  value: string
  /** Whether the question has a word of the name, or only one such as "when". */
  isNamed: boolean
}

export function findFact(question: string, facts: Record<string, string>, phrases: Phrases): Fact | undefined {
  const heard = bare(question).replaceAll('?', ' ').split(' ').filter(Boolean)
  // Speech recognition splits compounds: "best seller".
  const compounds = heard.slice(1).map((word, index) => `${heard[index]}${word}`)
  const asked = new Set([...heard, ...compounds].map(stem))
  let best: { fact: Fact; weight: number } | undefined
  for (const [key, value] of Object.entries(facts)) {
    const words = wordsOf(key)
    if (value.trim() === '' || words.length === 0 || isHidden(key)) continue
    const matches = words.every((word) => [word, ...(phrases.hears.words[word] ?? [])].some((w) => asked.has(stem(w))))
    // "When" alone asks for a date only if the question is about nothing else.
    const isAlone = isAbout(heard, words, phrases)
    const isNamed = words.some((word) => asked.has(stem(word))) || (builtIn.has(key) && isAlone)
    const isAsked = matches && (builtIn.has(key) ? isAlone && asksWhat.test(heard[0] ?? '') : isNamed || isAlone)
    if (isAsked && words.length > (best?.weight ?? 0))
      best = { fact: { key, name: words.join(' '), value, isNamed }, weight: words.length }
  }
  return best?.fact
}

const asksWhat = /^(?:what|which|tell|welche[rsnm]?|wie|quel(?:le)?|nous|que|cual|che|quale|qual)$/

/** Whether the question has no other subject than the fact. */
const isAbout = (heard: readonly string[], words: readonly string[], { hears }: Phrases): boolean => {
  const names = new Set(words.flatMap((word) => [word, ...(hears.words[word] ?? [])]))
  return heard.every((word) => isStopWord(word) || names.has(word) || isToday(word))
}

const isToday = (word: string): boolean => /^(?:today|heute|hoy|aujourd|hui|oggi|hoje|right)$/.test(word)

/** The significant words of a name in snake_case, kebab-case or camelCase. */
export function wordsOf(key: string): string[] {
  const words = bare(key.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll('?', ''))
    .replace(/\be mail\b/, 'email')
    .split(' ')
    .filter(Boolean)
  const telling = words.filter((word) => !owners.has(word))
  return telling.length > 0 ? telling : words
}

function stem(word: string): string {
  return word.length > 3 ? word.replace(/(?:e?s|ing|ed|e)$/, '') : word
}
