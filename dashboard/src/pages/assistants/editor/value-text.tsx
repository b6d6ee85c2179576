// A value of a field as text, for comparisons.
import { useRead } from '../../../api/query.ts'
import { useFormats, useOwnTexts, useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { useFieldLabel, useTextOfField } from './editor-context.tsx'
import { enumTexts } from './enum-texts.ts'
import { useLanguages } from './languages.ts'
import { type FieldName, placeOf } from './layout.ts'

const texts = textsOf('assistant-editor', 'valueText')

type Names = ReadonlyMap<number, string>
const namesOf = (rows: readonly { id: number; name?: string; phone_number?: string }[] | undefined): Names =>
  new Map(rows?.map(({ id, name, phone_number }) => [id, name ?? phone_number ?? '']))

/** The names of the records that assistants refer to, by kind of field. */
export function useReferenceNames(): Partial<Record<ReturnType<typeof placeOf>['kind'], Names>> {
  const languages = namesOf(useLanguages())
  const realtime = [
    ...(useRead('catalogues', 'models', { type: 'multimodal' }).data ?? []),
    ...(useRead('catalogues', 'models', { type: 'dualplex' }).data ?? []),
  ]
  return {
    language: languages,
    languages,
    voice: namesOf(useRead('catalogues', 'voices').data),
    llm: namesOf(useRead('catalogues', 'models').data),
    realtime: namesOf(realtime),
    synthesizer: namesOf(useRead('catalogues', 'synthesizerProviders').data),
    transcriber: namesOf(useRead('catalogues', 'transcriberProviders').data),
    knowledgebase: namesOf(useRead('knowledge', 'list').data?.data),
    'phone-number': namesOf(useRead('catalogues', 'phoneNumbers').data),
    folder: namesOf(useRead('folders', 'list').data?.data),
    labels: namesOf(useRead('labels', 'list').data?.data),
    'http-tools': namesOf(useRead('tools', 'list').data),
  }
}

/** The choices of the parts of fields, by path. */
const choicesByPath: Readonly<Record<string, string>> = {
  'tools.type': 'tool',
  'handover.to': 'owner',
  'post_call_schema.type': 'valueType',
  'handover.office_hours.windows.days': 'day',
}

/** Fields that older assistants have under another name. */
const otherNames: Readonly<Record<string, string>> = {
  'tools.phone_number': 'tools.phone_numbers',
  'tools.send_digits': 'tools.extension',
}

/** Returns a function that writes a value of a field; nested values are written line by line. */
export function useValueText(): (name: FieldName, value: unknown) => string {
  const t = useTexts(texts)
  const enums = useOwnTexts(enumTexts) as unknown as Record<string, Record<string, string>>
  const format = useFormats()
  const references = useReferenceNames()
  const labelOf = useFieldLabel()
  const textOfField = useTextOfField()
  /** `path` is that of the value in the catalogue of the fields' texts. */
  const lines = (value: unknown, path: string, indent = ''): string => {
    const chosen = typeof value === 'string' && enums[choicesByPath[path] ?? path]?.[value]
    if (chosen) return chosen
    if (value === null) return t.none
    if (typeof value === 'boolean') return value ? t.on : t.off
    if (Array.isArray(value)) {
      if (value.length === 0) return t.empty
      return value.every((item) => typeof item !== 'object')
        ? value.map((item) => `${indent}${lines(item, path)}`).join('\n')
        : value.map((item) => `${indent}• ${lines(item, path, `${indent}  `).trimStart()}`).join('\n')
    }
    if (typeof value !== 'object') return typeof value === 'number' ? format.number(value) : String(value)
    const entries = Object.entries(value as object)
    if (entries.length === 0) return t.empty
    return entries
      .flatMap(([key, item]) => {
        // The fields of a tool are those of its data.
        if (path === 'tools' && key === 'data')
          return Object.keys(item as object).length > 0 ? lines(item, path, indent) : []
        const inner = `${path}.${key}`
        const named = otherNames[inner] ?? inner
        const label = textOfField(named) ? labelOf(named) : key
        const isNested = typeof item === 'object' && item !== null && Object.keys(item).length > 0
        const text = lines(item, inner, isNested ? `${indent}  ` : '')
        return `${indent}${label}:${isNested ? '\n' : ' '}${text}`
      })
      .join('\n')
  }
  return (name, value) => {
    const names = references[placeOf(name).kind]
    const nameOf = (id: unknown): string => names?.get(id as number) ?? `${id}`
    if (names && typeof value === 'number') return nameOf(value)
    if (names && Array.isArray(value) && value.length > 0) return value.map(nameOf).join('\n')
    return lines(value, name)
  }
}
