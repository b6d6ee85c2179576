// What the inputs of the editor share: the draft, the messages of the server and the schemas.
import { createContext, useContext } from 'react'
import type { ReplyFrom } from '../../../api/query.ts'
import { textsOf, useFormats, useLocale, useTexts } from '../../../i18n/locale.tsx'
import { CodeText } from '../../../ui/values.tsx'
import { fieldTexts } from './field-texts-data.ts'
import type { FieldName } from './layout.ts'
import { type Schema, type Schemas, schemaAt } from './schema.ts'

export type AssistantData = ReplyFrom<'assistants', 'get'>['data']

export interface Editor {
  id: number
  value<F extends FieldName>(name: F): AssistantData[F]
  set<F extends FieldName>(name: F, value: AssistantData[F]): void
  undo(name: FieldName): void
  isChanged(name: FieldName): boolean
  base: AssistantData
  schemas: Schemas
  /** The messages of the server by field, such as `tools.2.data.message`. */
  errors: Readonly<Record<string, string[]>>
  isReadOnly: boolean
}

const EditorContext = createContext<Editor | undefined>(undefined)
export const EditorProvider = EditorContext

export function useEditor(): Editor {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('useEditor needs an EditorProvider.')
  return editor
}

const texts = textsOf(
  {
    range: (min: string, max: string) => `From ${min} to ${max}.`,
    characters: (max: string) => `At most ${max} characters.`,
    items: (max: string) => `At most ${max}.`,
    byDefault: (value: string) => `Default: ${value}.`,
    on: 'on',
    off: 'off',
  },
  {
    range: (min: string, max: string) => `Von ${min} bis ${max}.`,
    characters: (max: string) => `Höchstens ${max} Zeichen.`,
    items: (max: string) => `Höchstens ${max}.`,
    byDefault: (value: string) => `Standard: ${value}.`,
    on: 'ein',
    off: 'aus',
  },
)

/** `path` has no indexes: `tools.message`. */
export function useFieldLabel(): (path: string) => string {
  const { language } = useLocale()
  return (path) => {
    const text = fieldTexts[path]
    return text === undefined ? path : text[language === 'de' ? 1 : 0]
  }
}

export interface FieldText {
  label: string
  help: React.ReactNode
  schema: Schema
}

/** The name of a field, one sentence of help, its limits and its default. */
export function useFieldText(): (path: string) => FieldText {
  const { schemas } = useEditor()
  const { language } = useLocale()
  const t = useTexts(texts)
  const format = useFormats()
  const label = useFieldLabel()
  return (path) => {
    const schema = schemaAt(schemas.update, path)
    const { minimum: min, maximum: max, maxLength, maxItems } = schema
    const byDefault = schemaAt(schemas.create, path).default
    const english = schema.description ?? ''
    // What is null in the API is an empty input here.
    const ofInput = min === undefined ? english : english.replace('Null means', 'Empty means')
    const description = language === 'de' ? fieldTexts[path]![2] : ofInput
    const parts = [
      description,
      min !== undefined && max !== undefined && t.range(format.number(min), format.number(max)),
      maxLength !== undefined && !schema.enum && t.characters(format.number(maxLength)),
      maxItems !== undefined && t.items(format.number(maxItems)),
      typeof byDefault === 'number' && t.byDefault(format.number(byDefault)),
      typeof byDefault === 'boolean' && t.byDefault(byDefault ? t.on : t.off),
      typeof byDefault === 'string' && t.byDefault(`\`${byDefault}\``),
    ]
    return { label: label(path), help: <CodeText text={parts.filter(Boolean).join(' ')} />, schema }
  }
}
