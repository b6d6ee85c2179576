// The form of a test: its name, a script or a simulation, and other fields as JSON.
import { Play } from 'lucide-react'
import { useRef, useState } from 'react'
import { client } from '../../../api/client.ts'
import { queryClient, useAction } from '../../../api/query.ts'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { sayError } from '../../../ui/overlays.tsx'
import { Button, Card } from '../../../ui/page.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { type Draft, draftOf, inputOf, restOf } from './draft.ts'
import { SimulationFields } from './simulation-fields.tsx'
import { StepList } from './step-list.tsx'
import type { TestInput, TestRecord } from './types.ts'

const texts = textsOf('assistants', 'testForm')

interface FormProps {
  assistantId: number
  /** Undefined for a new test. */
  test: TestRecord | undefined
  /** What the form begins with. */
  start: Partial<TestInput> | undefined
  onDone(testId: number, runId: number | undefined): void
  onCancel(): void
}

export function TestForm({ assistantId, test, start, onDone, onCancel }: FormProps) {
  const t = useTexts(texts)
  const [draft, setDraft] = useState(() => draftOf(start))
  const [isWrong, setWrong] = useState(false)
  const runs = useRef(false)
  const change = (part: Partial<Draft>): void => setDraft((known) => ({ ...known, ...part }))
  const options = { onDone: ({ data }: { data: TestRecord }) => void finish(data.id) }
  const create = useAction('assistantTests', 'create', options)
  const update = useAction('assistantTests', 'update', options)
  // Until the run has been added, another press would create a second test.
  const [isStarting, setStarting] = useState(false)
  const isPending = create.isPending || update.isPending || isStarting

  async function finish(testId: number): Promise<void> {
    let runId: number | undefined
    if (runs.current) {
      setStarting(true)
      try {
        runId = (await client.assistantTests.run({ assistantId, testId })).data.id
        await queryClient.invalidateQueries({ queryKey: ['assistantTests'] })
      } catch (error) {
        sayError(error as Error)
      }
      setStarting(false)
    }
    onDone(testId, runId)
  }

  function submit(): void {
    const rest = restOf(draft)
    setWrong(rest === undefined)
    if (!rest) return
    const input = inputOf(draft, rest)
    if (test) update.mutate({ assistantId, testId: test.id, ...input })
    else create.mutate({ assistantId, ...input })
  }

  return (
    <Card title={test ? t.edit : t.create}>
      <Form onSubmit={submit} action={test ? update : create}>
        <TextField label={t.name} name="name" isRequired value={draft.name} onChange={(name) => change({ name })} />
        <TextField label={t.about} name="about" value={draft.about} onChange={(about) => change({ about })} />
        <Tabs
          label={t.kinds}
          selected={draft.kind}
          onSelect={(kind) => change({ kind })}
          tabs={[
            {
              id: 'script',
              label: t.script,
              content: <StepList rows={draft.rows} onChange={(rows) => change({ rows })} />,
            },
            {
              id: 'simulation',
              label: t.simulation,
              content: <SimulationFields draft={draft} onChange={change} />,
            },
          ]}
        />
        <details open={draft.rest !== ''}>
          <summary className="cursor-pointer font-medium">{t.rest}</summary>
          <div className="flex flex-col gap-1 pt-2">
            <TextField
              label={t.rest}
              isLabelHidden
              help={t.restHelp}
              name="rest"
              rows={8}
              isMono
              isInvalid={isWrong}
              value={draft.rest}
              onChange={(rest) => {
                setWrong(false)
                change({ rest })
              }}
            />
            {isWrong && (
              <p role="alert" className="text-sm text-bad">
                {t.notJson}
              </p>
            )}
          </div>
        </details>
        <div className="flex flex-wrap gap-2">
          <Button
            icon={Play}
            type="submit"
            look="primary"
            isPending={isPending}
            onPress={() => {
              runs.current = true
            }}
          >
            {t.saveAndRun}
          </Button>
          <Button
            type="submit"
            isPending={isPending}
            onPress={() => {
              runs.current = false
            }}
          >
            {t.save}
          </Button>
          <Button look="quiet" onPress={onCancel}>
            {t.cancel}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
