// Places what happened in a run on a time axis of limited length.
import { type View, xOf } from '../../calls/paths.ts'
import type { Run } from './types.ts'

const pxPerSecond = 84
const longestPx = 24_000
const endPx = 48

/** The axis begins with the run, and has some space after its end. */
export function viewOf(durationMs: number): View {
  const seconds = Math.max(1, durationMs / 1000)
  const scale = Math.min(pxPerSecond, longestPx / seconds)
  const widthPx = (durationMs / 1000) * scale + endPx
  return { fromMs: 0, toMs: (widthPx / scale) * 1000, widthPx }
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
export function marksOf({ checks }: Pick<Run, 'checks'>, view: View): Mark[] {
  const marks: Mark[] = []
  for (const check of checks) {
    if (check.step === null || check.at_ms === null || check.met === null) continue
    const leftPx = xOf(view, check.at_ms)
    const last = marks.at(-1)
    if (last && leftPx - last.leftPx < markPx * last.checks.length) last.checks.push(check)
    else marks.push({ leftPx, checks: [check] })
  }
  return marks
}
