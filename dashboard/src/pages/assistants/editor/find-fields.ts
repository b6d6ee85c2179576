// Finds the settings that a search means, by their names, helps, parts, choices and names in the API.
import type { TextsBehind } from '../../../i18n/texts.ts'
import type { FieldText, fieldTexts, sectionTexts } from './editor-texts.ts'
import type { enumTexts } from './enum-texts.ts'
import { type FieldName, fieldNames, sectionOf } from './layout.ts'

export interface SearchedTexts {
  fields: TextsBehind<typeof fieldTexts>
  sections: TextsBehind<typeof sectionTexts>
  choices: TextsBehind<typeof enumTexts>
}

const indexes = new WeakMap<object, ReadonlyMap<FieldName, string>>()

function indexOf({ fields, sections, choices }: SearchedTexts): ReadonlyMap<FieldName, string> {
  const choicesByName = choices as unknown as Record<string, Record<string, string> | undefined>
  return new Map(
    fieldNames.map((name) => {
      const texts = Object.entries<FieldText>(fields)
        .filter(([path]) => path === name || path.startsWith(`${name}.`))
        .flatMap(([, { label, help = '' }]) => [label, help])
      const named = Object.values(choicesByName[name === 'tools' ? 'tool' : name] ?? {})
      return [name, [name, sections[sectionOf(name)!], ...named, ...texts].join(' ').toLowerCase()]
    }),
  )
}

/** Each word has to occur. Undefined without words. */
export function findFields(search: string, texts: SearchedTexts): FieldName[] | undefined {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return undefined
  const index = indexes.get(texts.fields) ?? indexOf(texts)
  indexes.set(texts.fields, index)
  return fieldNames.filter((name) => words.every((word) => index.get(name)!.includes(word)))
}
