// The result of a run: its checks, what was said, the time axis, and how both sides took turns.
import { BadgeCheck, Ban, OctagonX, SquareMinus } from 'lucide-react'
import { useAction, useRead } from '../../../api/query.ts'
import { useFormats, useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { ServerText } from '../../../messages/server-text.tsx'
import { useMay } from '../../../session/session.tsx'
import { sayError } from '../../../ui/overlays.tsx'
import { Button, Card, Loaded, Loading, Notice } from '../../../ui/page.tsx'
import { Facts, Time } from '../../../ui/values.tsx'
import { RunTimeline } from './run-timeline.tsx'
import { RunBadge } from './status.tsx'
import { isOpen, type Run, type RunHead } from './types.ts'

const texts = textsOf('assistants', 'runResult')

export function RunResult({ assistantId, head }: { assistantId: number; head: RunHead }) {
  const query = useRead('assistantTests', 'getRun', { assistantId, testId: head.test_id, testRunId: head.id })
  return <Loaded query={query}>{({ data }) => <Result assistantId={assistantId} run={data} />}</Loaded>
}

function Result({ assistantId, run }: { assistantId: number; run: Run }) {
  const t = useTexts(texts)
  if (isOpen(run.status)) return <Progress assistantId={assistantId} run={run} />
  const isMeasured = run.duration_ms !== null
  return (
    <div className="flex flex-col gap-4">
      {run.status === 'error' && run.message && (
        <Notice look="warn">
          <ServerText of={run.message} />
        </Notice>
      )}
      {run.remarks.map((remark) => (
        <Notice key={remark}>
          <ServerText of={remark} />
        </Notice>
      ))}
      {isMeasured && (
        <>
          <Card title={t.checks} isFlush={run.checks.length > 0}>
            {run.checks.length === 0 ? <p className="text-soft">{t.noChecks}</p> : <Checks run={run} />}
          </Card>
          <Card title={t.timeline}>
            <RunTimeline run={run} />
          </Card>
        </>
      )}
      <div className="grid gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        {isMeasured && (
          <Card title={t.transcript}>
            <Transcript run={run} />
          </Card>
        )}
        <div className="flex min-w-0 flex-col gap-4">
          {run.interaction && (
            <Card title={t.turns}>
              <TurnTaking interaction={run.interaction} />
            </Card>
          )}
          <Card title={t.facts}>
            <RunFacts run={run} />
          </Card>
        </div>
      </div>
    </div>
  )
}

function Progress({ assistantId, run }: { assistantId: number; run: Run }) {
  const t = useTexts(texts)
  const may = useMay()
  const cancel = useAction('assistantTests', 'cancelRun')
  const ref = { assistantId, testId: run.test_id, testRunId: run.id }
  return (
    <div className="grid justify-items-center gap-3 rounded-xl border bg-card p-8 text-center" aria-live="polite">
      <Loading className="!p-0" />
      <p>{run.status === 'queued' ? t.waiting : t.running}</p>
      {may('assistantTests', 'cancelRun') && (
        <Button
          icon={Ban}
          isPending={cancel.isPending}
          onPress={() => !cancel.isPending && cancel.mutate(ref, { onError: sayError })}
        >
          {t.cancel}
        </Button>
      )}
    </div>
  )
}

const checkClass = 'flex flex-wrap gap-x-3 gap-y-1 border-b px-4 py-2.5 last:border-b-0 sm:flex-nowrap'

const looks = {
  met: ['text-good', BadgeCheck],
  missed: ['text-bad', OctagonX],
  open: ['text-soft', SquareMinus],
} as const

function Checks({ run }: { run: Run }) {
  const t = useTexts(texts)
  const format = useFormats()
  return (
    <ol>
      {run.checks.map(({ step, expected, met, at_ms: atMs, instead }, index) => {
        const outcome = met === null ? 'open' : met ? 'met' : 'missed'
        const [color, Icon] = looks[outcome]
        const word = outcome === 'open' && instead !== null ? t.shown : t[outcome]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: checks do not move
          <li key={index} className={checkClass}>
            <Icon aria-hidden size={18} className={`mt-0.5 shrink-0 ${color}`} />
            <div className="min-w-0 flex-1">
              <p className="break-words">
                <ServerText of={expected} />
              </p>
              {instead !== null && (
                <p className="text-sm break-words text-soft">
                  <ServerText of={instead} />
                </p>
              )}
            </div>
            <div className="flex w-full shrink-0 gap-x-3 ps-8 text-sm sm:block sm:w-auto sm:ps-0 sm:text-end">
              <p className={color}>{word}</p>
              <p className="text-soft tabular-nums">
                {step === null ? t.whole : t.step(format.number(step + 1))}
                {atMs !== null && ` · ${format.seconds(Math.round(atMs / 100) / 10)}`}
              </p>
            </div>
          </li>
        )
      })}
    </ol>
  )
}

function Transcript({ run }: { run: Run }) {
  const t = useTexts(texts)
  const format = useFormats()
  if (run.transcript.length === 0) return <p className="text-soft">{t.silence}</p>
  return (
    <ol className="flex flex-col gap-3">
      {run.transcript.map(({ speaker, text, at_ms: atMs, interrupted }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries do not move
        <li key={index} className="grid grid-cols-[3rem_minmax(0,1fr)] gap-x-2">
          <span className="text-sm text-soft tabular-nums">{format.duration(atMs / 1000)}</span>
          <div className="min-w-0">
            <p className={`text-sm font-medium ${speaker === 'customer' ? 'text-customer' : 'text-accent'}`}>
              {t[speaker]}
              {interrupted && <span className="font-normal text-soft"> · {t.interrupted}</span>}
            </p>
            <p dir="auto" className="break-words">
              {text}
            </p>
          </div>
        </li>
      ))}
    </ol>
  )
}

function TurnTaking({ interaction }: { interaction: NonNullable<Run['interaction']> }) {
  const t = useTexts(texts)
  const format = useFormats()
  const { response, yield: yields, cut_ins: cutIns, selectivity } = interaction
  const ignored = [selectivity.backchannels, selectivity.sounds, selectivity.asides]
  const sum = (of: (part: { count: number; ignored: number }) => number): number =>
    ignored.reduce((total, part) => total + of(part), 0)
  const share = (part: number, all: number): string => t.of(format.number(part), format.number(all))
  const time = (ms: number | null): string => (ms === null ? '–' : format.milliseconds(ms))
  return (
    <Facts
      facts={[
        [t.answered, share(response.answered, response.turns)],
        [t.delay, time(response.mean_ms)],
        [t.yielded, share(yields.yielded, yields.interruptions)],
        [t.stop, time(yields.mean_ms)],
        [t.cutIns, format.number(cutIns.count)],
        [
          t.selectivity,
          share(
            sum(({ ignored: count }) => count),
            sum(({ count }) => count),
          ),
        ],
      ]}
    />
  )
}

function RunFacts({ run }: { run: Run }) {
  const t = useTexts(texts)
  const format = useFormats()
  return (
    <Facts
      facts={[
        [t.outcome, <RunBadge key="status" status={run.status} />],
        [t.started, <Time key="started" at={run.started_at ?? run.created_at} look="seconds" />],
        run.duration_ms !== null && [t.duration, format.duration(run.duration_ms / 1000)],
        run.assistant_version !== null && [t.version, format.number(run.assistant_version)],
        run.model !== null && [t.model, run.model === 'recorded' ? t.recorded : run.model],
        run.duration_ms !== null && [t.requests, format.number(run.model_requests)],
      ]}
    />
  )
}
