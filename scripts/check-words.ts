// Finds words that the project does not use, in comments, strings, names and documents.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'oxc-parser'
import { type Fault, report } from './architecture/fault.ts'
import { lineAt } from './architecture/tree.ts'

const sourceFile = /\.(?:tsx?|mts|mjs)$/
const documentFile = /\.(?:md|ya?ml|html)$|(?:^|\/)\.env\.example$/

/** Files that quote the words, lists of words in other languages, public FAQs, documents of fictional companies, and history. */
const exemptPaths = [
  'CHANGELOG.md',
  'scripts/check-words.ts',
  'scripts/check-words.test.ts',
  'eval/retrieval/documents/',
  'eval/retrieval/faqs/',
  'eval/retrieval/sources/',
  'server/features/knowledge/search/stop-words.ts',
  'server/features/messages/contacts/languages/',
]

interface WordRule {
  /** Matched against prose, and against names split into words: `letGoOfKey` is `let go of key`. */
  pattern: RegExp
  use: string
  /** Default: both. Prose is comments, strings and documents. */
  only?: 'prose' | 'names'
}

const wordRules: readonly WordRule[] = [
  { pattern: /\balso if\b/i, use: 'even if, or a condition of its own', only: 'prose' },
  { pattern: /\bany more(?=[.,;:)]|$)/i, use: 'no longer', only: 'prose' },
  { pattern: /\bat hand\b/i, use: 'available', only: 'prose' },
  { pattern: /\bgoes on with\b/i, use: 'continues', only: 'prose' },
  { pattern: /\b(?:hears?|heard) of\b/i, use: 'is notified of or receives' },
  { pattern: /\bin the midst of\b/i, use: 'during', only: 'prose' },
  { pattern: /\bin the wild\b/i, use: 'existing', only: 'prose' },
  { pattern: /\bin vain\b/i, use: 'without success', only: 'prose' },
  { pattern: /\b(?:is|are|was|were|be|been|being) told\b/i, use: 'gets, receives or is notified', only: 'prose' },
  { pattern: /\blet(?:s|ting)? go of\b/i, use: 'release' },
  { pattern: /\bmeanwhile\b/i, use: 'in the meantime, or nothing', only: 'prose' },
  { pattern: /\bmust not be let\b|\bfrom now on\b/i, use: 'the present tense', only: 'prose' },
  { pattern: /\b(?:no\s?body|no one) (?:knows|else)\b/i, use: 'unknown' },
  { pattern: /\bput aside\b/i, use: 'hold or reserve' },
  { pattern: /\b(?:some|any)body\b/i, use: 'the subject itself: a client, an agent, a process', only: 'prose' },
  { pattern: /\bst(?:ands?|ood)\b/i, use: 'is, means, contains or replaces' },
  { pattern: /\bthe present (?!tense)/i, use: 'the current', only: 'prose' },
  { pattern: /\bthe world\b|\bworlds\b/i, use: 'the public, the internet or everyone', only: 'prose' },
  { pattern: /\bwho(?:m|so)?ever\b/i, use: 'the subject itself: the client, the caller, the process' },
  { pattern: /\bwish(?:es|ed)?\b/i, use: 'request' },
  {
    pattern: /^Of (?:an?|the|its|what|those|all|every|each|one|own)\b/,
    use: 'a full sentence',
    only: 'prose',
  },
]

/** A match on a line with this text is allowed. */
const exceptions = [
  // The offline model reads customers' sentences, and German.
  { path: 'server/models/offline/phrases/', text: /stand/ },
]

interface Passage {
  line: number
  text: string
  kind: 'prose' | 'names'
}

export function checkWords(path: string, text: string): Fault[] {
  const passages = sourceFile.test(path) ? sourcePassages(path, text) : documentPassages(text)
  const lines = text.split('\n')
  const faults = new Map<string, Fault>()
  for (const { line, text: passage, kind } of passages) {
    for (const { pattern, use, only } of wordRules) {
      if (only !== undefined && only !== kind) continue
      const word = pattern.exec(passage)?.[0]
      if (word === undefined) continue
      const isAllowed = exceptions.some((each) => path.startsWith(each.path) && each.text.test(lines[line - 1]!))
      if (!isAllowed) faults.set(`${line} ${word}`, { path, line, message: `uses “${word}”; use ${use}` })
    }
  }
  return [...faults.values()]
}

function sourcePassages(path: string, text: string): Passage[] {
  const passages: Passage[] = []
  const { program, comments } = parseSync(path, text)
  const addProse = (start: number, prose: string): void => {
    const first = lineAt(text, start)
    for (const [index, line] of prose.split('\n').entries())
      passages.push({ line: first + index, text: line.replace(/^[\s*]+/, ''), kind: 'prose' })
  }
  const addName = ({ start, name }: { start: number; name: string }): void => {
    passages.push({ line: lineAt(text, start), text: wordsOf(name), kind: 'names' })
  }
  for (const { start, value } of comments) addProse(start, value)
  new Visitor({
    Literal: ({ start, value }) => {
      if (typeof value === 'string') addProse(start, value)
    },
    TemplateElement: ({ start, value }) => addProse(start, value.raw),
    JSXText: ({ start, value }) => addProse(start, value),
    Identifier: addName,
    PrivateIdentifier: addName,
  }).visit(program)
  return passages
}

const documentPassages = (text: string): Passage[] =>
  text.split('\n').map((line, index) => ({ line: index + 1, text: line, kind: 'prose' }))

/** `letGoOfKey` and `let_go_of_key` become `let go of key`. */
function wordsOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
}

if (import.meta.main) {
  const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trimEnd().split('\n')
  const paths = tracked.filter(
    (path) =>
      (sourceFile.test(path) || documentFile.test(path)) && !exemptPaths.some((exempt) => path.startsWith(exempt)),
  )
  const faults = paths.flatMap((path) => checkWords(path, readFileSync(path, 'utf8')))
  report('words', `${paths.length} files`, faults)
}
