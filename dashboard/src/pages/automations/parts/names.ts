// The names of triggers, steps, their settings and values in the language of the reader.
import { useMemo } from 'react'
import { useOwnTexts } from '../../../i18n/locale.tsx'
import { textNamed } from '../../../i18n/text-named.ts'
import { choiceLabels, fieldHelps, fieldLabels } from './field-texts.ts'
import { typeDescriptions, typeNames } from './type-texts.ts'
import { valueNames } from './value-texts.ts'

/** Such as `Customer name` for `customer_name`. */
export function written(name: string): string {
  const words = name.replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export function useNames() {
  const [types, descriptions] = [useOwnTexts(typeNames), useOwnTexts(typeDescriptions)]
  const [labels, helps] = [useOwnTexts(fieldLabels), useOwnTexts(fieldHelps)]
  const [choices, values] = [useOwnTexts(choiceLabels), useOwnTexts(valueNames)]
  return useMemo(
    () => ({
      /** The name of a trigger or a step. */
      type: (type: string): string => textNamed(types, type) ?? written(type),
      /** Undefined for types that this page does not know. */
      description: (type: string): string | undefined => textNamed(descriptions, type),
      isKnown: (type: string): boolean => textNamed(types, type) !== undefined,
      field: (name: string, type = ''): string =>
        textNamed(labels, `${type}.${name}`) ?? textNamed(labels, name) ?? written(name),
      help: (name: string, type = ''): string | undefined =>
        textNamed(helps, `${type}.${name}`) ?? textNamed(helps, name),
      choice: (field: string, value: string): string => textNamed(choices, `${field}.${value}`) ?? value,
      /** A field of the data of a trigger or of the result of a step. */
      value: (key: string): string => textNamed(values, key) ?? written(key),
    }),
    [types, descriptions, labels, helps, choices, values],
  )
}

export type Names = ReturnType<typeof useNames>
