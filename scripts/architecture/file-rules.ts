// Checks the rules for single files: first line, length, exports, use of the environment and network access.
import type { Fault } from './fault.ts'
import { lineAt, type Source, type Tree } from './tree.ts'

const environmentReaders = /^(?:server\/config\.ts|cli\/(?:main\.ts|parley\.mjs)|scripts\/.*|bench\/.*)$/
const networkModules =
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
    ...checkNetworkAccess(source),
  ])
}

function checkOpening({ path, text }: Source): Fault[] {
  const [first = ''] = text.replace(/^#!.*\n/, '').split('\n', 1)
  if (/^\/\/ \S.*\.$/.test(first.trimEnd())) return []
  return [{ path, line: 1, message: 'does not begin with a comment like `// What the file is for.`' }]
}

function checkLength({ path, lines, isTest }: Source): Fault[] {
  if (isTest || lines <= linesToWarn || /\/data\/|[.-]data\.ts$|^server\/testing\/suites\//.test(path)) return []
  if (lines > linesToFail) return [{ path, message: `has ${lines} lines; split it, the limit is ${linesToFail}` }]
  return [{ path, message: `has ${lines} lines; split files of more than ${linesToWarn} lines`, warning: true }]
}

function checkDefaultExport(source: Source): Fault[] {
  if (/\.config\.(?:ts|mjs)$/.test(source.path)) return []
  return find(
    source,
    /\bexport\s+default\b|\bexport\s*\{[^}]*\bas\s+default\b/g,
    'has a default export; use a named one',
  )
}

function checkEnvironment(source: Source): Fault[] {
  if (source.isTest || environmentReaders.test(source.path)) return []
  const readsEnvironment = /\bprocess\s*\??\.\s*env\b|\{[^{}]*\benv\b[^{}]*\}\s*=\s*process\b/g
  return [
    ...find(source, readsEnvironment, 'reads process.env; use the Config of server/config.ts'),
    ...source.imports
      .filter(({ target }) => /^(?:node:)?process$/.test(target))
      .map(({ line }) => ({
        path: source.path,
        line,
        message: 'imports process; use the global, and Config for the environment',
      })),
  ]
}

function checkNetworkAccess(source: Source): Fault[] {
  if (source.isTest || networkModules.test(source.path)) return []
  const remedy = /^(?:dashboard|widget)\//.test(source.path)
    ? 'use the SDK'
    : 'use a port, or server/platform/safe-fetch for URLs that a user chose'
  const imported = source.imports
    .filter(({ target, typeOnly }) => !typeOnly && requestPackages.test(target))
    .map(({ target, line }) => ({ path: source.path, line, message: `imports ${target}: ${remedy}` }))
  const called = [...source.code.matchAll(/(?<![\w$.#])fetch\s*\(|\bglobalThis\s*\.\s*fetch\b/g)]
    .filter((match) => !match[0].startsWith('fetch') || !isDefinition(source.code, match.index))
    .map((match) => ({ path: source.path, line: lineAt(source.text, match.index), message: `calls fetch: ${remedy}` }))
  return [...imported, ...called]
}

/** In the definition of a function named fetch, a body or a return type follows the parentheses. */
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
