// Draws spans and levels as paths of SVG, only for the visible part of the time axis.
import type { Span } from './spans.ts'
import { levelMs } from './wave.ts'

export interface View extends Span {
  widthPx: number
}

export const xOf = (view: View, ms: number): number => ((ms - view.fromMs) / (view.toMs - view.fromMs)) * view.widthPx

/** Short spans stay visible. */
const minWidthPx = 2

export function spansPath(spans: readonly Span[], view: View, top: number, height: number): string {
  let path = ''
  let drawnTo = Number.NEGATIVE_INFINITY
  for (const { fromMs, toMs } of spans) {
    if (toMs < view.fromMs || fromMs > view.toMs) continue
    const from = Math.max(-1, xOf(view, fromMs))
    const to = Math.max(from + minWidthPx, Math.min(view.widthPx + 1, xOf(view, toMs)))
    // Spans of less than a pixel beside each other look like one.
    if (to - drawnTo < 1) continue
    drawnTo = to
    path += `M${from.toFixed(1)} ${top}H${to.toFixed(1)}V${top + height}H${from.toFixed(1)}Z`
  }
  return path
}

/** The levels, symmetric to a line in the middle. */
export function wavePath(levels: Float32Array, view: View, middle: number, half: number): string {
  const columns = Math.max(1, Math.round(view.widthPx))
  const perColumn = (view.toMs - view.fromMs) / levelMs / columns
  const first = view.fromMs / levelMs
  let path = ''
  for (let x = 0; x < columns; x++) {
    const from = Math.floor(first + x * perColumn)
    const to = Math.max(from + 1, Math.floor(first + (x + 1) * perColumn))
    let loudest = 0
    for (let index = from; index < to; index++) loudest = Math.max(loudest, levels[index] ?? 0)
    // Quiet speech stays visible.
    const size = Math.max(0.5, Math.sqrt(loudest) * half)
    path += `M${x} ${(middle - size).toFixed(1)}h1v${(size * 2).toFixed(1)}h-1z`
  }
  return path
}

/** The first of these steps whose labels have enough space. */
const rulerStepsMs = [100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 3e4, 6e4, 12e4, 3e5, 6e5, 12e5, 36e5]
const labelWidthPx = 64

export function rulerOf(view: View): { stepMs: number; ticks: number[] } {
  const msPerPx = (view.toMs - view.fromMs) / Math.max(1, view.widthPx)
  const stepMs = rulerStepsMs.find((step) => step / msPerPx >= labelWidthPx) ?? rulerStepsMs.at(-1)!
  const ticks: number[] = []
  for (let at = Math.ceil(view.fromMs / stepMs) * stepMs; at <= view.toMs; at += stepMs) ticks.push(at)
  return { stepMs, ticks }
}
