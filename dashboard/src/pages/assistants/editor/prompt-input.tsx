// The system prompt: a large text with its length and the placeholders that it uses.
import type { ReactNode } from 'react'
import { useFormats } from '../../../i18n/format.ts'
import { textsOf, useTexts } from '../../../i18n/locale.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { Badge } from '../../../ui/states.tsx'
import { useEditor } from './editor-context.tsx'

const texts = textsOf(
  {
    count: (used: string, max: string) => `${used} of ${max} characters`,
    placeholders: 'Placeholders',
    undeclared: 'without a default value',
  },
  {
    count: (used: string, max: string) => `${used} von ${max} Zeichen`,
    placeholders: 'Platzhalter',
    undeclared: 'ohne Standardwert',
  },
)

const placeholdersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{\{\s*([^{}]+?)\s*\}\}/g)].map((match) => match[1]!)),
]

interface Props {
  label: string
  help: ReactNode
  max: number
}

export function PromptInput({ label, help, max }: Props) {
  const t = useTexts(texts)
  const format = useFormats()
  const { value, set, isReadOnly } = useEditor()
  const text = value('system_prompt') ?? ''
  const declared = value('variables')
  const placeholders = placeholdersIn(text)
  return (
    <div className="flex flex-col gap-1.5">
      <TextField
        label={label}
        help={help}
        name="system_prompt"
        rows={18}
        value={text}
        onChange={(next) => set('system_prompt', next === '' ? null : next)}
        isDisabled={isReadOnly}
      />
      <p className="text-sm text-soft tabular-nums">{t.count(format.number([...text].length), format.number(max))}</p>
      {placeholders.length > 0 && (
        <div className="flex flex-wrap items-center gap-2 text-sm">
          <span className="text-soft">{t.placeholders}</span>
          {placeholders.map((name) => (
            <Badge key={name} look={name in declared ? 'accent' : 'warn'}>
              <span className="max-w-60 truncate font-mono">{`{{${name}}}`}</span>
              {!(name in declared) && t.undeclared}
            </Badge>
          ))}
        </div>
      )}
    </div>
  )
}
