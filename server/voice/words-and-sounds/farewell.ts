// Tells whether a text says goodbye, and does not only talk about it.
import { findTurnLanguage } from './languages/index.ts'
import { endsWithPhrase, phraseLengthAt, phraseSet, wordsOf } from './words.ts'

/** For languages without word lists. */
const universal = {
  farewells: phraseSet(
    'bye, bye bye, goodbye, ciao, do widzenia, do usłyszenia, na razie, nashledanou, na shledanou, dovidenia, viszlát, viszonthallásra, la revedere, довиждане, до свидания, всего доброго, до побачення, doviđenja, nasvidenje, hej då, hejdå, adjö, farvel, ha det, ha det bra, hei hei, näkemiin, kuulemiin, αντίο, γεια σας, hoşça kalın, görüşürüz, iyi günler, adéu, さようなら, 失礼します, 失礼いたします, 再见, 再見, 拜拜, 안녕히 계세요, مع السلامة, להתראות, अलविदा, tạm biệt, selamat tinggal, sampai jumpa, paalam',
  ),
  beforeMentions: phraseSet('say, to'),
  commands: phraseSet('stop, hello'),
  goesOn: phraseSet('and, but'),
}
/** A goodbye is at the end of a text. */
const examinedLength = 200
/** After the goodbye, in its own clause and in all: "Goodbye, Mrs Brown, and thanks". */
const maxWordsBeside = 2
const maxWordsAfter = 5

export function isFarewell(text: string, language: string): boolean {
  const lists = findTurnLanguage(language) ?? universal
  // "Bye for now, but" continues.
  if (endsWithPhrase(wordsOf(text.slice(-examinedLength)), lists.goesOn)) return false
  const clauses = text.slice(-examinedLength).match(/[^.!?,;:…。！？、，؟،।]+[.!?,;:…。！？、，؟،।]*/g) ?? []
  let wordsAfter = 0
  for (const clause of clauses.toReversed()) {
    // What is asked after a goodbye wants an answer.
    if (/[?？؟]/.test(clause)) return false
    const words = wordsOf(clause)
    if (saysGoodbye(words, lists)) return true
    wordsAfter += words.length
    if (wordsAfter > maxWordsAfter || containsOther(words, lists)) return false
  }
  return false
}

type Lists = Pick<
  NonNullable<ReturnType<typeof findTurnLanguage>>,
  'farewells' | 'beforeMentions' | 'commands' | 'goesOn'
>

/** Whether the clause ends with a farewell, possibly with a name after it. */
function saysGoodbye(words: readonly string[], { farewells, beforeMentions }: Lists): boolean {
  const isMention = (at: number): boolean => at >= 0 && phraseLengthAt(words, at, beforeMentions) > 0
  for (let at = 0; at < words.length; at++) {
    const length = phraseLengthAt(words, at, farewells)
    if (length === 0) continue
    const after = words.slice(at + length)
    const isLast = after.length <= maxWordsBeside && !after.some((_, index) => isMention(at + length + index))
    if (isLast && !isMention(at - 1)) return true
  }
  return false
}

/** A request such as "wait" after the goodbye. */
const containsOther = (words: readonly string[], { commands }: Lists): boolean =>
  words.some((_, at) => phraseLengthAt(words, at, commands) > 0)
