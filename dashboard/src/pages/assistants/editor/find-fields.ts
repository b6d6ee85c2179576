// Finds the settings that a search means, in both languages, by their names, helps, parts, choices and names in the API.
import { enumTexts } from './enum-texts.ts'
import { type FieldName, fieldNames, sectionOf } from './layout.ts'
import { fieldTexts } from './texts/fields.ts'
import { sectionTexts } from './texts/sections.ts'

const choicesOf = (name: FieldName): unknown[] =>
  [enumTexts.en, enumTexts.de].flatMap((texts) => {
    const named = texts as unknown as Record<string, Record<string, string> | undefined>
    return Object.values(named[name === 'tools' ? 'tool' : name] ?? {})
  })

let index: ReadonlyMap<FieldName, string> | undefined

function textsByField(): ReadonlyMap<FieldName, string> {
  index ??= new Map(
    fieldNames.map((name) => {
      const parts = Object.entries(fieldTexts).filter(([path]) => path === name || path.startsWith(`${name}.`))
      const section = sectionOf(name)!
      const words = [name, sectionTexts.en[section], sectionTexts.de[section], ...choicesOf(name)]
      return [name, [...words, ...parts.flatMap(([, { en, de }]) => [...en, ...de])].join(' ').toLowerCase()]
    }),
  )
  return index
}

/** Each word has to occur. Undefined without words. */
export function findFields(search: string): FieldName[] | undefined {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return undefined
  return fieldNames.filter((name) => words.every((word) => textsByField().get(name)!.includes(word)))
}
