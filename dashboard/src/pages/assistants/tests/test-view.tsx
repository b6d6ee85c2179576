// One test with its runs: what can be done with it, and the result of the selected run.
import { Link } from '@tanstack/react-router'
import { ChevronLeft, Pencil, Play, Trash2 } from 'lucide-react'
import { useAction, useRead } from '../../../api/query.ts'
import { useFormats, useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { useMay } from '../../../session/session.tsx'
import { Select } from '../../../ui/fields.tsx'
import { ConfirmButton, say, sayError } from '../../../ui/overlays.tsx'
import { Button, Empty, Loaded } from '../../../ui/page.tsx'
import { RunResult } from './run-result.tsx'
import { RunBadge, statusTexts } from './status.tsx'
import { isOpen, type RunHead, type TestRecord, type TestsProps } from './types.ts'

const texts = textsOf('assistants', 'testView')

interface ViewProps {
  test: TestRecord
  runId: number | undefined
  onGo: TestsProps['onGo']
}

export function TestView({ test, runId, onGo }: ViewProps) {
  const t = useTexts(texts)
  const { assistant_id: assistantId, id: testId, latest_run: latest } = test
  const may = useMay()
  const runs = useRead('assistantTests', 'listRuns', { assistantId, testId })
  const run = useAction('assistantTests', 'run', { onDone: ({ data }) => onGo({ test: testId, run: data.id }, true) })
  const isRunning = latest !== null && isOpen(latest.status)
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-[1_1_16rem]">
          <Button
            icon={ChevronLeft}
            iconSize={16}
            iconClass="rtl:-scale-x-100"
            look="quiet"
            size="small"
            className="-ms-2"
            onPress={() => onGo({})}
          >
            {t.back}
          </Button>
          <h2 className="flex flex-wrap items-center gap-2 text-lg font-semibold">
            <span className="min-w-0 break-words">{test.name}</span>
            <RunBadge status={latest?.status} />
          </h2>
          {test.about && <p className="break-words text-soft">{test.about}</p>}
          {test.source_call_id !== null && (
            <Link
              to="/calls/$id"
              params={{ id: String(test.source_call_id) }}
              className="text-sm text-accent underline underline-offset-2"
            >
              {t.fromCall}
            </Link>
          )}
        </div>
        {may('assistantTests', 'run') && (
          <div className="flex flex-wrap gap-2">
            <Button
              icon={Play}
              look="primary"
              isPending={run.isPending || isRunning}
              onPress={() => !run.isPending && run.mutate({ assistantId, testId }, { onError: sayError })}
            >
              {t.run}
            </Button>
            <Button icon={Pencil} onPress={() => onGo({ test: testId, form: 'edit' })}>
              {t.edit}
            </Button>
            <Remove test={test} onDone={() => onGo({})} />
          </div>
        )}
      </div>
      <Loaded query={runs}>
        {({ data }) => {
          const selected = data.find(({ id }) => id === runId) ?? data[0]
          if (!selected) return <Empty title={t.none} text={t.noneText} />
          return (
            <>
              {data.length > 1 && (
                <Runs runs={data} selected={selected} onSelect={(id) => onGo({ test: testId, run: id }, true)} />
              )}
              <RunResult key={selected.id} assistantId={assistantId} head={selected} />
            </>
          )
        }}
      </Loaded>
    </div>
  )
}

interface RunsProps {
  runs: readonly RunHead[]
  selected: RunHead
  onSelect(id: number): void
}

function Runs({ runs, selected, onSelect }: RunsProps) {
  const t = useTexts(texts)
  const status = useTexts(statusTexts)
  const format = useFormats()
  return (
    <Select
      label={t.runs}
      className="w-full max-w-md"
      value={selected.id}
      onChange={onSelect}
      options={runs.map((run) => ({
        value: run.id,
        label: `${format.dateTimeSeconds(run.created_at)} · ${status[run.status]}`,
        ...(run.assistant_version !== null && { detail: t.version(format.number(run.assistant_version)) }),
      }))}
    />
  )
}

function Remove({ test, onDone }: { test: TestRecord; onDone(): void }) {
  const t = useTexts(texts)
  const remove = useAction('assistantTests', 'delete', {
    onDone: ({ message }) => {
      say(message)
      onDone()
    },
  })
  return (
    <ConfirmButton
      title={t.removeTitle}
      text={t.removeText}
      action={t.remove}
      mutation={remove}
      input={{ assistantId: test.assistant_id, testId: test.id }}
    >
      <Trash2 aria-hidden size={16} />
    </ConfirmButton>
  )
}
