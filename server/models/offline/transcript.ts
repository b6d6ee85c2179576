// Extracts names, addresses and numbers from a conversation with simple patterns.
import type { ChatMessage } from '#server/ports/language-model.ts'
import { plain } from './language.ts'
import { phrasesByLanguage } from './phrases/index.ts'
import { isStopWord } from './stop-words.ts'

export interface Turn {
  speaker: 'user' | 'assistant'
  text: string
}

const labelled = /^\s*[[(*]*(user|customer|caller|human|client|lead|assistant|agent|ai|bot)[\])*]*\s*:(.*)$/i
const assistants = /^(assistant|agent|ai|bot)$/i

const handedOver = '[The call was handed over to you by '

/** What the customer has said to this assistant in a message of a call, without events such as "[The customer is silent.]". */
export function saidIn(content: string): string {
  const text = content.slice(Math.max(content.lastIndexOf(handedOver), 0))
  let said = ''
  let from = 0
  while (from < text.length) {
    const opened = text.indexOf('[', from)
    const closed = opened < 0 ? -1 : text.indexOf(']', opened)
    if (closed < 0) break
    said += text.slice(from, opened)
    from = closed + 1
  }
  return (said + text.slice(from)).trim()
}

/** Splits a message that is itself a transcript (two or more lines "customer: …"). */
export function turnsOf(messages: ChatMessage[]): Turn[] {
  return messages.flatMap((message): Turn[] => {
    if (message.role !== 'user' && message.role !== 'assistant') return []
    const lines = message.content.split('\n').map((line) => labelled.exec(line))
    const told = lines.filter((line) => line !== null)
    if (told.length < 2) return [{ speaker: message.role, text: message.content }]
    return told.map(([, label = '', text = '']) => ({
      speaker: assistants.test(label) ? 'assistant' : 'user',
      text: text.trimStart(),
    }))
  })
}

const introductions = Object.values(phrasesByLanguage).map(({ hears }) => hears.introduces)
const introduced = /^[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+){0,2}/iu
const email = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/u
const phone = /(?<![\p{L}\p{N}])\+?\d(?:[\s().\-/]{0,2}\d){6,14}(?!\d)/u

const noName = /^(?:back|tomorrow|tonight|today|later|a|an|not|important|egal|unwichtig|nicht|again|morgen|please)$/

export function nameIn(text: string): string | undefined {
  for (const introduction of introductions) {
    const found = introduction.exec(text)
    const words = found && introduced.exec(text.slice(found.index + found[0].length))?.[0].split(' ')
    if (!words) continue
    // Case is ignored in the introduction, not in the surname: "my name is Bob and I …" contains the name Bob.
    const end = words.findIndex((word, index) => index > 0 && !/^\p{Lu}/u.test(word))
    if (noName.test(plain(words[0]!)) || (/^\p{Ll}/u.test(words[0]!) && isStopWord(plain(words[0]!)))) continue
    const name = words.slice(0, end < 0 ? words.length : end).join(' ')
    // Speech recognition writes names without capitals: "my name is tom maier".
    const rest = text.slice(found!.index + found![0].length)
    const spoken = /^(\p{Ll}{1,40} \p{Ll}{2,40})(?=\s?[.,!]|\s?$|\s(?:and|und|et|y|e)\s)/u.exec(rest)?.[1]
    return spoken !== undefined && !isStopWord(plain(spoken.split(' ')[1]!)) ? spoken : name
  }
  return undefined
}

/** The last name that the user gave, including a single word after being asked. */
export function nameOf(turns: Turn[]): string | undefined {
  return turns
    .map(({ speaker, text }, index) => {
      if (speaker !== 'user') return undefined
      const before = turns[index - 1]
      const wasAsked = before?.speaker === 'assistant' && asksForName(before.text)
      const reply = text.trim().replace(/[.!]$/, '')
      return (
        nameIn(text) ?? (wasAsked && /^\p{Lu}[\p{L}'’-]+( \p{Lu}[\p{L}'’-]+){0,2}$/u.test(reply) ? reply : undefined)
      )
    })
    .findLast((name) => name !== undefined)
}

function asksForName(text: string): boolean {
  return text.split(/[.!]/).some((sentence) => {
    const at = sentence.search(/\b(?:name|nombre|nom|nome)\b/i)
    return at >= 0 && sentence.includes('?', at)
  })
}

export function emailIn(text: string): string | undefined {
  return email.exec(text)?.[0].replace(/\.$/, '')
}

export function phoneIn(text: string): string | undefined {
  return phone.exec(text)?.[0].trim()
}

/** The latest match in the messages of the user. */
export function latest(turns: Turn[], find: (text: string) => string | undefined): string | undefined {
  return turns
    .filter(({ speaker }) => speaker === 'user')
    .map(({ text }) => find(text))
    .findLast((found) => found !== undefined)
}
