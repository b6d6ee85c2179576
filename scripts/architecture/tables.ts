// Checks that a table is named only in the store of the feature that owns it.
import type { Fault } from './fault.ts'
import { featureLayers } from './layers.ts'
import { lineAt, type Source, type Tree } from './tree.ts'

const features = featureLayers.flat()
const createTable = /\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(?:"?\w+"?\.)?"?(\w+)"?/gi
const namedInSql =
  /\b(?:from|join|into|update|using|table|truncate|lateral)\s+(?:only\s+|if\s+exists\s+)?(?:"?\w+"?\.)?"?(\w+)"?/gi
const namedInBuilder =
  /\b(?:selectFrom|insertInto|replaceInto|updateTable|deleteFrom|mergeInto|\w*[jJ]oin|sql\s*\.\s*(?:table|id|ref))\s*\(\s*$/
const queryCall = /\.\s*query\s*(?:<[^()]*>)?\(\s*$/

/** Migrations named `0004-billing.sql` or `0011-billing-prices.sql` create tables of billing, others tables of platform. */
export function findOwners(migrations: Tree['migrations']): Map<string, string> {
  const owners = new Map<string, string>()
  for (const { path, text } of migrations) {
    const name = path.slice(path.lastIndexOf('/') + 1).replace(/^\d+-|\.sql$/g, '')
    const owner = features.find((feature) => name === feature || name.startsWith(`${feature}-`)) ?? 'platform'
    for (const [, table] of text.replace(/--.*/g, '').matchAll(createTable)) {
      const key = table!.toLowerCase()
      if (!owners.has(key)) owners.set(key, owner)
    }
  }
  return owners
}

export function checkTables(tree: Tree): Fault[] {
  const owners = findOwners(tree.migrations)
  return tree.sources
    .filter((source) => !readsAllTables(source))
    .flatMap((source) => {
      const faults = new Map<string, Fault>()
      for (const { table, line } of namedTables(source)) {
        const owner = owners.get(table)
        if (owner === undefined || isOwner(source, owner)) continue
        const store = owner === 'platform' ? 'server/platform/' : `server/features/${owner}/store.ts`
        const message = `names the table ${table}, which belongs to ${store}; use a function of its owner`
        faults.set(`${table}:${line}`, { path: source.path, line, message })
      }
      return [...faults.values()]
    })
}

/** Benchmarks and tests of the whole system compare what is stored with what the API returned. */
function readsAllTables({ path, isTest }: Source): boolean {
  return (
    path.startsWith('bench/') ||
    path.startsWith('server/testing/') ||
    (isTest && /^server\/(?:[^/]+|system-tests\/.*)$/.test(path))
  )
}

function isOwner(source: Source, owner: string): boolean {
  const folder = owner === 'platform' ? 'server/platform/' : `server/features/${owner}/`
  if (!source.path.startsWith(folder)) return false
  return (
    owner === 'platform' ||
    source.isTest ||
    /(?:^|\/)store(?:\.ts$|-[\w-]+\.ts$|\/)/.test(source.path.slice(folder.length))
  )
}

function* namedTables(source: Source): Generator<{ table: string; line: number }> {
  for (const text of source.texts) {
    const before = source.code.slice(Math.max(0, text.start - 120), text.start)
    const isSql = text.tag === 'sql' || text.tag === 'raw' || queryCall.test(before)
    if (isSql) {
      for (const match of text.value.replace(/--.*/g, blankLine).matchAll(namedInSql))
        yield { table: match[1]!.toLowerCase(), line: lineAt(source.text, text.start + 1 + match.index) }
    } else if (namedInBuilder.test(before)) {
      yield { table: text.value.split(/\s/)[0]!.toLowerCase(), line: lineAt(source.text, text.start) }
    }
  }
}

function blankLine(comment: string): string {
  return ' '.repeat(comment.length)
}
