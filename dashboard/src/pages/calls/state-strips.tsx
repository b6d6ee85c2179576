// How the ruler of a time axis and the states of turn-taking are drawn, for calls and for runs of tests.
import { useTexts } from '../../i18n/locale.tsx'
import { callWords } from './call-words.ts'
import type { StateSpan } from './lanes.ts'
import { rulerOf, spansPath, type View, xOf } from './paths.ts'
import type { Span } from './spans.ts'
import { positionOf } from './time-text.ts'

type Side = 'customer' | 'interruption'
type Look = [share: number, fill: string]

/** The share of the lane's height and the color, so that states differ without color, too. */
const looks: { [S in Side]: Partial<Record<StateSpan[S], Look>> } = {
  customer: {
    speaking: [1, 'fill-customer'],
    trailing: [0.8, 'fill-customer'],
    recognizing: [0.6, 'fill-warn'],
    waiting: [0.4, 'fill-accent'],
    noise: [0.3, 'fill-soft'],
    faint: [0.2, 'fill-soft'],
  },
  interruption: {
    by_sound: [1, 'fill-bad'],
    probable: [0.8, 'fill-bad'],
    possible: [0.5, 'fill-warn'],
    dismissed: [0.25, 'fill-soft'],
  },
}

/** Spans of one kind in a lane. */
export interface Strip {
  fill: string
  spans: readonly Span[]
  /** The part of the lane that it fills, from 0 to 1. */
  share: number
  title?: string
}

/** A strip for each state of this side that occurs. */
export function useStateStrips(states: readonly StateSpan[], side: Side): Strip[] {
  const words: Partial<Record<string, string>> = useTexts(callWords)[side]
  return Object.entries(looks[side]).flatMap(([name, [share, fill]]) => {
    const spans = states.filter((state) => state[side] === name)
    return spans.length === 0 ? [] : [{ fill, share, spans, title: words[name] }]
  })
}

interface StripsProps {
  strips: readonly Strip[]
  view: View
  top: number
  height: number
}

export function Strips({ strips, view, top, height }: StripsProps) {
  return strips.map(({ fill, spans, share, title }) => (
    <path
      key={`${fill} ${share}`}
      className={fill}
      d={spansPath(spans, view, top + height * (1 - share), height * share)}
    >
      {title && <title>{title}</title>}
    </path>
  ))
}

export const rulerPx = 20

export function Ruler({ view, height }: { view: View; height: number }) {
  const { stepMs, ticks } = rulerOf(view)
  return ticks.map((at) => {
    const x = xOf(view, at)
    return (
      <g key={at}>
        <line x1={x} x2={x} y1={rulerPx - 6} y2={height} className="stroke-line" />
        <text x={x + 3} y={12} className="fill-soft text-[0.6875rem]">
          {stepMs < 1000 ? positionOf(at, true).slice(0, -2) : positionOf(at)}
        </text>
      </g>
    )
  })
}
