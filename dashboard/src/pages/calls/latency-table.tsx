// The times of each turn as numbers with a stacked bar below them. Only the rows in view are drawn.
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef } from 'react'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { classes } from '../../ui/classes.ts'
import { type Choice, partsOf, type Step, steps, type Turn, totalOf } from './latency.ts'
import { latencyWords } from './latency-words.ts'
import { positionOf } from './time-text.ts'

const texts = textsOf('calls', 'latencyTable')

/** Neighbors differ in brightness, too. */
export const fills: Record<Step, string> = {
  recognized: 'bg-customer',
  decided: 'bg-customer/40',
  first_token: 'bg-person',
  first_audio: 'bg-person/40',
  first_audio_sent: 'bg-accent',
  heard: 'bg-accent/40',
}

export interface Chosen {
  turn: number
  step: Choice
}

export interface LatencyTableProps {
  label: string
  turns: readonly Turn[]
  chosen: Chosen | undefined
  onChoose(turn: number, step: Choice): void
}

const grid =
  'grid grid-cols-2 gap-x-3 px-4 md:grid-cols-[3.5rem_5.5rem_repeat(var(--columns),minmax(0,1fr))] md:text-end'

export function LatencyTable({ label, turns, chosen, onChoose }: LatencyTableProps) {
  const t = useTexts(texts)
  const { names, explained } = useTexts(latencyWords)
  const scroller = useRef<HTMLDivElement>(null)
  const longest = useMemo(() => turns.reduce((most, turn) => Math.max(most, totalOf(turn) ?? 0), 1), [turns])
  const columns = useMemo((): Choice[] => {
    const hasSearches = turns.some(({ retrieval_ms: ms }) => ms !== null)
    return [...steps, ...(hasSearches ? (['retrieval'] as const) : []), 'total']
  }, [turns])
  const virtual = useVirtualizer({
    count: turns.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 68,
    overscan: 4,
  })
  const chosenTurn = chosen?.turn
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn that is chosen later is in view already
  useEffect(() => {
    if (chosenTurn !== undefined && chosenTurn < turns.length) virtual.scrollToIndex(chosenTurn, { align: 'center' })
  }, [])
  return (
    <div
      ref={scroller}
      role="table"
      aria-label={label}
      aria-rowcount={turns.length + 1}
      tabIndex={0}
      className="max-h-[28rem] overflow-auto text-sm outline-offset-[-2px]"
      style={{ '--columns': columns.length } as React.CSSProperties}
    >
      <div role="rowgroup" className="sticky top-0 z-10 border-b bg-card max-md:sr-only">
        <div role="row" aria-rowindex={1} className={classes(grid, 'py-2 text-soft')}>
          <span role="columnheader" className="text-start">
            {t.turn}
          </span>
          <span role="columnheader">{t.at}</span>
          {columns.map((step) => (
            <span key={step} role="columnheader" title={explained[step]}>
              {names[step]}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => (
          <div
            key={index}
            ref={virtual.measureElement}
            data-index={index}
            role="row"
            aria-rowindex={index + 2}
            className="absolute inset-x-0 top-0 border-b py-2"
            style={{ transform: `translateY(${start}px)` }}
          >
            <Row turn={turns[index]!} {...{ index, columns, longest, chosen, onChoose }} />
          </div>
        ))}
      </div>
    </div>
  )
}

interface RowProps extends Pick<LatencyTableProps, 'chosen' | 'onChoose'> {
  turn: Turn
  index: number
  columns: readonly Choice[]
  longest: number
}

function Row({ turn, index, columns, longest, chosen, onChoose }: RowProps) {
  const t = useTexts(texts)
  const { names } = useTexts(latencyWords)
  const format = useFormats()
  const parts = partsOf(turn)
  const timeOf = (step: Choice): number | null | undefined => {
    if (step === 'total') return totalOf(turn)
    if (step === 'retrieval') return turn.retrieval_ms
    const part = parts.find((each) => each.step === step)
    return part && part.toMs - part.fromMs
  }
  const isChosen = (step: Choice): boolean => chosen?.turn === index && chosen.step === step
  return (
    <>
      <div className={grid}>
        <span role="rowheader" className="text-start font-medium">
          <span className="md:sr-only">{t.turn} </span>
          {index + 1}
        </span>
        <span role="cell" className="text-end text-soft tabular-nums">
          {positionOf(turn.at_ms, true)}
        </span>
        {columns.map((step) => {
          const value = timeOf(step)
          return (
            <span key={step} role="cell" className="flex items-center justify-between tabular-nums md:justify-end">
              <span className="text-soft md:hidden">{names[step]}</span>
              {value == null ? (
                '–'
              ) : (
                <button
                  type="button"
                  onClick={() => onChoose(index, step)}
                  aria-pressed={isChosen(step)}
                  aria-label={`${t.turn} ${index + 1}, ${names[step]}: ${format.milliseconds(value)}`}
                  className={classes(
                    '-me-1.5 min-h-6 cursor-pointer rounded px-1.5 underline decoration-dotted underline-offset-4 hover:bg-sunken',
                    step === 'total' && 'font-semibold',
                    isChosen(step) && 'bg-warn-soft text-warn',
                  )}
                >
                  {format.milliseconds(value)}
                </button>
              )}
            </span>
          )
        })}
      </div>
      <div role="cell" className="px-4 pt-1">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the row has a button for each value */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the row has a button for each value */}
        <div
          className="flex h-5 cursor-pointer gap-px"
          style={{ width: `${((totalOf(turn) ?? 0) / longest) * 100}%` }}
          onClick={({ target }) => {
            const step = steps.find((each) => each === (target as HTMLElement).dataset['step'])
            if (step) onChoose(index, step)
          }}
        >
          {parts.map(({ step, fromMs, toMs }) => (
            <span
              key={step}
              data-step={step}
              title={`${t.colon(names[step])} ${format.milliseconds(toMs - fromMs)}`}
              className={classes(
                'h-full min-w-1.5 rounded-sm border border-strong-line/60',
                fills[step],
                isChosen(step) && 'outline-2 outline-offset-1 outline-warn',
              )}
              // Steps of a few milliseconds keep a width that can be seen and chosen.
              style={{ flexGrow: Math.max(0.001, toMs - fromMs), flexBasis: 0 }}
            />
          ))}
        </div>
      </div>
    </>
  )
}
