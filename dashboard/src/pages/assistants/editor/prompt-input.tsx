// The instructions of the assistant: a large text with the placeholders that it uses.
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { Badge } from '../../../ui/page.tsx'
import { useEditor } from './editor-context.tsx'
import { LimitedText } from './limited-text.tsx'
import type { PickerProps } from './reference-pickers.tsx'

const texts = textsOf('assistant-editor', 'promptInput')

const placeholdersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{\{\s*([^{}]+?)\s*\}\}/g)].map((match) => match[1]!)),
]

/** The input grows with the text up to this many lines. */
const fewestRows = 10
const mostRows = 30
const charactersInRow = 80

const rowsFor = (text: string): number =>
  text.split('\n').reduce((rows, line) => rows + Math.max(1, Math.ceil(line.length / charactersInRow)), 1)

export function PromptInput({ max, ...parts }: PickerProps & { max: number | undefined }) {
  const t = useTexts(texts)
  const { value, set, isReadOnly } = useEditor()
  const text = value('system_prompt') ?? ''
  const declared = value('variables')
  const placeholders = placeholdersIn(text)
  return (
    <div className="flex flex-col gap-2">
      <LimitedText
        {...parts}
        name="system_prompt"
        rows={Math.min(mostRows, Math.max(fewestRows, rowsFor(text)))}
        max={max}
        value={text}
        onChange={(next) => set('system_prompt', next === '' ? null : next)}
        isDisabled={isReadOnly}
      />
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
