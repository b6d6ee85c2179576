// The definition of the flow as JSON, which can be read and edited.
import { useState } from 'react'
import { textsOf, useTexts } from '../../../i18n/locale.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { Notice } from '../../../ui/states.tsx'
import { CopyButton } from '../../../ui/values.tsx'
import { asFlow } from '../flow/flow.ts'
import { useEditorState } from './context.ts'

const texts = textsOf(
  {
    definition: 'Definition of the flow as JSON',
    apply: 'Apply',
    reset: 'Reset',
    noJson: 'This is not valid JSON:',
    noFlow: 'A flow needs a trigger with a type, and steps with a name, a type and an input.',
    copy: 'Copy the definition',
  },
  {
    definition: 'Definition des Ablaufs als JSON',
    apply: 'Übernehmen',
    reset: 'Zurücksetzen',
    noJson: 'Das ist kein gültiges JSON:',
    noFlow: 'Ein Ablauf braucht einen Auslöser mit type und Schritte mit name, type und input.',
    copy: 'Definition kopieren',
  },
)

export function Definition() {
  const { editor } = useEditorState()
  const written = JSON.stringify(editor.flow, null, 2)
  // Another flow, such as after undo, is shown instead of what was typed.
  return <Editing key={written} written={written} />
}

function Editing({ written }: { written: string }) {
  const t = useTexts(texts)
  const { editor, mayEdit } = useEditorState()
  const [text, setText] = useState(written)
  const [problem, setProblem] = useState('')
  const apply = () => {
    try {
      const flow = asFlow(JSON.parse(text))
      if (flow) editor.edit(flow)
      setProblem(flow ? '' : t.noFlow)
    } catch (error) {
      setProblem(`${t.noJson} ${(error as Error).message}`)
    }
  }
  return (
    <div className="flex h-full flex-col gap-3 overflow-auto p-4">
      {problem !== '' && <Notice look="bad">{problem}</Notice>}
      <TextField
        label={t.definition}
        value={text}
        onChange={setText}
        rows={20}
        isMono
        isReadOnly={!mayEdit}
        className="min-h-80 grow [&_textarea]:grow [&_textarea]:resize-none"
      />
      <div className="flex gap-2">
        {mayEdit && (
          <>
            <Button look="primary" isDisabled={text === written} onPress={apply}>
              {t.apply}
            </Button>
            <Button isDisabled={text === written} onPress={() => setText(written)}>
              {t.reset}
            </Button>
          </>
        )}
        <CopyButton text={text} label={t.copy} />
      </div>
    </div>
  )
}
