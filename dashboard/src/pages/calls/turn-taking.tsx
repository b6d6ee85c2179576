// How the customer and the assistant took turns: metrics with their meaning, and all states in a table.
import { useMemo } from 'react'
import { rowsOf } from '../../api/query.ts'
import { textsOf, useFormats, useTexts } from '../../i18n/locale.tsx'
import { Card, Empty, Metric } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import { callWords } from './call-words.ts'
import type { CallRecord, StateSpan } from './lanes.ts'
import type { Player } from './player.ts'
import { positionOf } from './time-text.ts'

type Interaction = CallRecord['interaction']

const texts = textsOf(
  {
    metrics: 'Metrics of turn-taking',
    noMetrics: 'Turn-taking was not measured',
    noMetricsText: 'Measured only for finished calls without an agent or an answering machine.',
    response: 'Answered turns',
    responseText: 'The assistant spoke before the customer had to speak again.',
    mean: (time: string) => `After ${time} on average.`,
    yields: 'Stopped when interrupted',
    yieldsText: 'The assistant stopped within two seconds when the customer interrupted it.',
    cutIns: 'Cut in',
    cutInsText: 'The assistant began to speak while the customer spoke.',
    backchannels: 'Kept talking through “mm-hm”',
    backchannelsText: 'The assistant kept talking when the customer only signaled that they were listening.',
    sounds: 'Kept talking through noises',
    soundsText: 'The assistant kept talking when speech without words was heard, such as a cough.',
    states: 'States of turn-taking',
    noStates: 'No states were stored',
    seek: 'Go to this time',
  },
  {
    metrics: 'Kennzahlen des Sprecherwechsels',
    noMetrics: 'Der Sprecherwechsel wurde nicht gemessen',
    noMetricsText: 'Nur für beendete Anrufe ohne Agent und ohne Anrufbeantworter gemessen.',
    response: 'Beantwortete Runden',
    responseText: 'Der Assistent sprach, bevor der Kunde noch einmal sprechen musste.',
    mean: (time: string) => `Im Mittel nach ${time}.`,
    yields: 'Bei Unterbrechung aufgehört',
    yieldsText: 'Der Assistent hörte innerhalb von zwei Sekunden auf, wenn der Kunde ihn unterbrach.',
    cutIns: 'Ins Wort gefallen',
    cutInsText: 'Der Assistent begann zu sprechen, während der Kunde sprach.',
    backchannels: 'Nach „mhm“ weitergesprochen',
    backchannelsText: 'Der Assistent sprach weiter, wenn der Kunde nur zeigte, dass er zuhört.',
    sounds: 'Nach Geräuschen weitergesprochen',
    soundsText: 'Der Assistent sprach weiter, wenn Laute ohne Worte zu hören waren, etwa ein Husten.',
    states: 'Zustände des Sprecherwechsels',
    noStates: 'Es wurden keine Zustände gespeichert',
    seek: 'Zu dieser Zeit gehen',
  },
)

export function TurnTaking({
  interaction,
  states,
  player,
}: {
  interaction: Interaction
  states: readonly StateSpan[]
  player: Player
}) {
  const t = useTexts(texts)
  return (
    <div className="flex flex-col gap-5">
      <Card title={t.metrics}>
        {interaction ? <Metrics interaction={interaction} /> : <Empty title={t.noMetrics} text={t.noMetricsText} />}
      </Card>
      <Card title={t.states} isFlush>
        <StateTable states={states} player={player} />
      </Card>
    </div>
  )
}

function Metrics({ interaction }: { interaction: NonNullable<Interaction> }) {
  const t = useTexts(texts)
  const format = useFormats()
  const { response, yield: yields, cut_ins: cutIns, selectivity } = interaction
  const share = (part: number, all: number) => (
    <>
      {format.number(part)} <span className="text-base font-normal text-soft">/ {format.number(all)}</span>
    </>
  )
  const withMean = (text: string, ms: number | null): string =>
    ms === null ? text : `${text} ${t.mean(format.milliseconds(ms))}`
  const { backchannels, sounds } = selectivity
  return (
    <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      <Metric
        name={t.response}
        value={share(response.answered, response.turns)}
        detail={withMean(t.responseText, response.mean_ms)}
      />
      <Metric
        name={t.yields}
        value={share(yields.yielded, yields.interruptions)}
        detail={withMean(t.yieldsText, yields.mean_ms)}
      />
      <Metric name={t.cutIns} value={format.number(cutIns.count)} detail={t.cutInsText} />
      <Metric
        name={t.backchannels}
        value={share(backchannels.ignored, backchannels.count)}
        detail={t.backchannelsText}
      />
      <Metric name={t.sounds} value={share(sounds.ignored, sounds.count)} detail={t.soundsText} />
    </div>
  )
}

function StateTable({ states, player }: { states: readonly StateSpan[]; player: Player }) {
  const t = useTexts(texts)
  const words = useTexts(callWords)
  const format = useFormats()
  const rows = useMemo(() => rowsOf(states), [states])
  return (
    <Table
      label={t.states}
      rows={rows}
      className="max-h-96"
      empty={<Empty title={t.noStates} />}
      columns={[
        {
          name: t.time,
          width: '6rem',
          cell: ({ atMs }) => (
            <button
              type="button"
              title={t.seek}
              onClick={() => player.seek(atMs)}
              className="min-h-6 cursor-pointer rounded tabular-nums underline decoration-dotted underline-offset-4"
            >
              {positionOf(atMs, true)}
            </button>
          ),
        },
        {
          name: t.duration,
          width: '6rem',
          isNumber: true,
          isExtra: true,
          cell: ({ fromMs, toMs }) => format.milliseconds(toMs - fromMs),
        },
        { name: t.customer, width: 'minmax(6rem,1fr)', cell: ({ customer }) => words.customer[customer] },
        {
          name: t.interruption,
          width: 'minmax(6rem,1.5fr)',
          cell: ({ interruption }) => words.interruption[interruption],
        },
      ]}
    />
  )
}
