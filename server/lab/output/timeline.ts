// Draws the timeline of a run as SVG: both sides with their words, pauses, interruptions, latencies and expectations.
import { seconds } from '../run/describe.ts'
import type { CheckedExpectation, RunResult, Sound } from '../run/result.ts'
import { element, escapeXml, line, text, widthOf } from './svg.ts'
import { rowMs, type TimeScale, timeScaleOf } from './time-scale.ts'
import { drawLegend, drawStrip, type Strip, stripsOf } from './turn-states.ts'

const width = 1_320
const left = 100
const perMs = (width - left - 28) / rowMs
const barHeight = 34
const customerY = 30
const assistantY = 88
const marksY = 140
const markHeight = 19
const headHeight = 96
/** A timeline has at most this many rows; the rest of the call is not drawn. */
const maxRows = 200

const colors = {
  customer: '#3b5bdb',
  assistant: '#0b7285',
  noise: '#868e96',
  met: '#2b8a3e',
  failed: '#c92a2a',
  late: '#b35c00',
  ink: '#212529',
  quiet: '#868e96',
  rule: '#e9ecef',
}

/** A label at a point of time, in one of several lines under the lanes. */
interface Mark {
  atMs: number
  label: string
  color: string
  sign: string
}

export function timelineOf(result: RunResult): string {
  const scale = timeScaleOf(result)
  const marks = marksOf(result)
  const strips = stripsOf(result.states, result.durationMs)
  const count = Math.min(maxRows, Math.max(1, Math.ceil(scale.totalMs / rowMs)))
  let y = headHeight
  const rows: string[] = []
  for (let row = 0; row < count; row++) {
    const { drawing, height } = drawRow(result, scale, marks, strips, row)
    rows.push(element('g', { transform: `translate(0 ${y})` }, drawing))
    y += height
  }
  const height = y + 8
  const style = `text{font-family:Inter,"Helvetica Neue",Arial,sans-serif;font-size:12px;fill:${colors.ink}}`
  return `${element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}`, role: 'img' },
    [
      element('title', {}, escapeXml(result.name)),
      element('style', {}, style),
      element('rect', { width, height, fill: '#ffffff' }),
      headOf(result, strips),
      ...rows,
    ].join(''),
  )}\n`
}

function headOf(result: RunResult, strips: readonly Strip[]): string {
  const { name, passed, failure, durationMs, endedReason, latencies } = result
  const color = passed ? colors.met : colors.failed
  const times = latencies.map(({ fromMs, toMs }) => toMs - fromMs).sort((a, b) => a - b)
  const median = times[Math.floor(times.length / 2)]
  const facts = [
    `${seconds(durationMs)}`,
    `ended: ${endedReason}`,
    median === undefined ? 'no answers' : `median answer ${Math.round(median)} ms`,
  ]
  return [
    element('rect', { x: 28, y: 20, width: 58, height: 22, rx: 11, fill: color }),
    text(57, 35.5, passed ? 'PASS' : 'FAIL', {
      'text-anchor': 'middle',
      style: 'fill:#fff;font-weight:700;font-size:11.5px',
    }),
    text(left, 36.5, shorten(name, 130), { style: 'font-size:17px;font-weight:600' }),
    text(left, 58, facts.join('   ·   '), { style: `fill:${colors.quiet}` }),
    drawLegend(strips, width - 28, 58),
    failure ? text(left, 77, shorten(failure.message, 190), { style: `fill:${colors.failed}` }) : '',
  ].join('')
}

function marksOf({ expectations, interruptionsMs, failure, durationMs }: RunResult): Mark[] {
  const expected = expectations.map(({ atMs, met, expected: label }: CheckedExpectation) => ({
    atMs,
    label,
    color: met ? colors.met : colors.failed,
    sign: met ? '✓' : '✗',
  }))
  const isUnmarked = failure !== undefined && expectations.every(({ met }) => met)
  const failed = isUnmarked ? [{ atMs: durationMs, label: failure.message, color: colors.failed, sign: '✗' }] : []
  const interrupted = interruptionsMs.map((atMs) => ({ atMs, label: 'interrupted', color: colors.failed, sign: '–' }))
  return [...expected, ...failed, ...interrupted].sort((a, b) => a.atMs - b.atMs)
}

function drawRow(
  result: RunResult,
  scale: TimeScale,
  marks: readonly Mark[],
  strips: readonly Strip[],
  row: number,
): { drawing: string; height: number } {
  const isLast = row === Math.ceil(scale.totalMs / rowMs) - 1
  const xOf = (ms: number): number => left + (scale.drawn(ms) - row * rowMs) * perMs
  const isHere = (ms: number): boolean => {
    const drawn = scale.drawn(ms)
    return drawn >= row * rowMs && (drawn < (row + 1) * rowMs || (isLast && drawn <= (row + 1) * rowMs))
  }
  const placed = placeMarks(
    marks.filter(({ atMs }) => isHere(atMs)),
    xOf,
  )
  const drawing = [
    drawRuler(result, scale, row, xOf, isHere),
    ...result.sounds.map((sound) => drawSound(sound, xOf)),
    ...strips.map((strip) => drawState(strip, xOf)),
    ...drawCuts(result, xOf, isHere),
    ...result.latencies.map((latency) => drawLatency(latency, xOf)),
    placed.drawing,
  ]
  return { drawing: drawing.join(''), height: marksY + placed.lines * markHeight + 14 }
}

function drawRuler(
  { durationMs }: RunResult,
  scale: TimeScale,
  row: number,
  xOf: (ms: number) => number,
  isHere: (ms: number) => boolean,
): string {
  const parts: string[] = []
  const inGap = (ms: number): boolean => scale.gaps.some(({ fromMs, toMs }) => ms > fromMs && ms < toMs)
  for (let ms = 0; ms <= durationMs; ms += 1_000) {
    if (!isHere(ms) || inGap(ms)) continue
    parts.push(line(xOf(ms), 16, xOf(ms), assistantY + barHeight + 6, { stroke: colors.rule }))
    parts.push(text(xOf(ms) + 3, 13, `${ms / 1000} s`, { style: `font-size:10px;fill:${colors.quiet}` }))
  }
  for (const { fromMs, toMs } of scale.gaps) {
    const middle = xOf((fromMs + toMs) / 2)
    if (middle < left || middle > width - 28) continue
    const [from, to] = [Math.max(left, xOf(fromMs) + 6), Math.min(width - 28, xOf(toMs) - 6)]
    const [y, height] = [customerY, assistantY + barHeight - customerY]
    parts.push(element('rect', { x: from, y, width: Math.max(0, to - from), height, fill: '#f8f9fa', rx: 6 }))
    const style = `fill:${colors.quiet};font-size:11px`
    parts.push(text(middle, 72, `${seconds(toMs - fromMs)} of`, { 'text-anchor': 'middle', style }))
    parts.push(text(middle, 86, 'silence', { 'text-anchor': 'middle', style }))
  }
  const label = (y: number, name: string, color: string): string =>
    text(left - 14, y + 22, name, { 'text-anchor': 'end', style: `fill:${color};font-weight:600` })
  const end = Math.min(width - 28, left + (scale.totalMs - row * rowMs) * perMs)
  const lane = (y: number): string =>
    line(left, y + barHeight / 2, end, y + barHeight / 2, { stroke: '#dee2e6', 'stroke-dasharray': '1 4' })
  return [
    label(customerY, 'Customer', colors.customer),
    label(assistantY, 'Assistant', colors.assistant),
    lane(customerY),
    lane(assistantY),
    ...parts,
  ].join('')
}

/** The part of a sound in this row, with the words that belong to it. */
function drawSound(sound: Sound, xOf: (ms: number) => number): string {
  const { side, kind, fromMs, toMs, fromPart, toPart } = sound
  const [start, end] = [xOf(fromMs), xOf(toMs)]
  const [from, to] = [Math.max(left, start), Math.min(width - 28, end)]
  if (to - from < 0.5) return ''
  const y = side === 'customer' ? customerY : assistantY
  const color = kind === 'speech' ? colors[side] : colors.noise
  const partAt = (x: number): number => fromPart + ((x - start) / (end - start)) * (toPart - fromPart)
  const words = kind === 'speech' ? wordsBetween(sound.text, partAt(from), partAt(to)) : nameOf(sound)
  const free = to - from - 12
  const size = 12
  const fits = widthOf(words, size) <= free
  const shown =
    free < 14 ? '' : fits || widthOf(words, size) <= free * 1.6 ? words : shorten(words, Math.floor(free / 6.4))
  return [
    element(
      'rect',
      {
        x: from,
        y,
        width: to - from,
        height: barHeight,
        rx: 6,
        fill: color,
        'fill-opacity': kind === 'speech' ? 0.13 : 0.3,
      },
      element('title', {}, escapeXml(`${seconds(fromMs)}–${seconds(toMs)}: ${nameOf(sound)}`)),
    ),
    start >= left ? element('rect', { x: from, y, width: 3, height: barHeight, rx: 1.5, fill: color }) : '',
    text(from + 8, y + 21.5, shown, {
      textLength: fits || shown === '' ? undefined : Math.min(free, widthOf(shown, size)),
      lengthAdjust: fits ? undefined : 'spacingAndGlyphs',
      style: `fill:${kind === 'speech' ? colors.ink : '#495057'};font-size:${size}px`,
    }),
  ].join('')
}

function nameOf({ kind, text: words }: Sound): string {
  if (kind === 'noise') return 'noise'
  if (kind === 'beep') return 'beep'
  return kind === 'keys' ? `keys ${words}` : words
}

/** Whole words, so that a word at the end of a row is not divided. */
function wordsBetween(words: string, from: number, to: number): string {
  const at = (part: number): number => {
    const index = Math.round(part * words.length)
    if (part <= 0.001 || part >= 0.999) return index
    const space = words.lastIndexOf(' ', index)
    return space < 0 ? index : space
  }
  return words.slice(at(from), at(to)).trim()
}

function drawState(strip: Strip, xOf: (ms: number) => number): string {
  const y = (strip.lane === 'customer' ? customerY : assistantY) + barHeight + 2
  return drawStrip(strip, y, xOf, [left, width - 28])
}

/** A wave where speech was cut before its end. */
function drawCuts({ sounds }: RunResult, xOf: (ms: number) => number, isHere: (ms: number) => boolean): string[] {
  return sounds
    .filter(({ kind, toPart, toMs }) => kind === 'speech' && toPart < 0.97 && isHere(toMs))
    .map(({ toMs }) => {
      const [x, y] = [xOf(toMs), assistantY]
      const d = `M${x} ${y - 3}l4 6l-4 6l4 6l-4 6l4 6l-4 6l4 4`
      return element('path', { d, fill: 'none', stroke: colors.failed, 'stroke-width': 1.6 })
    })
}

function drawLatency({ fromMs, toMs }: { fromMs: number; toMs: number }, xOf: (ms: number) => number): string {
  const [from, to] = [xOf(fromMs), xOf(toMs)]
  if (to < left || from > width - 28 || to - from < 1) return ''
  const y = (customerY + barHeight + assistantY) / 2 + 3
  const style = { stroke: colors.late, 'stroke-width': 1.4 }
  const [start, end] = [Math.max(left, from), Math.min(width - 28, to)]
  const label = `${Math.round(toMs - fromMs)} ms`
  const isWide = end - start > widthOf(label, 11) + 16
  return [
    line(start, y, end, y, style),
    from >= left ? line(from, y - 5, from, y + 5, style) : '',
    to <= width - 28 ? line(to, y - 5, to, y + 5, style) : '',
    isWide
      ? element('rect', {
          x: (start + end) / 2 - widthOf(label, 11) / 2 - 4,
          y: y - 8,
          width: widthOf(label, 11) + 8,
          height: 16,
          fill: '#fff',
        })
      : '',
    text(isWide ? (start + end) / 2 : end + 6, y + 4, label, {
      'text-anchor': isWide ? 'middle' : 'start',
      style: `fill:${colors.late};font-size:11px;font-weight:600`,
    }),
  ].join('')
}

/** Labels that would overlap move to the next line. */
function placeMarks(marks: readonly Mark[], xOf: (ms: number) => number): { drawing: string; lines: number } {
  const ends: number[] = []
  const drawn = marks.map(({ atMs, label, color, sign }) => {
    const x = Math.max(left, xOf(atMs))
    const content = `${sign} ${shorten(label, 96)}`
    const length = widthOf(content, 11.5) + 8
    const isRight = x + length > width - 20
    const [from, to] = isRight ? [x - length, x + 4] : [x - 4, x + length]
    let row = ends.findIndex((end) => end < from)
    if (row < 0) row = ends.length
    ends[row] = to
    const y = marksY + row * markHeight
    return [
      line(x, customerY - 4, x, y + 6, { stroke: color, 'stroke-width': 1, 'stroke-dasharray': '2 3', opacity: 0.55 }),
      element('rect', { x: x - 2.6, y: y + 3.4, width: 5.2, height: 5.2, rx: 2.6, fill: color }),
      text(isRight ? x - 7 : x + 7, y + 10, content, {
        'text-anchor': isRight ? 'end' : 'start',
        style: `fill:${color};font-size:11.5px;paint-order:stroke;stroke:#fff;stroke-width:4px`,
      }),
    ].join('')
  })
  return { drawing: drawn.join(''), lines: ends.length }
}

const shorten = (content: string, length: number): string =>
  content.length <= length ? content : `${content.slice(0, Math.max(0, length - 1)).trimEnd()}…`
