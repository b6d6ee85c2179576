// Shows the help and the limits of a setting, as the schema of the API states them.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { textsOf, useTexts } from '../../../i18n/locale.tsx'

interface Schema {
  description?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  anyOf?: Schema[]
}

const texts = textsOf(
  { range: (from: number, to: number) => `${from} to ${to}. Empty for the default.` },
  { range: (from: number, to: number) => `${from} bis ${to}. Leer für den Standardwert.` },
)

const files = import.meta.glob<{ default: { properties: Record<string, Schema> } }>(
  '../../../../generated/bodies/campaigns.update.json',
)

export interface FieldHelp {
  helpOf(name: string): ReactNode | undefined
  maxLengthOf(name: string): number | undefined
}

export function useFieldHelp(): FieldHelp {
  const t = useTexts(texts)
  const { data } = useQuery({
    queryKey: ['schema', 'campaigns.update'],
    queryFn: async () => (await Object.values(files)[0]!()).default.properties,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return {
    helpOf(name) {
      const schema = data?.[name]
      if (!schema) return undefined
      const description = schema.description ?? schema.anyOf?.find((each) => each.description)?.description
      const { minimum, maximum } = schema
      const range = minimum !== undefined && maximum !== undefined ? t.range(minimum, maximum) : undefined
      if (description === undefined) return range
      return (
        <>
          <Description text={description} /> {range}
        </>
      )
    },
    maxLengthOf: (name) => data?.[name]?.maxLength,
  }
}

/** The texts of the API are English. Names of fields are between backticks. */
const Description = ({ text }: { text: string }) => (
  <span lang="en">
    {text.split('`').map((part, index) =>
      index % 2 === 1 ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move
        <code key={index} className="font-mono text-[0.8125rem]">
          {part}
        </code>
      ) : (
        part
      ),
    )}
  </span>
)
