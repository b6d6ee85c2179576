// The names of triggers, steps, their settings and values in the language of the reader.
import { useMemo } from 'react'
import { useTexts } from '../../../i18n/locale.tsx'
import { choiceLabels, fieldHelps, fieldLabels } from './field-texts.ts'
import { typeDescriptions, typeNames } from './type-texts.ts'
import { valueNames } from './value-texts.ts'

/** Such as `Customer name` for `customer_name`. */
export function written(name: string): string {
  const words = name.replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const lookUp = (texts: object, key: string): string | undefined =>
  Object.hasOwn(texts, key) ? (texts as Record<string, string>)[key] : undefined

export function useNames() {
  const types = useTexts(typeNames)
  const descriptions = useTexts(typeDescriptions)
  const labels = useTexts(fieldLabels)
  const helps = useTexts(fieldHelps)
  const choices = useTexts(choiceLabels)
  const values = useTexts(valueNames)
  return useMemo(
    () => ({
      /** The name of a trigger or a step. */
      type: (type: string): string => lookUp(types, type) ?? written(type),
      /** Undefined for types that this page does not know. */
      description: (type: string): string | undefined => lookUp(descriptions, type),
      isKnown: (type: string): boolean => Object.hasOwn(types, type),
      field: (name: string, type = ''): string =>
        lookUp(labels, `${type}.${name}`) ?? lookUp(labels, name) ?? written(name),
      help: (name: string, type = ''): string | undefined => lookUp(helps, `${type}.${name}`) ?? lookUp(helps, name),
      choice: (field: string, value: string): string => lookUp(choices, `${field}.${value}`) ?? value,
      /** A field of the data of a trigger or of the result of a step. */
      value: (key: string): string => lookUp(values, key) ?? written(key),
    }),
    [types, descriptions, labels, helps, choices, values],
  )
}

export type Names = ReturnType<typeof useNames>
