// What the inputs of the editor share: the draft, the messages of the server and the schemas.
import { createContext, useContext } from 'react'
import type { ReplyFrom } from '../../../api/query.ts'
import { useOwnTexts, useTexts } from '../../../i18n/locale.tsx'
import { type FieldText, fieldTexts } from './editor-texts.ts'
import { enumTexts } from './enum-texts.ts'
import { type FieldName, placeOf } from './layout.ts'
import { type Schema, type Schemas, schemaAt } from './schema.ts'

export type AssistantData = ReplyFrom<'assistants', 'get'>['data']

export interface Editor {
  id: number
  value<F extends FieldName>(name: F): AssistantData[F]
  set<F extends FieldName>(name: F, value: AssistantData[F]): void
  /** Saves these fields at once; other changes stay unsaved. */
  store(fields: Partial<AssistantData>): Promise<void>
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

/** Undefined for fields that the catalogue does not know. `path` has no indexes: `tools.message`. */
export function useTextOfField(): (path: string) => FieldText | undefined {
  const texts: Readonly<Record<string, FieldText>> = useOwnTexts(fieldTexts)
  return (path) => texts[path]
}

/** `path` has no indexes: `tools.message`. */
export function useFieldLabel(): (path: string) => string {
  const textOf = useTextOfField()
  return (path) => textOf(path)?.label ?? path
}

export interface FieldParts {
  label: string
  help: string | undefined
  schema: Schema
}

/** The label of the field that a message is about, whose path can be below it: `tools.2.data.message`. */
export function useLabelOfPath(): (path: string) => string {
  const label = useFieldLabel()
  return (path) => {
    const named = path.replace(/\.\d+(?=\.|$)/g, '').replace(/^tools\.data(?=\.|$)/, 'tools')
    const text = label(named)
    return text === named ? label(named.split('.', 1)[0]!) : text
  }
}

/** The name of a field, one sentence of help, and its schema. */
export function useFieldText(): (path: string) => FieldParts {
  const { schemas } = useEditor()
  const textOf = useTextOfField()
  return (path) => {
    const { label, help } = textOf(path)!
    return { label, help, schema: schemaAt(schemas.update, path) }
  }
}

/** The choice that makes a field ineffective now, by its name. */
export function useCause(): (name: FieldName) => string | undefined {
  const { value } = useEditor()
  const choices = useTexts(enumTexts)
  const [mode, type] = [value('mode'), value('type')]
  return (name) => {
    const place = placeOf(name)
    if (place.modes && !place.modes.includes(mode)) return choices.mode[mode]
    return place.type && place.type !== type ? choices.type[type] : undefined
  }
}

/** Whether its section shows a field: it has a meaning now, or changes or messages. */
export function useIsShown(): (name: FieldName) => boolean {
  const { value, isChanged, errors } = useEditor()
  return (name) => {
    const needed = placeOf(name).needs
    const condition = needed === undefined || value(needed as FieldName)
    const isOn = condition !== false && condition !== null && condition !== 'off'
    return isOn || isChanged(name) || Object.keys(errors).some((path) => path.split('.', 1)[0] === name)
  }
}
