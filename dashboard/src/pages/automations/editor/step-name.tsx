// The field for the name of a step.
import { useState } from 'react'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { TextField } from '../../../ui/fields.tsx'
import { freeName, renameStep } from '../flow/edit.ts'
import type { Located } from '../flow/flow.ts'
import { written } from '../parts/names.ts'
import { hasFirstName, useTitles } from '../parts/titles.ts'
import { useEditorState } from './context.ts'

const texts = textsOf('automations', 'stepName')

const maxCharacters = 64

/** The name in expressions: without accents, and with `_` for everything that is no letter or digit. */
const identifierOf = (text: string): string =>
  text
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, maxCharacters)

/** The name is changed when the field is left, because other steps refer to it. */
export function StepName({ at: { step, path }, isDisabled }: { at: Located; isDisabled: boolean }) {
  const t = useTexts(texts)
  const titles = useTitles()
  const { editor, located, select } = useEditorState()
  const shown = hasFirstName(step) ? '' : written(step.name)
  const [text, setText] = useState(shown)
  const others = new Set(located.map((each) => each.step.name).filter((name) => name !== step.name))
  const isCleared = text.trim() === ''
  const next = isCleared ? freeName(step.type, others) : identifierOf(text)
  const problem = next === '' ? t.none : others.has(next) ? t.taken : null
  const finish = () => {
    if (problem !== null || text === shown || next === step.name) return setText(shown)
    editor.edit(renameStep(editor.flow, path, next), { step: step.name, field: 'name' })
    editor.renamed(step.name, next)
    select(next)
  }
  return (
    <TextField
      label={t.label}
      name="name"
      help={t.help(step.name)}
      placeholder={titles.step({ ...step, name: undefined })}
      value={text}
      onChange={setText}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        finish()
      }}
      validate={() => problem}
      isDisabled={isDisabled}
    />
  )
}
