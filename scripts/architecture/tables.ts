// Checks that a table is named only in the store of the feature that owns it.
import type { Expression } from 'oxc-parser'
import type { Fault } from './fault.ts'
import { featureLayers, movedTables } from './layers.ts'
import { lineAt, nameOf, type Source, stringOf, type Tree } from './tree.ts'

const features = featureLayers.flat()
const createTable = /\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(?:"?\w+"?\.)?"?(\w+)"?/gi
const namedInSql =
  /\b(?:from|join|into|update|using|table|truncate|lateral)\s+(?:only\s+|if\s+exists\s+)?(?:"?\w+"?\.)?"?(\w+)"?/gi
const builder =
  /(?:^|\.)(?:selectFrom|insertInto|replaceInto|updateTable|deleteFrom|mergeInto|\w*[jJ]oin|sql\.(?:table|id|ref))$/
/** Those that are called with a database first are in server/platform/database/statements.ts. */
const statementTag =
  /(?:^|\.)(?:sql|raw|allRows|allValues|firstRow|oneRow|firstValue|oneValue|pageRows|changesOne|countChanges|hasRows)$/

/** Migrations named `0004-billing.sql` or `0011-billing-prices.sql` create tables of billing, others tables of platform. */
export function findOwners(migrations: Tree['migrations']): Map<string, string> {
  const owners = new Map<string, string>()
  for (const { path, text } of migrations) {
    const name = path.slice(path.lastIndexOf('/') + 1).replace(/^\d+-|\.sql$/g, '')
    const owner = features.find((feature) => name === feature || name.startsWith(`${feature}-`)) ?? 'platform'
    for (const [, table] of text.replace(/--.*/g, '').matchAll(createTable)) {
      const key = table!.toLowerCase()
      if (!owners.has(key)) owners.set(key, movedTables.get(key) ?? owner)
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
  return /^(?:bench|testing)\//.test(path) || (isTest && /^server\/[^/]+$/.test(path))
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

function namedTables({ text, visit }: Source): { table: string; line: number }[] {
  const found: { table: string; line: number }[] = []
  const readSql = (node: Expression): void => {
    const pieces =
      node.type === 'TemplateLiteral' ? node.quasis : [{ start: node.start, value: { raw: stringOf(node) } }]
    for (const { start, value } of pieces) {
      const sql = value.raw?.replace(/--.*/g, (comment) => ' '.repeat(comment.length)) ?? ''
      for (const { 1: table, index } of sql.matchAll(namedInSql))
        found.push({ table: table!.toLowerCase(), line: lineAt(text, start) + lineAt(sql, index) - 1 })
    }
  }
  visit({
    TaggedTemplateExpression({ tag, quasi }) {
      const name = tag.type === 'CallExpression' ? nameOf(tag.callee) : nameOf(tag)
      if (statementTag.test(name)) readSql(quasi)
    },
    CallExpression({ callee, arguments: [first] }) {
      if (!first || first.type === 'SpreadElement') return
      const [name, table] = [nameOf(callee), stringOf(first)]
      if (name.endsWith('.query')) readSql(first)
      else if (table && builder.test(name))
        found.push({ table: table.split(/\s/)[0]!.toLowerCase(), line: lineAt(text, first.start) })
    },
  })
  return found
}
