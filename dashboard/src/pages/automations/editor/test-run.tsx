// Starts a run with data that can be edited, beside the flow.
import { parseJsonObject } from '@parley/rules'
import { Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useAction } from '../../../api/query.ts'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { Checkbox, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { Button, Notice } from '../../../ui/page.tsx'
import { RunView } from '../runs/run-view.tsx'
import { useEditorState } from './context.ts'
import { MailNotice } from './mail-notice.tsx'

const texts = textsOf('automations', 'testRun')

interface TestRunProps {
  example: unknown
  runId: string | undefined
  onStarted(runId: string): void
  onSelectStep(name: string): void
}

export function TestRun({ example, runId, onStarted, onSelectStep }: TestRunProps) {
  const t = useTexts(texts)
  const { editor, located, titles, parts } = useEditorState()
  const { automation, isDirty } = editor
  const [typed, setText] = useState<string>()
  const text = typed ?? JSON.stringify(example ?? {}, null, 2)
  const [isKept, setKept] = useState(false)
  const shown = useRef<HTMLDivElement>(null)
  const [started, setStarted] = useState<string>()
  useEffect(() => {
    if (started !== undefined && started === runId) shown.current?.scrollIntoView({ block: 'start' })
  }, [started, runId])
  const run = useAction('automations', 'run', {
    onDone: ({ run_id }) => {
      setStarted(run_id)
      onStarted(run_id)
    },
  })
  const keep = useAction('automations', 'update')
  const input = parseJsonObject(text)
  const isPending = run.isPending || keep.isPending || editor.save.kind === 'saving'
  const effects = located.filter(({ step }) =>
    parts.steps.some(({ type, has_side_effects }) => has_side_effects && type === step.type),
  )
  const start = async () => {
    if (isPending || input === undefined) return
    if (isDirty && !(await editor.send())) return
    if (isKept) await keep.mutateAsync({ id: automation.id, sample: input }).catch(() => {})
    run.mutate({ id: automation.id, input })
  }
  return (
    <div className="flex flex-col gap-5">
      <Form onSubmit={() => void start()} error={run.error ?? keep.error}>
        <div>
          <h2 className="font-semibold">{t.title}</h2>
          <p className="text-sm text-soft">{t.text}</p>
        </div>
        {effects.length > 0 && (
          <Notice look="warn">{t.effects(effects.map(({ step }) => titles.get(step.name)).join(', '))}</Notice>
        )}
        <MailNotice steps={located.map(({ step }) => step)} />
        <TextField
          label={t.data}
          name="input"
          help={t.dataHelp}
          value={text}
          onChange={setText}
          rows={Math.min(12, Math.max(4, text.split('\n').length))}
          validate={() => (input === undefined ? t.noJson : null)}
          isMono
        />
        <Checkbox label={t.keep} isSelected={isKept} onChange={setKept} />
        <Button
          icon={Play}
          type="submit"
          look="primary"
          className="self-start"
          isPending={isPending}
          isDisabled={!input}
        >
          {isDirty ? t.saveAndStart : t.start}
        </Button>
      </Form>
      {runId !== undefined && (
        <div ref={shown}>
          <RunView
            automationId={automation.id}
            runId={runId}
            onAgain={(data) => setText(JSON.stringify(data, null, 2))}
            onSelectStep={onSelectStep}
          />
        </div>
      )}
    </div>
  )
}
