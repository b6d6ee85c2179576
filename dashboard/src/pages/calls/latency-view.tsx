// The time until each answer was heard, as stacked bars and as a table; choosing a value marks it on the time axis.
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { classes } from '../../ui/classes.ts'
import { Card, Empty } from '../../ui/page.tsx'
import { type Choice, type Latency, steps } from './latency.ts'
import { fills, LatencyTable } from './latency-table.tsx'
import { latencyWords } from './latency-words.ts'

const texts = textsOf('calls', 'latencyView')

export interface LatencyViewProps {
  latency: Latency
  chosen: { turn: number; step: Choice } | undefined
  onChoose(turn: number, step: Choice): void
}

export function LatencyView({ latency, chosen, onChoose }: LatencyViewProps) {
  const t = useTexts(texts)
  const { turns } = latency
  if (turns.length === 0)
    return (
      <Card title={t.title}>
        <Empty title={t.none} text={t.noneText} />
      </Card>
    )
  return (
    <div className="flex flex-col gap-5">
      <Card title={t.title} isFlush>
        <div className="border-b px-4 pt-3">
          <p className="mb-3 text-sm text-soft">{t.hint}</p>
          <Legend />
        </div>
        <LatencyTable label={t.title} turns={turns} chosen={chosen} onChoose={onChoose} />
      </Card>
      <Card title={t.sums} isFlush>
        <Percentiles latency={latency} />
      </Card>
    </div>
  )
}

function Legend() {
  const { names, explained } = useTexts(latencyWords)
  return (
    <ul className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {steps.map((step) => (
        <li key={step} title={explained[step]} className="flex items-center gap-1.5">
          <span aria-hidden className={classes('size-3 rounded-sm border border-strong-line', fills[step])} />
          {names[step]}
        </li>
      ))}
    </ul>
  )
}

function Percentiles({ latency }: { latency: Latency }) {
  const t = useTexts(texts)
  const { names, explained } = useTexts(latencyWords)
  const format = useFormats()
  const known = [...steps, 'retrieval' as const].filter((step) => latency[`${step}_ms`] !== null)
  return (
    <div className="overflow-auto" tabIndex={0} role="group" aria-label={t.sums}>
      <table className="w-full text-sm">
        <thead className="text-soft">
          <tr className="border-b">
            <th scope="col" className="px-4 py-2 text-start font-normal">
              {t.until}
            </th>
            {(['p50', 'p90', 'p99'] as const).map((name) => (
              <th key={name} scope="col" className="px-4 py-2 text-end font-normal">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {known.map((step) => {
            const value = latency[`${step}_ms`]!
            return (
              <tr key={step} className="border-b last:border-0">
                <th scope="row" className="px-4 py-2 text-start font-normal">
                  {names[step]} <span className="block text-soft">{explained[step]}</span>
                </th>
                {(['p50', 'p90', 'p99'] as const).map((name) => (
                  <td key={name} className="px-4 py-2 text-end whitespace-nowrap tabular-nums">
                    {format.milliseconds(value[name])}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
