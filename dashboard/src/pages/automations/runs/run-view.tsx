// One run: how it went, its steps as they happen, and what can be done if it has failed.
import { RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useAction } from '../../../api/query.ts'
import { useFormats } from '../../../i18n/format.ts'
import { textsOf, useTexts } from '../../../i18n/locale.tsx'
import { useMay } from '../../../session/session.tsx'
import { Button } from '../../../ui/button.tsx'
import { say, sayError } from '../../../ui/overlays.tsx'
import { Badge, Failure, Loading, Notice } from '../../../ui/states.tsx'
import { Time } from '../../../ui/values.tsx'
import { useDurations } from '../parts/duration.ts'
import type { RunReply } from '../parts/types.ts'
import { JsonView } from './json-view.tsx'
import { StatusBadge } from './run-status.tsx'
import { RunSteps } from './run-steps.tsx'
import { useRun } from './use-runs.ts'

const texts = textsOf(
  {
    run: 'Run',
    test: 'Test when it was created',
    attempt: (number: string) => `Attempt ${number}`,
    outcome: (name: string) => `Outcome: ${name}`,
    total: 'Total time',
    retry: 'Retry from the failed step',
    retryHelp:
      'The run goes on with its failed step and the data that it had. Steps that had succeeded are not repeated.',
    again: 'New run with these data',
    waits: 'Waits until',
    trigger: 'Data of the trigger',
    response: 'Response',
  },
  {
    run: 'Lauf',
    test: 'Test beim Anlegen',
    attempt: (number: string) => `Versuch ${number}`,
    outcome: (name: string) => `Ergebnis: ${name}`,
    total: 'Gesamtzeit',
    retry: 'Ab dem fehlgeschlagenen Schritt wiederholen',
    retryHelp:
      'Der Lauf geht mit dem fehlgeschlagenen Schritt und seinen bisherigen Daten weiter. Erfolgreiche Schritte werden nicht wiederholt.',
    again: 'Neuer Lauf mit diesen Daten',
    waits: 'Wartet bis',
    trigger: 'Daten des Auslösers',
    response: 'Antwort',
  },
)

export interface RunViewProps {
  automationId: string
  runId: string
  /** Starts another run with the data of this one. */
  onAgain?(input: unknown): void
  onSelectStep?(name: string): void
}

export function RunView({ automationId, runId, onAgain, onSelectStep }: RunViewProps) {
  const t = useTexts(texts)
  const { run, error, refetch } = useRun(automationId, runId)
  if (!run) return error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading />
  return (
    <div className="flex flex-col gap-4">
      <Head run={run} />
      {run.status === 'PAUSED' && <Waiting run={run} />}
      {run.status === 'FAILED' && <Retry automationId={automationId} run={run} />}
      {/* A retry brings the failed step back, which opens by itself. */}
      <RunSteps key={`${run.id} ${run.attempt}`} steps={run.steps} {...(onSelectStep && { onSelect: onSelectStep })} />
      <JsonView value={run.trigger} label={t.trigger} />
      {run.response !== null && run.response !== undefined && <JsonView value={run.response} label={t.response} />}
      {onAgain && run.status !== 'RUNNING' && (
        <Button className="self-start" onPress={() => onAgain(run.trigger)}>
          {t.again}
        </Button>
      )}
    </div>
  )
}

function Head({ run }: { run: RunReply }) {
  const t = useTexts(texts)
  const format = useFormats()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1" aria-live="polite">
      <h2 className="font-semibold">{t.run}</h2>
      <StatusBadge status={run.status} />
      {run.is_test && <Badge>{t.test}</Badge>}
      {run.attempt > 1 && <Badge>{t.attempt(format.number(run.attempt))}</Badge>}
      {run.outcome !== null && <Badge look="accent">{t.outcome(run.outcome)}</Badge>}
      <span className="text-sm text-soft">
        <Time at={run.start_time} />
      </span>
      <span className="text-sm tabular-nums">
        {t.total} <Elapsed run={run} />
      </span>
    </div>
  )
}

const tickMs = 100

/** Counts while the run goes on, from what the server said last. */
function Elapsed({ run }: { run: RunReply }) {
  const duration = useDurations()
  const [read, setRead] = useState({ atMs: performance.now(), run })
  const [nowMs, setNowMs] = useState(performance.now())
  useEffect(() => setRead({ atMs: performance.now(), run }), [run])
  const isRunning = run.status === 'RUNNING'
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNowMs(performance.now()), tickMs)
    return () => clearInterval(timer)
  }, [isRunning])
  const ms = isRunning ? read.run.duration_ms + Math.max(0, nowMs - read.atMs) : run.duration_ms
  return <span aria-hidden={isRunning}>{duration(ms)}</span>
}

function Waiting({ run }: { run: RunReply }) {
  const t = useTexts(texts)
  const step = run.steps.find(({ classification }) => classification === 'paused_at_delay')
  const { until } = (step?.output ?? {}) as { until?: string }
  return (
    <Notice>
      {until === undefined ? null : (
        <>
          {t.waits} <Time at={until} /> (<Time at={until} look="relative" />)
        </>
      )}{' '}
      {step && <span className="font-mono text-sm">{step.path}</span>}
    </Notice>
  )
}

function Retry({ automationId, run }: { automationId: string; run: RunReply }) {
  const t = useTexts(texts)
  const may = useMay()
  const retry = useAction('automations', 'retry', { onDone: ({ note }) => say(note) })
  if (!may('automations', 'retry')) return null
  return (
    <div className="flex flex-col gap-1.5">
      <Button
        look="primary"
        className="self-start !whitespace-normal"
        isPending={retry.isPending}
        onPress={() => !retry.isPending && retry.mutate({ id: automationId, run_id: run.id }, { onError: sayError })}
      >
        <RotateCw aria-hidden size={16} />
        {t.retry}
      </Button>
      <p className="text-sm text-soft">{t.retryHelp}</p>
    </div>
  )
}
