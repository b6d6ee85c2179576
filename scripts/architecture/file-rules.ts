// Checks the rules for single files: first line, length, exports, use of the environment and network access.
import type { Expression } from 'oxc-parser'
import type { Fault } from './fault.ts'
import { lineAt, nameOf, type Source, type Tree } from './tree.ts'

const environmentReaders =
  /^(?:server\/config\.ts|dashboard\/vite\.config\.ts|cli\/(?:main\.ts|parley\.mjs)|scripts\/.*|bench\/.*)$/
const networkModules =
  /^(?:packages\/|server\/(?:platform\/(?:safe-fetch(?:\.ts$|\/)|files\/s3-files\.ts$|vendor-(?:json|speech)\/)|carriers\/|models\/)|sdk\/|cli\/|testing\/|eval\/|scripts\/|bench\/)/
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
  if (isTest || lines <= linesToWarn || /\/data\/|[.-]data\.ts$|^testing\/suites\/|^dashboard\/src\/texts\//.test(path))
    return []
  if (lines > linesToFail) return [{ path, message: `has ${lines} lines; split it, the limit is ${linesToFail}` }]
  return [{ path, message: `has ${lines} lines; split files of more than ${linesToWarn} lines`, warning: true }]
}

function checkDefaultExport({ path, text, visit }: Source): Fault[] {
  // Declarations describe packages as they are.
  if (/\.config\.(?:ts|mjs)$|\.d\.ts$/.test(path)) return []
  const faults: Fault[] = []
  const add = ({ start }: { start: number }) =>
    faults.push({ path, line: lineAt(text, start), message: 'has a default export; use a named one' })
  visit({
    ExportDefaultDeclaration: add,
    ExportSpecifier(node) {
      if (node.exported.type === 'Identifier' && node.exported.name === 'default') add(node)
    },
  })
  return faults
}

function checkEnvironment({ path, text, imports, isTest, visit }: Source): Fault[] {
  if (isTest || environmentReaders.test(path)) return []
  const faults = imports
    .filter(({ target }) => /^(?:node:)?process$/.test(target))
    .map(({ line }) => ({ path, line, message: 'imports process; use the global, and Config for the environment' }))
  const add = ({ start }: { start: number }) =>
    faults.push({ path, line: lineAt(text, start), message: 'reads process.env; use the Config of server/config.ts' })
  visit({
    MemberExpression(node) {
      if (nameOf(node) === 'process.env') add(node)
    },
    VariableDeclarator(node) {
      if (node.id.type !== 'ObjectPattern' || !node.init || nameOf(node.init) !== 'process') return
      if (
        node.id.properties.some(
          (property) => property.type === 'Property' && nameOf(property.key as Expression) === 'env',
        )
      )
        add(node)
    },
  })
  return faults
}

function checkNetworkAccess({ path, text, imports, isTest, visit }: Source): Fault[] {
  if (isTest || networkModules.test(path)) return []
  const remedy = /^(?:dashboard|widget)\//.test(path)
    ? 'use the SDK'
    : 'use a port, or server/platform/safe-fetch for URLs that a user chose'
  const faults = imports
    .filter(({ target, typeOnly }) => !typeOnly && requestPackages.test(target))
    .map(({ target, line }) => ({ path, line, message: `imports ${target}: ${remedy}` }))
  const add = ({ start }: { start: number }) =>
    faults.push({ path, line: lineAt(text, start), message: `calls fetch: ${remedy}` })
  visit({
    CallExpression(node) {
      if (nameOf(node.callee) === 'fetch') add(node)
    },
    MemberExpression(node) {
      if (nameOf(node) === 'globalThis.fetch') add(node)
    },
  })
  return faults
}
