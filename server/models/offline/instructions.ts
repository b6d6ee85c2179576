// Reads the instructions of an assistant: who it is, and what it may tell customers.
import type { Passage } from '#server/ports/language-model.ts'
import { isForAssistant } from './for-assistant.ts'
import { behaviourTitle, type InstructionPatterns, instructionPatterns } from './instruction-patterns.ts'
import { plain } from './language.ts'
import { type Language, phrasesByLanguage } from './phrases/index.ts'
import { ownPart } from './prompt.ts'
import { hasSecretLabel, isAboutSentenceBefore, isSecret } from './secrets.ts'
import { isTechnical } from './speakable.ts'
import { sentencesOf, withoutMarkdown } from './statements.ts'
import { isStopWord } from './stop-words.ts'

export interface Instructions {
  name: string | undefined
  /** Who the assistant is, in its own words: "I am Mia, the assistant of Fjord Bikes." */
  identity: string | undefined
  /** The words of what it is and works for. */
  ownWords: ReadonlySet<string>
  /** The same with the words of the first sentence, which says for whom the assistant works. */
  ownNames: ReadonlySet<string>
  /** What the assistant may say to customers, as passages without a document. */
  known: Passage[]
}

const maxLines = 1_000
const maxFirstSentence = 300

const knownHeading = /^#{1,3} (?:what you know|was du (?:über .* )?weißt|ce que vous savez)\b.*$/imu
const heading = /^\s{0,3}#{1,6}\s+(\S.*)$/
const bold = /^\s*(?:\*\*|__)([^*_]{1,80})(?:\*\*|__):?\s*$/
const capitals = /^[\p{Lu}][\p{Lu}\s&'’/-]{2,60}:?$/u
const lead = /^([\p{L}][\p{L}\s&'’/-]{2,40}):$/u
const listMark = /^(\s{0,20}(?:[-*+•]|\d{1,3}[.)])\s{1,8})(\S.*)$/
const label = /^(?:\*\*|__)?([\p{L}][\p{L}\s'’/-]{1,40}?)(?:\*\*|__)?\s*:(?:\*\*|__)?\s+(\S.*)$/u
const greetingLabel = /^(?:greeting|begrüßung|saludo|accueil|saluto|saudação|(?:first|initial|welcome) message)/i
const roleLabel = /^(?:role|rolle|rôle|rol|papel|ruolo|função|you are|identity|persona)$/i

export function readInstructions(prompt: string, language: Language): Instructions {
  const own = ownPart(prompt)
  const patterns =
    language === 'en' ? [instructionPatterns.en] : [instructionPatterns[language], instructionPatterns.en]
  const whole = readLines(own, patterns, language)
  const marked = knownHeading.exec(own)
  const known = marked ? readLines(sectionAfter(own, marked), patterns, language) : whole
  const { identity, name } = whole
  const others = known.others.map(({ subject, text }) => ({ text, source: { document: '', headings: [subject] } }))
  const lines = known.lines.join('\n').trim()
  const ownWords = wordsIn(identity ?? '')
  return {
    identity,
    name,
    ownWords,
    ownNames: new Set([...ownWords, ...wordsIn(sentencesOf(own.trimStart().slice(0, maxFirstSentence))[0] ?? '')]),
    known: [...(lines === '' ? [] : [{ text: lines, source: { document: '' } }]), ...others],
  }
}

const wordsIn = (text: string): ReadonlySet<string> =>
  new Set((plain(text).match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !isStopWord(word)))

const sectionAfter = (text: string, found: RegExpExecArray): string =>
  text.slice(found.index + found[0].length).split(/^#/m)[0] ?? ''

interface Reading {
  lines: string[]
  others: { subject: string; text: string }[]
  identity: string | undefined
  name: string | undefined
}

function readLines(text: string, patterns: readonly InstructionPatterns[], language: Language): Reading {
  const reading: Reading = { lines: [], others: [], identity: undefined, name: undefined }
  let isSkipped = false
  let isCode = false
  const lines = text.split('\n').filter((line, index, all) => line.trim() !== '' || all[index - 1]?.trim() !== '')
  for (const line of joinBroken(lines.slice(0, maxLines))) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode
    if (isCode || /^\s*(?:```|~~~)/.test(line)) continue
    const title = titleOf(line)
    if (title !== undefined) {
      isSkipped = behaviourTitle.test(title)
      if (!isSkipped) reading.lines.push('', `## ${sentenceCase(title)}`, '')
      continue
    }
    if (isSkipped) {
      readSentences(line, patterns, language, reading, true)
      continue
    }
    const [, mark = '', rest = line] = listMark.exec(line) ?? []
    const said = readSentences(rest, patterns, language, reading, false)
    const isRow = /^\s*\|.*\|\s*$/.test(line)
    if (said !== '') reading.lines.push(`${mark}${said}`, ...(mark === '' && !isRow ? [''] : []))
    else if (line.trim() === '') reading.lines.push('')
  }
  return reading
}

/** Joins lines of a paragraph that end within a sentence. */
function joinBroken(lines: readonly string[]): string[] {
  const joined: string[] = []
  for (const line of lines) {
    const before = joined.at(-1)
    const continues =
      before !== undefined && before.trim() !== '' && !/[.!?:;)]\s*$/.test(before) && /^\s{0,3}\p{Ll}/u.test(line)
    if (continues) joined[joined.length - 1] = `${before.trimEnd()} ${line.trim()}`
    else joined.push(line)
  }
  return joined
}

function titleOf(line: string): string | undefined {
  const trimmed = line.trim()
  const titled = heading.exec(line) ?? bold.exec(line) ?? lead.exec(trimmed)
  if (titled) return withoutMarkdown(titled[1]!).replace(/:$/, '')
  return capitals.test(trimmed) ? trimmed.replace(/:$/, '') : undefined
}

const sentenceCase = (title: string): string =>
  title === title.toUpperCase() ? `${title.charAt(0)}${title.slice(1).toLowerCase()}` : title

/** Returns the part of a line that customers may hear, and takes from it who the assistant is. */
function readSentences(
  line: string,
  patterns: readonly InstructionPatterns[],
  language: Language,
  reading: Reading,
  onlyIdentity: boolean,
): string {
  if (hasSecretLabel(line)) return ''
  const labelled = label.exec(line.trim())
  if (labelled && greetingLabel.test(labelled[1]!)) return ''
  if (labelled && behaviourTitle.test(labelled[1]!)) {
    if (roleLabel.test(labelled[1]!)) reading.identity ??= asRole(labelled[2]!, language)
    return ''
  }
  const all = sentencesOf(withoutPlaceholders(line)).map((sentence) => ({ sentence, text: withoutMarkdown(sentence) }))
  const said = all.flatMap(({ sentence, text }, index) => {
    const next = all[index + 1]
    if (text === '' || isTechnical(text) || isSecret(text) || (next && isAboutSentenceBefore(next.text))) return []
    const who = identityIn(text, patterns)
    if (who !== undefined) {
      reading.name ??= nameIn(text, who)
      if (/^(?:I am|Ich bin|Je suis|Soy|Sono|Sou) /.test(who)) reading.identity ??= who
      return [who]
    }
    const told = sayableIn(text, patterns)
    if (told === undefined) return []
    if (told.subject === undefined) return [told.text === text ? sentence : told.text]
    reading.others.push({ subject: told.subject, text: told.text })
    return []
  })
  return onlyIdentity ? '' : said.join(' ')
}

const placeholder = /<[^<>\n]{2,120}>|\[[^\][\n]{2,120}\](?!\()|\{\{?[^{}\n]{2,120}\}?\}/

/** Leaves out the clauses that still have to be filled in, such as "<insert hours>". */
function withoutPlaceholders(line: string): string {
  if (!placeholder.test(line)) return line
  const clauses = line.split(/(?<=[.!?;,])\s+/).filter((clause) => !placeholder.test(clause))
  const rest = clauses.join(' ').replace(/[,;]$/, '.')
  return /^(?:if|when|in case|wenn|falls|si|quand|se|cuando)\b/i.test(rest) ? '' : rest
}

/** "Role: phone assistant for Golden Crust Bakery" */
function asRole(role: string, language: Language): string {
  const text = role.replace(/^(?:you are|i am)\s+/i, '').replace(/\.$/, '')
  const begin = phrasesByLanguage[language].iAm
  const article = language === 'en' && /^\p{Ll}/u.test(text) && !/^(?:an?|the|your) /.test(text) ? 'the ' : ''
  return `${begin} ${article}${text}.`
}

function identityIn(text: string, patterns: readonly InstructionPatterns[]): string | undefined {
  for (const { youAre, manners } of patterns)
    for (const [begin, own] of youAre)
      if (begin.test(text)) {
        const rest = text
          .replace(begin, '')
          .replace(manners, '')
          .replace(/\band you (?=\p{L})/giu, 'and I ')
        return `${own}${rest.replace(/\byour\b/g, 'my')}`
      }
  return undefined
}

/** "You are Mia, …" and "Your name is Mia." have a name, "You are the assistant" has none. */
function nameIn(text: string, who: string): string | undefined {
  const [, name] =
    /^(?:I am|My name is|Ich bin|Mein Name ist|Ich heiße|Je suis|Mon nom est|Je m’appelle|Soy|Me llamo|Sono|Mi chiamo|Sou|Chamo-me) (\p{Lu}[\p{L}'’-]+)(?![\p{L}'’-])/u.exec(
      who,
    ) ?? []
  if (name !== undefined && text.includes(name)) return name
  const [, given] =
    /\b(?:[Yy]our name is|[Ii]hr Name ist|[Dd]ein Name ist|[Vv]otre nom est|[Tt]on nom est|[Tt]e llamas|[Tt]i chiami) (\p{Lu}[\p{L}'’-]+)/u.exec(
      text,
    ) ?? []
  if (given !== undefined) return given
  return /\b(?:named|called|namens|nommée?|llamad[ao]|di nome|chamad[ao]) (\p{Lu}[\p{L}'’-]+)/u.exec(text)?.[1]
}

function sayableIn(
  text: string,
  patterns: readonly InstructionPatterns[],
): { text: string; subject?: string } | undefined {
  for (const { ifAsked, tell, behave, addressed } of patterns) {
    const asked = ifAsked.exec(text)?.groups
    if (asked) return { text: asSentence(asked['said']!, addressed), subject: asked['subject']! }
    const told = tell.exec(text)
    if (told) return { text: asSentence(`${told.groups?.['lead'] ?? ''}${text.slice(told[0].length)}`, addressed) }
    if (behave.test(text) || isForAssistant(text)) return undefined
  }
  return { text }
}

function asSentence(text: string, addressed: InstructionPatterns['addressed']): string {
  const [first] = addressed
  const isAddressed = first?.[0].test(text) ?? false
  const said = isAddressed ? addressed.reduce((all, [pattern, own]) => all.replace(pattern, own), text) : text
  const plainText = said.replace(/^["“„«]\s?|\s?["”“»](?=[.!?]?$)/g, '')
  const sentence = plainText.charAt(0).toUpperCase() + plainText.slice(1)
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`
}
