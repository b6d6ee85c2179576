// Draws a call on a time axis: the sound of both sides, and lanes that show who speaks, pauses, tools and states.
import { useEffect, useRef } from 'react'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import type { Lanes, StateSpan, ToolRun } from './lanes.ts'
import { type View, wavePath, xOf } from './paths.ts'
import { type Player, usePlayer } from './player.ts'
import type { Span } from './spans.ts'
import { Ruler, rulerPx, type Strip, Strips, useStateStrips } from './state-strips.tsx'
import { positionOf } from './time-text.ts'
import type { TimeAxis } from './use-time-axis.ts'
import type { Wave } from './wave.ts'

const texts = textsOf('calls', 'timeLanes')

const wavePx = 44
const lanePx = 12
const gapPx = 6

interface Lane {
  name: string
  strips: Strip[]
}

export interface TimeLanesProps {
  axis: TimeAxis
  player: Player
  durationMs: number
  wave: Wave | undefined
  lanes: Lanes | undefined
  tools: readonly ToolRun[]
  states: readonly StateSpan[]
  marked: Span | undefined
}

export function TimeLanes({ axis, player, durationMs, wave, lanes, tools, states, marked }: TimeLanesProps) {
  const t = useTexts(texts)
  const { view, contentPx, scroller, onScroll } = axis
  const customerStrips = useStateStrips(states, 'customer')
  const interruptionStrips = useStateStrips(states, 'interruption')
  const strip = (fill: string, spans: readonly Span[], share = 1): Strip => ({ fill, spans, share })
  const shown: Lane[] = [
    ...(lanes
      ? [
          { name: t.customer, strips: [strip('fill-customer', lanes.customer)] },
          { name: t.assistant, strips: [strip('fill-accent', lanes.assistant)] },
          ...(lanes.agent.length > 0 ? [{ name: t.agent, strips: [strip('fill-person', lanes.agent)] }] : []),
          { name: t.overlap, strips: [strip('fill-bad', lanes.overlap)] },
          { name: t.pauses, strips: [strip('fill-strong-line', lanes.pauses, 0.4)] },
        ]
      : []),
    ...(tools.length > 0 ? [{ name: t.tools, strips: [strip('fill-warn', tools)] }] : []),
    ...(states.length > 0
      ? [
          { name: t.turn, strips: customerStrips },
          { name: t.interruption, strips: interruptionStrips },
        ]
      : []),
  ]
  const waves = wave
    ? [
        { name: t.customer, levels: wave.customer, fill: 'fill-customer' },
        { name: t.assistant, levels: wave.assistant, fill: 'fill-accent' },
      ]
    : []
  const wavesPx = waves.length * (wavePx + gapPx)
  const laneTop = (index: number): number => rulerPx + wavesPx + index * (lanePx + gapPx)
  const height = laneTop(shown.length)
  return (
    <div dir="ltr" className="grid grid-cols-[5.75rem_minmax(0,1fr)] sm:grid-cols-[7.5rem_minmax(0,1fr)]">
      <div aria-hidden className="relative text-xs text-soft" style={{ height }}>
        {waves.map(({ name }, index) => (
          <span
            key={name}
            className="absolute start-0 max-w-full truncate pe-2 font-medium text-ink"
            style={{ top: rulerPx + index * (wavePx + gapPx) + wavePx / 2 - 8 }}
          >
            {name}
          </span>
        ))}
        {shown.map(({ name }, index) => (
          <span key={name} className="absolute start-0 max-w-full truncate pe-2" style={{ top: laneTop(index) - 2 }}>
            {name}
          </span>
        ))}
      </div>
      <div ref={scroller} onScroll={onScroll} className="overflow-x-auto overflow-y-hidden">
        <div style={{ width: contentPx, height }}>
          {view.widthPx > 0 && (
            <PositionSlider player={player} view={view} durationMs={durationMs} height={height}>
              <svg width={view.widthPx} height={height} aria-hidden="true" className="block">
                <Ruler view={view} height={height} />
                {waves.map(({ name, levels, fill }, index) => (
                  <path
                    key={name}
                    className={fill}
                    d={wavePath(levels, view, rulerPx + index * (wavePx + gapPx) + wavePx / 2, wavePx / 2)}
                  />
                ))}
                {shown.map(({ name, strips }, index) => (
                  <g key={name}>
                    <rect className="fill-sunken" x={0} y={laneTop(index)} width={view.widthPx} height={lanePx} />
                    <Strips strips={strips} view={view} top={laneTop(index)} height={lanePx} />
                  </g>
                ))}
                {marked && <Mark span={marked} view={view} height={height} />}
              </svg>
            </PositionSlider>
          )}
        </div>
      </div>
    </div>
  )
}

