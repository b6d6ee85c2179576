// A column for each day, stacked by channel. Arrow keys choose a day, whose values are shown and announced.
import { type KeyboardEvent, useState } from 'react'
import { useLocale as useReadingDirection } from 'react-aria-components'
import type { UsageChannel } from '#contract/account/billing.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { classes } from '../../ui/classes.ts'
import { type Day, ticksOf } from './days.ts'
import { channels, channelTexts } from './usage-texts.ts'

const texts = textsOf('usage', 'chart')

const colors: Record<UsageChannel, string> = {
  call: 'text-accent',
  widget: 'text-customer',
  api: 'text-person',
  chatapp: 'text-good',
  sms: 'text-warn',
  automation: 'text-soft',
}

export function Chart({ days }: { days: readonly Day[] }) {
  const t = useTexts(texts)
  const names = useTexts(channelTexts)
  const format = useFormats()
  const { direction } = useReadingDirection()
  const [chosen, setChosen] = useState(days.length - 1)
  const at = Math.min(chosen, days.length - 1)
  const used = channels.filter((channel) => days.some(({ costs }) => costs[channel]))
  const ticks = ticksOf(Math.max(...days.map((day) => heightOf(day))))
  const top = ticks.at(-1)!
  const day = days[at]!
  const label = (text: string) => format.day(text)
  const described = used.flatMap((channel) =>
    day.costs[channel] ? [`${names[channel]} ${format.money(day.costs[channel])}`] : [],
  )
  const onKeyDown = (event: KeyboardEvent) => {
    const forward = direction === 'rtl' ? -1 : 1
    const steps: Record<string, number> = {
      ArrowRight: at + forward,
      ArrowLeft: at - forward,
      ArrowUp: at + 1,
      ArrowDown: at - 1,
      PageUp: at + 7,
      PageDown: at - 7,
      Home: 0,
      End: days.length - 1,
    }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    setChosen(Math.max(0, Math.min(days.length - 1, next)))
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 rounded-lg bg-sunken px-3 py-2">
        <span className="font-medium">{label(day.day)}</span>
        <span className="tabular-nums">
          {t.colon(t.total)} {format.money(day.total)}
        </span>
      </div>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <div aria-hidden className="relative w-14 text-xs text-soft tabular-nums">
          {ticks.map((tick) => (
            <span key={tick} className="absolute end-0 translate-y-1/2" style={{ bottom: `${(tick / top) * 100}%` }}>
              {format.money(tick)}
            </span>
          ))}
        </div>
        <div
          role="slider"
          tabIndex={0}
          aria-label={t.chart}
          aria-valuemin={1}
          aria-valuemax={days.length}
          aria-valuenow={at + 1}
          aria-valuetext={`${label(day.day)}: ${described.length > 0 ? described.join(', ') : t.none}`}
          onKeyDown={onKeyDown}
          className="my-2 cursor-default rounded"
        >
          <svg
            viewBox={`0 0 ${days.length} 100`}
            preserveAspectRatio="none"
            aria-hidden="true"
            className="h-56 w-full overflow-visible rtl:-scale-x-100"
          >
            {ticks.map((tick) => (
              <line
                key={tick}
                x1={0}
                x2={days.length}
                y1={100 - (tick / top) * 100}
                y2={100 - (tick / top) * 100}
                vectorEffect="non-scaling-stroke"
                className="stroke-line"
              />
            ))}
            {days.map((each, index) => (
              <Column
                key={each.day}
                day={each}
                x={index}
                top={top}
                isChosen={index === at}
                onChoose={() => setChosen(index)}
              />
            ))}
          </svg>
        </div>
        <span />
        <div aria-hidden className="flex justify-between text-xs text-soft">
          <span>{label(days[0]!.day)}</span>
          {days.length > 2 && <span>{label(days[Math.floor(days.length / 2)]!.day)}</span>}
          {days.length > 1 && <span>{label(days.at(-1)!.day)}</span>}
        </div>
      </div>
      <ul className="flex flex-wrap gap-x-5 gap-y-1.5">
        {used.map((channel) => (
          <li key={channel} className="flex items-center gap-2 text-sm">
            <span aria-hidden className={classes('size-3 rounded-sm bg-current', colors[channel])} />
            {names[channel]}
            <span className="text-soft tabular-nums">{format.money(day.costs[channel] ?? 0)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Refunds that exceed the charges of a day have no column. */
const heightOf = ({ costs }: Day): number =>
  channels.reduce((sum, channel) => sum + Math.max(0, costs[channel] ?? 0), 0)

interface ColumnProps {
  day: Day
  x: number
  top: number
  isChosen: boolean
  onChoose(): void
}

function Column({ day, x, top, isChosen, onChoose }: ColumnProps) {
  let below = 0
  return (
    <g onPointerEnter={onChoose} onPointerDown={onChoose}>
      <rect x={x} y={0} width={1} height={100} className={isChosen ? 'fill-accent-soft' : 'fill-transparent'} />
      {channels.map((channel) => {
        const height = (Math.max(0, day.costs[channel] ?? 0) / top) * 100
        if (height === 0) return null
        below += height
        return (
          <rect
            key={channel}
            x={x + 0.1}
            y={100 - below}
            width={0.8}
            height={height}
            strokeWidth={1}
            vectorEffect="non-scaling-stroke"
            className={classes('fill-current stroke-card', colors[channel])}
          />
        )
      })}
    </g>
  )
}
