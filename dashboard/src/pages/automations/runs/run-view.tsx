// One run: how it went, its steps as they happen, and what can be done if it has failed.
import { Link } from '@tanstack/react-router'
import { ChevronRight, RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useAction } from '../../../api/query.ts'
import { useFormats, useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { useMessages } from '../../../messages/use-messages.ts'
import { useMay } from '../../../session/session.tsx'
import { classes } from '../../../ui/classes.ts'
import { say, sayError } from '../../../ui/overlays.tsx'
import { Badge, Button, Empty, Failure, Loading, Notice } from '../../../ui/page.tsx'
import { Time } from '../../../ui/values.tsx'
import { Described } from '../parts/described.tsx'
import { useDurations } from '../parts/duration.ts'
import type { RunReply, RunStepReply } from '../parts/types.ts'
import { JsonView } from './json-view.tsx'
import { StatusBadge, StatusIcon } from './run-status.tsx'
import { useStepTitles } from './step-title.ts'
import { useRun } from './use-runs.ts'

const texts = textsOf('automations', 'runView')

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

/** Counts while the run continues, from what the server said last. */
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
  const { titleOf } = useStepTitles()
  const step = run.steps.find(({ classification }) => classification === 'paused_at_delay')
  const { until } = (step?.output ?? {}) as { until?: string }
  return (
    <Notice>
      {until === undefined ? null : (
        <>
          {t.waits} <Time at={until} /> (<Time at={until} look="relative" />)
        </>
      )}{' '}
      {step && `(${titleOf(step)})`}
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
        icon={RotateCw}
        look="primary"
        className="self-start !whitespace-normal"
        isPending={retry.isPending}
        onPress={() => !retry.isPending && retry.mutate({ id: automationId, run_id: run.id }, { onError: sayError })}
      >
        {t.retry}
      </Button>
      <p className="text-sm text-soft">{t.retryHelp}</p>
    </div>
  )
}

const runStepsTexts = textsOf('automations', 'runSteps')

const stepsShown = 200

interface RunStepsProps {
  steps: readonly RunStepReply[]
  onSelect?(name: string): void
}

/** The steps of a run in the order in which they were executed, each with what it got and returned. */
function RunSteps({ steps, onSelect }: RunStepsProps) {
  const t = useTexts(runStepsTexts)
  const format = useFormats()
  const [shown, setShown] = useState(stepsShown)
  if (steps.length === 0) return <Empty title={t.none} />
  return (
    <div>
      <h3 className="mb-1 text-sm font-medium">{t.steps}</h3>
      <ol className="divide-y rounded-lg border">
        {steps.slice(0, shown).map((step) => (
          <RunStep key={step.path} step={step} {...(onSelect && { onSelect })} />
        ))}
      </ol>
      {steps.length > shown && (
        <Button size="small" className="mt-2" onPress={() => setShown(shown + stepsShown)}>
          {t.more(format.number(Math.min(stepsShown, steps.length - shown)))}
        </Button>
      )}
    </div>
  )
}

function RunStep({ step, onSelect }: { step: RunStepReply; onSelect?(name: string): void }) {
  const t = useTexts(runStepsTexts)
  const { titleOf, detailOf } = useStepTitles()
  const format = useFormats()
  const duration = useDurations()
  // A failure is what people look for.
  const [wanted, setWanted] = useState<boolean>()
  const isOpen = wanted ?? step.status === 'FAILED'
  const title = titleOf(step)
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setWanted(!isOpen)}
        className="flex w-full cursor-pointer items-center gap-2 px-2.5 py-2 text-start outline-offset-[-2px] hover:bg-sunken"
      >
        <ChevronRight aria-hidden size={15} className={classes('shrink-0', isOpen ? 'rotate-90' : 'rtl:rotate-180')} />
        <StatusIcon status={step.status} />
        <span className="min-w-0 grow">
          <span className="block truncate font-medium">{title}</span>
          <span className="block truncate text-xs text-soft">{detailOf(step)}</span>
        </span>
        {step.attempt > 1 && <Badge>{t.attempt(format.number(step.attempt))}</Badge>}
        {step.duration_ms !== null && (
          <span className="shrink-0 text-sm text-soft tabular-nums">{duration(step.duration_ms)}</span>
        )}
      </button>
      {isOpen && (
        <div className="flex flex-col gap-3 px-3 pb-3">
          {step.error !== null && <Problem step={step} />}
          <JsonView value={step.input} label={t.input} of={title} />
          <JsonView value={step.output} label={t.output} of={title} />
          {onSelect && (
            <Button size="small" className="self-start" onPress={() => onSelect(step.name)}>
              {t.open}
              <span className="sr-only">{title}</span>
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

function Problem({ step: { error, classification } }: { step: RunStepReply }) {
  const t = useTexts(runStepsTexts)
  const { messageOf } = useMessages()
  const remedy = (t as unknown as Record<string, string | undefined>)[classification]
  return (
    <Notice look="bad">
      <p>
        <Described text={messageOf(error ?? '')} />
      </p>
      {remedy !== undefined && <p className="text-ink">{remedy}</p>}
      {classification === 'missing_connection' && (
        <Link to="/automations" search={{ tab: 'connections' }} className="underline">
          {t.connections}
        </Link>
      )}
    </Notice>
  )
}
