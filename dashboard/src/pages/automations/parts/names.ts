// The names of triggers, steps, their settings and values in the language of the reader.
import { useMemo } from 'react'
import { type Texts, useLocale } from '../../../i18n/locale.tsx'
import { choiceLabels, fieldHelps, fieldLabels } from './field-texts.ts'
import { typeDescriptions, typeNames } from './type-texts.ts'
import { valueNames } from './value-texts.ts'

/** Such as `Customer name` for `customer_name`. */
export function written(name: string): string {
  const words = name.replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export function useNames() {
  const { language } = useLocale()
  return useMemo(() => {
    const lookUp = (texts: Texts<Record<string, string>>, key: string): string | undefined =>
      Object.hasOwn(texts[language], key) ? texts[language][key] : undefined
    return {
      /** The name of a trigger or a step. */
      type: (type: string): string => lookUp(typeNames, type) ?? written(type),
      /** Undefined for types that this page does not know. */
      description: (type: string): string | undefined => lookUp(typeDescriptions, type),
      isKnown: (type: string): boolean => lookUp(typeNames, type) !== undefined,
      field: (name: string, type = ''): string =>
        lookUp(fieldLabels, `${type}.${name}`) ?? lookUp(fieldLabels, name) ?? written(name),
      help: (name: string, type = ''): string | undefined =>
        lookUp(fieldHelps, `${type}.${name}`) ?? lookUp(fieldHelps, name),
      choice: (field: string, value: string): string => lookUp(choiceLabels, `${field}.${value}`) ?? value,
      /** A field of the data of a trigger or of the result of a step. */
      value: (key: string): string => lookUp(valueNames, key) ?? written(key),
    }
  }, [language])
}

export type Names = ReturnType<typeof useNames>
