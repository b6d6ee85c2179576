// Reads a question: the words of its subject, the kinds of information and the days that it asks for.
import { type Kind, kindsOf } from './asked-kinds.ts'
import { plain } from './language.ts'
import { isLightWord, isStopWord } from './stop-words.ts'
import { daysIn } from './weekdays.ts'

interface Term {
  word: string
  weight: number
}

export interface Question {
  terms: readonly Term[]
  kinds: readonly Kind[]
  /** A factor for the weights of the kinds. */
  kindWeight: number
  days: ReadonlySet<number>
  dayWeight: number
  ownWords: ReadonlySet<string>
  ownNames: ReadonlySet<string>
  /** "Can you come today?" is answered by "on the same day". */
  isToday: boolean
}

const earlierWeight = 0.4
const lightWeight = 0.3
const verbWeight = 0.4
const maxTerms = 40

const dayWord =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|week|weekdays?|weekends?|today|tomorrow|tonight|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|sonnabends?|woche|wochenenden?|werktags?|heute|morgen|lundis?|mardis?|mercredis?|jeudis?|vendredis?|samedis?|dimanches?|semaine|demain|lunes|martes|miercoles|jueves|viernes|sabados?|domingos?|semana|hoy|lunedi|martedi|mercoledi|giovedi|venerdi|sabato|domenica|settimana|oggi|domani|segunda|terca|quarta|quinta|sexta|feira|hoje|amanha)$/
const today = /\b(?:today|tonight|now|heute|jetzt|aujourd.hui|maintenant|hoy|ahora|oggi|adesso|hoje|agora)\b/

/** A verb says less about the subject of a question than its object: "Can I bring my dog?" */
const verbs = [
  /\b(?:can|could|do|does|did|may|should|will|would|must) (?:i|you|we|he|she|they|one) (?:also |just |still |please )?(\p{L}+)/gu,
  /\b(?:need|have|want|like) to (\p{L}+)/gu,
  /\b(?:kann|konnen|darf|durfen|muss|mussen|soll|mochte|will)\b.{0,60} (\p{L}{2,20}n)$/gu,
  /^(?:(?:und|auch|hallo|ahm) )*(\p{L}+n) (?:sie|ihr)\b/gu,
  /^(?:(?:et|bonjour|euh|est ce que) )*vous (\p{L}+)/gu,
  /^(?:(?:y|hola|e|ola|ciao) )*(\p{L}{3,}(?:an|en|am|em|ate|ete|ite))\b/gu,
  /\b(?:je peux|puis je|peut on|on peut|vous pouvez|pouvez vous|est ce que vous|faut il) (\p{L}+)/gu,
  /\b(?:puedo|puede|pueden|podemos|hay que) (\p{L}+r)\b/gu,
  /\b(?:posso|puo|possiamo|potete) (\p{L}+re)\b/gu,
  /\b(?:posso|pode|podemos|podem|pode se) (\p{L}+r)\b/gu,
]

const verbsIn = (text: string): Set<string> => {
  const said = plain(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return new Set(verbs.flatMap((pattern) => [...said.matchAll(pattern)].map(([, verb = '']) => verb)))
}

export interface Asked {
  last: string
  /** The question that `last` follows up. */
  earlier?: string | undefined
  /** The index of the current day of the week, 0 for Monday. */
  today?: number | undefined
  /** The words of what the assistant is and works for, which say little about a question to it. */
  ownWords?: ReadonlySet<string> | undefined
  /** The same with the words of the first sentence of the instructions. */
  ownNames?: ReadonlySet<string> | undefined
}

export function readQuestion({
  last: asked,
  earlier = '',
  today: weekday,
  ownWords = new Set(),
  ownNames = ownWords,
}: Asked): Question {
  // As it is written in messages: "whats", "wheres".
  const last = asked.replace(/\b(what|where|when|who|how)s\b/gi, "$1's")
  const lastKinds = kindsOf(last)
  const kinds = lastKinds.length > 0 ? lastKinds : kindsOf(earlier)
  const allKinds = [...kinds, ...kindsOf(earlier)]
  const lastDays = daysIn(last, weekday)
  const isRelative = today.test(plain(last)) || lastDays.size > daysIn(last).size
  const terms = termsOf(last, allKinds, ownWords)
  const others = termsOf(earlier, allKinds, ownWords)
    .filter(({ word }) => !terms.some((term) => term.word === word))
    .map(({ word, weight }) => ({ word, weight: weight * earlierWeight }))
  return {
    terms: [...terms, ...others].slice(0, maxTerms),
    kinds,
    kindWeight: lastKinds.length > 0 ? 1 : 0.5,
    days: lastDays.size > 0 || lastKinds.length > 0 ? lastDays : daysIn(earlier, weekday),
    dayWeight: lastDays.size === 0 ? earlierWeight : isRelative ? lightWeight : 1,
    ownWords,
    ownNames,
    isToday: today.test(plain(last)),
  }
}

/** Words with hyphens that consist of stop words count as a whole: "one-to-one" has "onetoone". */
export function wordsOf(text: string): string[] {
  const said = plain(text)
  const compounds = (said.match(/(?<![\p{L}-])\p{L}{1,20}(?:-\p{L}{1,20}){1,4}/gu) ?? [])
    .filter((word) => word.split('-').some(isStopWord))
    .map((word) => word.replaceAll('-', ''))
  return [...(said.match(/[\p{L}\p{N}]+(?:[.,:]\p{N}+)*/gu) ?? []), ...compounds]
}

/** Names and numbers weigh more than other words. */
function termsOf(text: string, kinds: readonly Kind[], ownWords: ReadonlySet<string>): Term[] {
  const terms = new Map<string, Term>()
  const verbs = verbsIn(text)
  const rest = text.replace(/\b\d{1,2}(?::\d\d)?\s?(?:[ap]m\b|[ap]\.m\.|uhr\b|o.clock\b)/gi, ' ')
  for (const [index, original] of (rest.match(/[\p{L}\p{N}]+(?:[.,:]\p{N}+)*/gu) ?? []).entries()) {
    const word = plain(original)
    if (isStopWord(word) || dayWord.test(word) || terms.has(word) || terms.size >= maxTerms) continue
    if (kinds.some(({ words }) => words.test(word))) continue
    const isLight = isLightWord(word) || ownWords.has(word)
    const isName = index > 0 && /^\p{Lu}/u.test(original)
    const weight = isLight ? lightWeight : verbs.has(word) ? verbWeight : /\p{N}/u.test(original) ? 2 : isName ? 1.5 : 1
    terms.set(word, { word, weight })
  }
  return [...terms.values()]
}

/** Whether the text asks for anything. */
export function hasSubject(text: string): boolean {
  const { terms, kinds, days } = readQuestion({ last: text })
  return terms.length > 0 || kinds.length > 0 || days.size > 0
}

/** Joins words that the statements write as one: "sour dough", sourdough. */
export function joinCompounds(text: string, known: ReadonlySet<string>): string {
  const parts = text.split(/(?<=[\p{L}\p{N}])[ -](?=\p{L})/u)
  const joined: string[] = []
  for (let from = 0; from < parts.length; ) {
    const count = [3, 2].find((length) => {
      const word = plain(parts.slice(from, from + length).join(''))
      return from + length <= parts.length && (known.has(word) || known.has(`${word}s`))
    })
    joined.push(parts.slice(from, from + (count ?? 1)).join(''))
    from += count ?? 1
  }
  return joined.join(' ')
}
