// Reads the source files and migrations of a tree, and finds their imports.
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { type Expression, parseSync, Visitor, type VisitorObject } from 'oxc-parser'
import { sourceFolders } from './layers.ts'

export interface Import {
  /** The path from the root, or the name of a package. */
  target: string
  ours: boolean
  line: number
  typeOnly: boolean
}

export interface Source {
  path: string
  text: string
  /** Walks the syntax tree. */
  visit(visitor: VisitorObject): void
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
  const { program } = parseSync(path, text)
  const visit = (visitor: VisitorObject): void => new Visitor(visitor).visit(program)
  const imports: Import[] = []
  const add = (start: number, source: Expression | null, typeOnly = false): void => {
    const specifier = source && stringOf(source)
    if (specifier) imports.push({ ...resolveImport(path, specifier), line: lineAt(text, start), typeOnly })
  }
  visit({
    ImportDeclaration({ start, source, importKind, specifiers }) {
      const areTypes = specifiers.map(
        (specifier) => specifier.type === 'ImportSpecifier' && specifier.importKind === 'type',
      )
      add(start, source, importKind === 'type' || (areTypes.length > 0 && areTypes.every(Boolean)))
    },
    ExportNamedDeclaration: ({ start, source, exportKind }) => add(start, source, exportKind === 'type'),
    ExportAllDeclaration: ({ start, source, exportKind }) => add(start, source, exportKind === 'type'),
    ImportExpression: ({ start, source }) => add(start, source),
    TSImportType: ({ start, source }) => add(start, source),
  })
  return {
    path,
    text,
    visit,
    lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
    imports,
    isTest: /[.-](?:test|suite|fixtures)\.tsx?$/.test(path),
  }
}

/** The value of a string literal or of a template without expressions. */
export function stringOf(node: Expression): string | undefined {
  if (node.type === 'TemplateLiteral') return node.quasis.length === 1 ? node.quasis[0]!.value.raw : undefined
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined
}

/** `sql.table` for such an expression; a part that is not a name is empty. */
export function nameOf(node: Expression): string {
  if (node.type === 'Identifier') return node.name
  if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier') return ''
  return `${node.object.type === 'Super' ? 'super' : nameOf(node.object)}.${node.property.name}`
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