/** A short span gets a frame that is wide enough to be seen. */
const minMarkPx = 6

function Mark({ span, view, height }: { span: Span; view: View; height: number }) {
  const [from, to] = [xOf(view, span.fromMs), xOf(view, span.toMs)]
  const width = Math.max(minMarkPx, to - from)
  const x = (from + to) / 2 - width / 2
  return (
    <g data-mark>
      <rect x={x} y={1} width={width} height={height - 2} className="fill-warn/20 stroke-warn" strokeWidth={1.5} />
      <path d={`M${x + width / 2 - 5} 0h10l-5 7z`} className="fill-warn" />
    </g>
  )
}

interface PositionSliderProps {
  player: Player
  view: View
  durationMs: number
  height: number
  children: React.ReactNode
}

const stepMs = 1_000
const longStepMs = 10_000

function targetOf(key: string, timeMs: number, durationMs: number): number | undefined {
  if (key === 'ArrowLeft' || key === 'ArrowDown') return timeMs - stepMs
  if (key === 'ArrowRight' || key === 'ArrowUp') return timeMs + stepMs
  if (key === 'PageDown') return timeMs - longStepMs
  if (key === 'PageUp') return timeMs + longStepMs
  if (key === 'Home') return 0
  return key === 'End' ? durationMs : undefined
}

/** The whole drawing is a slider: arrows move by a second, page keys by ten, and the space bar plays. */
function PositionSlider({ player, view, durationMs, height, children }: PositionSliderProps) {
  const t = useTexts(texts)
  const head = useRef<HTMLDivElement>(null)
  const seconds = usePlayer(player, () => Math.floor(player.timeMs() / 1000))
  useEffect(() => {
    const draw = () => {
      const x = xOf(view, player.timeMs())
      head.current!.style.transform = `translateX(${x}px)`
      head.current!.style.visibility = x < -1 || x > view.widthPx + 1 ? 'hidden' : 'visible'
    }
    draw()
    return player.subscribe(draw)
  }, [player, view])
  const seekTo = (clientX: number, box: DOMRect) =>
    player.seek(view.fromMs + ((clientX - box.left) / view.widthPx) * (view.toMs - view.fromMs))
  /** Undefined for other keys. */
  const actionOf = (key: string): (() => void) | undefined => {
    if (key === ' ' || key === 'Enter') return () => void player.toggle()
    const target = targetOf(key, player.timeMs(), durationMs)
    return target === undefined ? undefined : () => player.seek(target)
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={t.position}
      aria-valuemin={0}
      aria-valuemax={Math.ceil(durationMs / 1000)}
      aria-valuenow={seconds}
      aria-valuetext={t.of(positionOf(seconds * 1000), positionOf(durationMs))}
      className="sticky start-0 cursor-text outline-offset-[-2px]"
      style={{ width: view.widthPx, height }}
      onKeyDown={(event) => {
        const act = actionOf(event.key)
        if (!act || event.ctrlKey || event.metaKey || event.altKey) return
        event.preventDefault()
        act()
      }}
      onClick={({ clientX, currentTarget }) => seekTo(clientX, currentTarget.getBoundingClientRect())}
      onPointerMove={({ clientX, currentTarget, buttons, pointerType }) => {
        // A finger scrolls instead.
        if (buttons === 1 && pointerType === 'mouse') seekTo(clientX, currentTarget.getBoundingClientRect())
      }}
    >
      {children}
      <div ref={head} aria-hidden className="pointer-events-none absolute inset-y-0 start-0 w-0.5 bg-ink" />
    </div>
  )
}
