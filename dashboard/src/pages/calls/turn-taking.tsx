// How the customer and the assistant took turns: metrics with their meaning, and all states in a table.
import { useMemo } from 'react'
import { rowsOf } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { Card, Empty, Metric } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import { callWords } from './call-words.ts'
import type { CallRecord, StateSpan } from './lanes.ts'
import type { Player } from './player.ts'
import { positionOf } from './time-text.ts'

type Interaction = CallRecord['interaction']

const texts = textsOf('calls', 'turnTaking')

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
