// Checks the facts in documents: paths exist, dependencies are explained and settings are listed.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { settingNames } from '#server/environment.ts'
import { type Fault, report } from './architecture/fault.ts'
import { sourceFolders } from './architecture/layers.ts'

const dependenciesPage = 'docs/decisions/dependencies.md'
const settingsPage = '.env.example'
const pathLike = /^(?:\.{1,2}\/)*[\w.@+-]+(?:\/[\w.@+-]+)*\/?$/
const sourceEnding = /[^./]\.(?:tsx?|mjs|js|sql|md|json|ya?ml|html|css|csv|tsv|sh)$/

export function checkDocuments(root: string, settings: string[]): { faults: Fault[]; documents: number } {
  const ignored = ignoredPaths(root)
  const files = listFiles(root, '', ignored)
  const documents = files.filter((path) => path.endsWith('.md'))
  const paths = new Set(files.flatMap((path) => [path, ...parentsOf(path)]))
  const dependencies = readDependencies(root)
  const faults = documents.flatMap((document) =>
    namedPaths(readFileSync(join(root, document), 'utf8'))
      // The change log can name paths that no longer exist.
      .filter(({ isLink }) => isLink || document !== 'CHANGELOG.md')
      .filter(({ path, isLink }) => !exists(path, isLink, document, paths, ignored) && !dependencies.includes(path))
      .map(({ path, line }) => ({ path: document, line, message: `names ${path}, which does not exist` })),
  )
  return {
    faults: [...faults, ...checkDependencies(root, dependencies), ...checkSettings(root, settings)],
    documents: documents.length,
  }
}

interface NamedPath {
  path: string
  line: number
  isLink: boolean
}

/** Finds paths in links, pictures and backticks outside fenced blocks. Globs, commands, URLs and API paths do not count. */
export function namedPaths(markdown: string): NamedPath[] {
  const found: NamedPath[] = []
  let fence = ''
  for (const [index, text] of markdown.split('\n').entries()) {
    const fenceHere = /^\s*(```+|~~~+)/.exec(text)?.[1] ?? ''
    if (fenceHere && (!fence || fenceHere.startsWith(fence))) fence = fence ? '' : fenceHere
    if (fence || fenceHere) continue
    const line = index + 1
    for (const [, quoted] of text.matchAll(/`([^`]+)`/g)) {
      const path = quoted!.replace(/(?::\d+(?:-\d+)?|#[\w-]+)$/, '')
      if (pathLike.test(path) && (path.includes('/') || sourceEnding.test(path)))
        found.push({ path, line, isLink: false })
    }
    for (const [, linked, shown] of text
      .replace(/`[^`]*`/g, '')
      .matchAll(/\]\(\s*<?([^)\s>]+)|\b(?:src|srcset)="([^"\s]+)"/g)) {
      const path = (linked ?? shown!).replace(/[#?].*$/, '').replaceAll('%20', ' ')
      if (path && !/^(?:[a-z][a-z+.-]*:|\/)/i.test(path)) found.push({ path, line, isLink: true })
    }
  }
  return found
}

/** Paths are relative to the root or to the document. A file in backticks can be named by the end of its path. */
function exists(named: string, isLink: boolean, document: string, paths: Set<string>, ignored: Set<string>): boolean {
  const path = posix.normalize(named).replace(/\/$/, '')
  const fromDocument = posix.join(posix.dirname(document), path)
  if (paths.has(fromDocument) || fromDocument === '.') return true
  if (isLink) return false
  if (paths.has(path) || isIgnored(path, ignored)) return true
  if (sourceEnding.test(path)) return [...paths].some((candidate) => candidate.endsWith(`/${path}`))
  const top = path.split('/')[0]!
  const isOurs = named.startsWith('.') || sourceFolders.includes(top) || paths.has(top)
  return !isOurs
}

/** The dependencies of Parley and of its packages, without the packages themselves. */
function readDependencies(root: string): string[] {
  const folders = existsSync(join(root, 'packages')) ? readdirSync(join(root, 'packages')) : []
  const manifests = [
    'package.json',
    'dashboard/package.json',
    ...folders.map((folder) => `packages/${folder}/package.json`),
  ].map((path) => JSON.parse(readIfThere(root, path) || '{}') as { name?: string; dependencies?: object })
  const ours = manifests.map(({ name }) => name)
  const names = manifests.flatMap(({ dependencies = {} }) => Object.keys(dependencies))
  return [...new Set(names)].filter((name) => !ours.includes(name))
}

function checkDependencies(root: string, dependencies: string[]): Fault[] {
  const page = readIfThere(root, dependenciesPage)
  const explained = [...page.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name!)
  return [
    ...dependencies
      .filter((name) => !explained.includes(name))
      .map((name) => ({ path: dependenciesPage, message: `does not explain the dependency ${name}` })),
    ...explained
      .filter((name) => !name.includes('*') && !dependencies.includes(name))
      .map((name) => ({ path: dependenciesPage, message: `explains ${name}, which is not a dependency` })),
  ]
}

function checkSettings(root: string, settings: string[]): Fault[] {
  const example = readIfThere(root, settingsPage)
  return settings
    .filter((name) => !new RegExp(`^#?${name}=`, 'm').test(example))
    .map((name) => ({ path: settingsPage, message: `does not list ${name} of server/environment.ts` }))
}

function readIfThere(root: string, path: string): string {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : ''
}

function ignoredPaths(root: string): Set<string> {
  const lines = readIfThere(root, '.gitignore').split('\n')
  const names = lines.filter((line) => /^[\w./-]+$/.test(line)).map((line) => line.replace(/^\/|\/$/g, ''))
  return new Set(['node_modules', '.git', ...names])
}

/** An entry of one name ignores it in every folder; an entry with slashes is a path from the root. */
function isIgnored(path: string, ignored: Set<string>): boolean {
  return [path, ...parentsOf(path)].some((each) => ignored.has(each) || ignored.has(posix.basename(each)))
}

function listFiles(root: string, folder: string, ignored: Set<string>): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name
    if (isIgnored(path, ignored)) return []
    return entry.isDirectory() ? listFiles(root, path, ignored) : [path]
  })
}

function parentsOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

if (import.meta.main) {
  const { faults, documents } = checkDocuments(process.cwd(), settingNames)
  report('documents', `${documents} read`, faults)
}
