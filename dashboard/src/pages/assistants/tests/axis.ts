// Places what happened in a run on a time axis of limited length.
import type { Run } from './types.ts'

const pxPerSecond = 84
const longestPx = 24_000
export const endPx = 48

export interface Axis {
  widthPx: number
  /** From the start. */
  px(ms: number): number
  /** In milliseconds. */
  ticks: number[]
}

export function axisOf(durationMs: number): Axis {
  const seconds = Math.max(1, durationMs / 1000)
  const scale = Math.min(pxPerSecond, longestPx / seconds)
  const px = (ms: number): number => (ms / 1000) * scale
  const stepMs = scale >= 60 ? 1_000 : scale >= 12 ? 5_000 : 30_000
  const ticks = Array.from({ length: Math.floor(durationMs / stepMs) + 1 }, (_, index) => index * stepMs)
  return { widthPx: px(durationMs) + endPx, px, ticks }
}

export interface StateSpan {
  name: string
  fromMs: number
  toMs: number
}

/** The states of one side that last, without those in which nothing happens. */
export function spansOf(run: Run, side: 'customer' | 'interruption'): StateSpan[] {
  const idle = side === 'customer' ? 'silent' : 'none'
  const spans: StateSpan[] = []
  for (const [index, state] of run.states.entries()) {
    const toMs = run.states[index + 1]?.at_ms ?? run.duration_ms ?? state.at_ms
    const last = spans.at(-1)
    if (state[side] === idle || toMs <= state.at_ms) continue
    if (last && last.name === state[side] && last.toMs === state.at_ms) last.toMs = toMs
    else spans.push({ name: state[side], fromMs: state.at_ms, toMs })
  }
  return spans
}

/** The part of a text that was heard, with whole words. */
export function heardPart({ text, from_part: from, to_part: to }: Run['sounds'][number]): string {
  const at = (part: number): number => {
    const index = Math.round(part * text.length)
    if (part <= 0.001 || part >= 0.999) return index
    const space = text.lastIndexOf(' ', index)
    return space < 0 ? index : space
  }
  return text.slice(at(from), at(to)).trim()
}

type Check = Run['checks'][number]

interface Mark {
  leftPx: number
  checks: Check[]
}

const markPx = 32

/** The checks of steps that were reached. Those that would overlap share a mark. */
export function marksOf({ checks }: Pick<Run, 'checks'>, axis: Pick<Axis, 'px'>): Mark[] {
  const marks: Mark[] = []
  for (const check of checks) {
    if (check.step === null || check.at_ms === null || check.met === null) continue
    const leftPx = axis.px(check.at_ms)
    const last = marks.at(-1)
    if (last && leftPx - last.leftPx < markPx * last.checks.length) last.checks.push(check)
    else marks.push({ leftPx, checks: [check] })
  }
  return marks
}
