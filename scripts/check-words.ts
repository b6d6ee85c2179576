// Finds words that the project does not use, in comments, strings, names and documents.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'oxc-parser'
import { type Fault, report } from './architecture/fault.ts'
import { lineAt } from './architecture/tree.ts'
import { exceptions, exemptPaths, wordRules } from './words/rules.ts'

const sourceFile = /\.(?:tsx?|mts|mjs)$/
const documentFile = /\.(?:md|ya?ml|html)$|(?:^|\/)\.env\.example$/

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
      const isAllowed = exceptions.some(
        (exception) => path.startsWith(exception.path ?? '') && exception.text.test(lines[line - 1]!),
      )
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
