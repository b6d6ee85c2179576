// Shows the help and the limits of a setting, as the schema of the API states them.
import type { ReactNode } from 'react'
import { useFieldSchemas } from '../../../api/body-schema.ts'
import { textsOf, useTexts } from '../../../i18n/locale.tsx'
import { Help } from '../../../ui/values.tsx'

const texts = textsOf(
  { range: (from: number, to: number) => `${from} to ${to}. Empty for the default.` },
  { range: (from: number, to: number) => `${from} bis ${to}. Leer für den Standardwert.` },
)

export interface FieldHelp {
  helpOf(name: string): ReactNode | undefined
  maxLengthOf(name: string): number | undefined
}

export function useFieldHelp(): FieldHelp {
  const t = useTexts(texts)
  const schemaOf = useFieldSchemas('campaigns', 'update')
  return {
    helpOf(name) {
      const { description: own, anyOf, minimum, maximum } = schemaOf(name)
      const description = own ?? anyOf?.find((each) => each.description)?.description
      const range = minimum !== undefined && maximum !== undefined ? t.range(minimum, maximum) : undefined
      if (description === undefined) return range
      return (
        <>
          <Help text={description} /> {range}
        </>
      )
    },
    maxLengthOf: (name) => schemaOf(name).maxLength,
  }
}
