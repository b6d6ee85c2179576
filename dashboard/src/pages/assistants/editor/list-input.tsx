// A list of short texts, each in an input of its own.
import { Plus, X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { TextField } from '../../../ui/fields.tsx'
import { Button, IconButton } from '../../../ui/page.tsx'
import { useEditor } from './editor-context.tsx'
import { Group, Messages } from './messages.tsx'

const texts = textsOf('assistant-editor', 'listInput')

export interface ListInputProps {
  label: string
  help?: ReactNode
  /** The name of the field in the API. */
  path: string
  values: readonly string[]
  onChange(values: string[]): void
  max?: number | undefined
  placeholder?: string
  isMono?: boolean
}

export function ListInput({ label, help, path, values, onChange, max = 50, placeholder, isMono }: ListInputProps) {
  const t = useTexts(texts)
  const { isReadOnly } = useEditor()
  const wasAdded = useRef(false)
  const replace = (at: number, ...items: string[]) => onChange(values.toSpliced(at, 1, ...items))
  return (
    <Group label={label} help={help} className="gap-1.5">
      {values.map((value, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the texts of a list have no other identity
        <div key={at} className="flex max-w-xl items-start gap-1">
          <TextField
            label={t.item(label, at + 1)}
            isLabelHidden
            name={`${path}.${at}`}
            value={value}
            onChange={(next) => replace(at, next)}
            isDisabled={isReadOnly}
            autoFocus={wasAdded.current && at === values.length - 1}
            className="grow"
            {...(isMono && { isMono })}
            {...(placeholder !== undefined && { placeholder })}
          />
          {!isReadOnly && (
            <IconButton icon={X} label={t.remove(value || t.item(label, at + 1))} onPress={() => replace(at)} />
          )}
        </div>
      ))}
      <Messages path={path} />
      {!isReadOnly && values.length < max && (
        <Button
          icon={Plus}
          size="small"
          className="self-start"
          aria-label={`${t.add}: ${label}`}
          onPress={() => {
            wasAdded.current = true
            onChange([...values, ''])
          }}
        >
          {t.add}
        </Button>
      )}
    </Group>
  )
}
