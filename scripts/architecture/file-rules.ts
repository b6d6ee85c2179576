// Checks what every single file owes the house: an opening sentence, named exports, its length, its reach outside.
import type { Fault } from './fault.ts'
import { lineAt, type Source, type Tree } from './tree.ts'

const environmentReaders = /^(?:server\/config\.ts|cli\/(?:main\.ts|parley\.mjs)|scripts\/.*|bench\/.*)$/
const outsideReachers =
  /^(?:packages\/|server\/(?:platform\/safe-fetch(?:\.ts$|\/)|carriers\/|models\/|testing\/)|sdk\/|cli\/|scripts\/|bench\/)/
const requestPackages = /^(?:undici|(?:node:)?https?2?|axios|got|ky|node-fetch|needle|superagent)$/
const linesToWarn = 300
const linesToFail = 400

export function checkFileRules(tree: Tree): Fault[] {
  return tree.sources.flatMap((source) => [
    ...checkOpening(source),
    ...checkLength(source),
    ...checkDefaultExport(source),
    ...checkEnvironment(source),
    ...checkReachOutside(source),
  ])
}

function checkOpening({ path, text }: Source): Fault[] {
  const [first = ''] = text.replace(/^#!.*\n/, '').split('\n', 1)
  if (/^\/\/ \S.*\.$/.test(first.trimEnd())) return []
  return [{ path, line: 1, message: 'does not open with a sentence, `// What the file is for.`' }]
}

function checkLength({ path, lines, isTest }: Source): Fault[] {
  if (isTest || lines <= linesToWarn || /\/data\/|[.-]data\.ts$|^server\/testing\/suites\//.test(path)) return []
  if (lines > linesToFail) return [{ path, message: `has ${lines} lines; cut it, ${linesToFail} is the end` }]
  return [{ path, message: `has ${lines} lines; over ${linesToWarn} is asking to be cut`, warning: true }]
}

function checkDefaultExport(source: Source): Fault[] {
  if (/\.config\.(?:ts|mjs)$/.test(source.path)) return []
  return find(source, /\bexport\s+default\b|\bexport\s*\{[^}]*\bas\s+default\b/g, 'exports a default; name it')
}

function checkEnvironment(source: Source): Fault[] {
  if (source.isTest || environmentReaders.test(source.path)) return []
  const readsEnvironment = /\bprocess\s*\??\.\s*env\b|\{[^{}]*\benv\b[^{}]*\}\s*=\s*process\b/g
  return [
    ...find(source, readsEnvironment, 'reads process.env; take it from the Config of server/config.ts'),
    ...source.imports
      .filter(({ target }) => /^(?:node:)?process$/.test(target))
      .map(({ line }) => ({
        path: source.path,
        line,
        message: 'imports process; use the global, and Config for env',
      })),
  ]
}

function checkReachOutside(source: Source): Fault[] {
  if (source.isTest || outsideReachers.test(source.path)) return []
  const wayOut = /^(?:dashboard|widget)\//.test(source.path)
    ? 'talk through the SDK'
    : 'addresses outside are reached through a port, those that a user chose through server/platform/safe-fetch'
  const imported = source.imports
    .filter(({ target, typeOnly }) => !typeOnly && requestPackages.test(target))
    .map(({ target, line }) => ({ path: source.path, line, message: `imports ${target}: ${wayOut}` }))
  const called = [...source.code.matchAll(/(?<![\w$.#])fetch\s*\(|\bglobalThis\s*\.\s*fetch\b/g)]
    .filter((match) => !match[0].startsWith('fetch') || !isDefinition(source.code, match.index))
    .map((match) => ({ path: source.path, line: lineAt(source.text, match.index), message: `calls fetch: ${wayOut}` }))
  return [...imported, ...called]
}

/** A method or a function named fetch: its parentheses are followed by a body or a return type. */
function isDefinition(code: string, at: number): boolean {
  let end = code.indexOf('(', at)
  let open = 0
  do {
    if (code[end] === '(') open++
    else if (code[end] === ')') open--
    end++
  } while (open > 0 && end < code.length)
  const after = code.slice(end).trimStart()[0]
  return after === '{' || (after === ':' && !/[?:]\s*(?:await\s+)?$/.test(code.slice(Math.max(0, at - 40), at)))
}

function find(source: Source, pattern: RegExp, message: string): Fault[] {
  return [...source.code.matchAll(pattern)].map((match) => ({
    path: source.path,
    line: lineAt(source.text, match.index),
    message,
  }))
}
