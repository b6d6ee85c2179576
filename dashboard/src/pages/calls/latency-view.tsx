// The time until each answer was heard, as stacked bars and as a table; choosing a value marks it on the time axis.
import { useFormats } from '../../i18n/format.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { classes } from '../../ui/classes.ts'
import { Card } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'
import { type Choice, type Latency, partsOf, type Step, steps, type Turn, totalOf } from './latency.ts'
import { latencyWords } from './latency-words.ts'
import { positionOf } from './time-text.ts'

const texts = textsOf(
  {
    title: 'Time until the answer, by turn',
    hint: 'Each part begins where the one before it ends. Choose a value to mark its span on the time axis.',
    turn: 'Turn',
    at: 'Speech ended at',
    none: 'No answers were measured',
    noneText: 'Times are measured from the end of the customer’s speech until the assistant’s answer is heard.',
    sums: 'All turns, since the end of the customer’s speech',
    percentile: 'Percentile',
    until: 'Until',
    table: 'Times by turn',
  },
  {
    title: 'Zeit bis zur Antwort, nach Runden',
    hint: 'Jeder Teil beginnt, wo der vorige endet. Wählen Sie einen Wert, um seinen Zeitraum auf der Zeitachse zu markieren.',
    turn: 'Runde',
    at: 'Worte zu Ende bei',
    none: 'Es wurden keine Antworten gemessen',
    noneText: 'Gemessen wird vom Ende der Worte des Kunden, bis die Antwort des Assistenten zu hören ist.',
    sums: 'Alle Runden, seit dem Ende der Worte des Kunden',
    percentile: 'Perzentil',
    until: 'Bis',
    table: 'Zeiten nach Runden',
  },
)

/** Neighbors differ in brightness, too. */
const fills: Record<Step, string> = {
  recognized: 'bg-customer',
  decided: 'bg-customer/40',
  first_token: 'bg-person',
  first_audio: 'bg-person/40',
  first_audio_sent: 'bg-accent',
  heard: 'bg-accent/40',
}

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
  const longest = Math.max(...turns.map((turn) => totalOf(turn) ?? 0), 1)
  return (
    <div className="flex flex-col gap-5">
      <Card title={t.title}>
        <p className="mb-3 text-sm text-soft">{t.hint}</p>
        <Legend />
        <ol className="flex max-h-96 flex-col gap-1.5 overflow-auto p-1" tabIndex={0} aria-label={t.title}>
          {turns.map((turn, index) => (
            <Bar key={turn.at_ms} {...{ turn, index, longest, chosen, onChoose }} />
          ))}
        </ol>
      </Card>
      <Card title={t.table} isFlush>
        <TurnTable latency={latency} chosen={chosen} onChoose={onChoose} />
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

interface BarProps extends Omit<LatencyViewProps, 'latency'> {
  turn: Turn
  index: number
  longest: number
}

function Bar({ turn, index, longest, chosen, onChoose }: BarProps) {
  const t = useTexts(texts)
  const { names } = useTexts(latencyWords)
  const format = useFormats()
  const total = totalOf(turn)
  const isChosen = (step: Choice): boolean => chosen?.turn === index && chosen.step === step
  return (
    <li className="grid grid-cols-[4.5rem_minmax(0,1fr)_4.5rem] items-center gap-2 text-sm">
      <span className="text-soft">
        {t.turn} {index + 1}
      </span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the table below has a button for each value */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the table below has a button for each value */}
      <span
        className="flex h-7 cursor-pointer gap-px"
        style={{ width: `${((total ?? 0) / longest) * 100}%` }}
        onClick={({ target }) => {
          const step = steps.find((each) => each === (target as HTMLElement).dataset['step'])
          if (step) onChoose(index, step)
        }}
      >
        {partsOf(turn).map(({ step, fromMs, toMs }) => (
          <span
            key={step}
            data-step={step}
            title={`${names[step]}: ${format.milliseconds(toMs - fromMs)}`}
            className={classes(
              'h-full min-w-1.5 rounded-sm border border-strong-line/60',
              fills[step],
              isChosen(step) && 'outline-2 outline-offset-1 outline-warn',
            )}
            // Steps of a few milliseconds keep a width that can be seen and chosen.
            style={{ flexGrow: Math.max(0.001, toMs - fromMs), flexBasis: 0 }}
          />
        ))}
      </span>
      <span className="text-end tabular-nums">{total === undefined ? '–' : format.milliseconds(total)}</span>
    </li>
  )
}

function TurnTable({ latency, chosen, onChoose }: LatencyViewProps) {
  const t = useTexts(texts)
  const { names, explained } = useTexts(latencyWords)
  const format = useFormats()
  const { turns } = latency
  const columns: Choice[] = [
    ...steps,
    ...(turns.some(({ retrieval_ms: ms }) => ms !== null) ? (['retrieval'] as const) : []),
    'total',
  ]
  return (
    <div className="max-h-96 overflow-auto" tabIndex={0} role="group" aria-label={t.table}>
      <table className="w-full text-sm">
        <thead className="sticky top-0 bg-card text-soft">
          <tr className="border-b">
            <th scope="col" className="px-4 py-2 text-start font-normal">
              {t.turn}
            </th>
            <th scope="col" className="px-2 py-2 text-end font-normal">
              {t.at}
            </th>
            {columns.map((step) => (
              <th key={step} scope="col" title={explained[step]} className="px-2 py-2 text-end font-normal last:pe-4">
                {names[step]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {turns.map((turn, index) => {
            const parts = new Map(partsOf(turn).map((part) => [part.step as Choice, part.toMs - part.fromMs]))
            const timeOf = (step: Choice): number | null | undefined =>
              step === 'total' ? totalOf(turn) : step === 'retrieval' ? turn.retrieval_ms : parts.get(step)
            return (
              <tr key={turn.at_ms} className="border-b last:border-0">
                <th scope="row" className="px-4 py-1 text-start font-medium">
                  {index + 1}
                </th>
                <td className="px-2 py-1 text-end text-soft tabular-nums">{positionOf(turn.at_ms, true)}</td>
                {columns.map((step) => {
                  const value = timeOf(step)
                  const isChosen = chosen?.turn === index && chosen.step === step
                  return (
                    <td key={step} className="px-1 py-1 text-end tabular-nums last:pe-3">
                      {value == null ? (
                        <span className="px-1.5 text-soft">–</span>
                      ) : (
                        <button
                          type="button"
                          onClick={() => onChoose(index, step)}
                          aria-pressed={isChosen}
                          aria-label={`${t.turn} ${index + 1}, ${names[step]}: ${format.milliseconds(value)}`}
                          className={classes(
                            'min-h-6 cursor-pointer rounded px-1.5 underline decoration-dotted underline-offset-4 hover:bg-sunken',
                            step === 'total' && 'font-semibold',
                            isChosen && 'bg-warn-soft text-warn',
                          )}
                        >
                          {format.milliseconds(value)}
                        </button>
                      )}
                    </td>
                  )
                })}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
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
