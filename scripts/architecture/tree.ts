// Reads the source files and migrations of a tree, and finds their imports.
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { sourceFolders } from './layers.ts'
import { type Scan, scan } from './scan.ts'

export interface Import {
  /** The path from the root, or the name of a package. */
  target: string
  ours: boolean
  line: number
  typeOnly: boolean
}

export interface Source extends Scan {
  path: string
  text: string
  lines: number
  imports: Import[]
  /** True for tests, suites and fixtures, to which most rules do not apply. */
  isTest: boolean
}

export interface Tree {
  sources: Source[]
  migrations: { path: string; text: string }[]
}

const skippedFolders = new Set(['node_modules', 'dist', 'build', 'coverage'])
const fromPattern =
  /\b(?:import|export)\s*(type\s+(?!from\b))?(?:[\w$]+\s*,?\s*)?(\*(?:\s*as\s+[\w$]+)?|\{[^}]*\})?\s*\bfrom\s*(?=['"])/g
const barePattern = /\b(?:import|require)\s*(?:\(\s*)?(?=['"`])/g

export function readTree(root: string): Tree {
  const tree: Tree = { sources: [], migrations: [] }
  for (const path of sourceFolders.flatMap((folder) => listFiles(root, folder))) {
    if (/\.(?:tsx?|mts|mjs)$/.test(path)) tree.sources.push(readSource(path, readFileSync(join(root, path), 'utf8')))
    else if (/^server\/migrations\/.*\.sql$/.test(path))
      tree.migrations.push({ path, text: readFileSync(join(root, path), 'utf8') })
  }
  return tree
}

export function readSource(path: string, text: string): Source {
  const scanned = scan(text)
  const textAt = new Map(scanned.texts.map((one) => [one.start, one.value]))
  const imports: Import[] = []
  for (const [pattern, isFrom] of [[fromPattern, true] as const, [barePattern, false] as const]) {
    for (const match of scanned.code.matchAll(pattern)) {
      const specifier = textAt.get(match.index + match[0].length)
      if (specifier === undefined) continue
      const names = isFrom && match[2]?.startsWith('{') ? match[2].slice(1, -1).split(',') : []
      const allTypes = names.some((name) => name.trim()) && names.every((name) => /^\s*(?:type\s|$)/.test(name))
      imports.push({
        ...resolveImport(path, specifier),
        line: lineAt(text, match.index),
        typeOnly: isFrom && (match[1] !== undefined || allTypes),
      })
    }
  }
  return {
    ...scanned,
    path,
    text,
    lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
    imports,
    isTest: /[.-](?:test|suite|fixtures)\.tsx?$/.test(path),
  }
}

export function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++
  return line
}

/** `#module/…` follows `imports` in package.json, and `@parley/…` names a package of this repository. */
function resolveImport(from: string, specifier: string): { target: string; ours: boolean } {
  if (specifier.startsWith('#')) return { target: posix.normalize(specifier.slice(1)), ours: true }
  if (specifier.startsWith('@parley/')) return { target: specifier.replace('@parley', 'packages'), ours: true }
  if (specifier.startsWith('.'))
    return { target: posix.normalize(posix.join(posix.dirname(from), specifier)), ours: true }
  return { target: specifier, ours: false }
}

function listFiles(root: string, folder: string): string[] {
  let entries: import('node:fs').Dirent[]
  try {
    entries = readdirSync(join(root, folder), { withFileTypes: true })
  } catch {
    return []
  }
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isFile()) return [path]
    if (!entry.isDirectory() || entry.name.startsWith('.') || skippedFolders.has(entry.name)) return []
    return listFiles(root, path)
  })
}
