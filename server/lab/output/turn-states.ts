// Draws the states of turn-taking as a strip under each lane: what the customer does, and whether it interrupts.
import type { TurnState } from '#server/voice/engine/call-record.ts'
import { seconds } from '../run/describe.ts'
import { element, text } from './svg.ts'

const colors = {
  speaking: '#91a7ff',
  faint: '#d0bfff',
  noise: '#ced4da',
  trailing: '#748ffc',
  recognizing: '#ffc078',
  waiting: '#ffe066',
  possible: '#ffa8a8',
  probable: '#ff6b6b',
  dismissed: '#ced4da',
  by_sound: '#e03131',
}
const height = 5

/** A state that lasts; `silent` and `none` are not drawn. */
export interface Strip {
  name: keyof typeof colors
  lane: 'customer' | 'interruption'
  fromMs: number
  toMs: number
}

export function stripsOf(states: readonly TurnState[], endMs: number): Strip[] {
  const strips: Strip[] = []
  for (const [index, { atMs, customer, interruption }] of states.entries()) {
    const toMs = states[index + 1]?.atMs ?? endMs
    if (customer !== 'silent') strips.push({ name: customer, lane: 'customer', fromMs: atMs, toMs })
    if (interruption !== 'none') strips.push({ name: interruption, lane: 'interruption', fromMs: atMs, toMs })
  }
  return strips
}

/** The part of a strip between two positions. */
export function drawStrip(
  { name, fromMs, toMs }: Strip,
  y: number,
  xOf: (ms: number) => number,
  [left, right]: readonly [number, number],
): string {
  const [from, to] = [Math.max(left, xOf(fromMs)), Math.min(right, xOf(toMs))]
  if (to <= from) return ''
  const title = element('title', {}, `${seconds(fromMs)}–${seconds(toMs)}: ${name}`)
  return element('rect', { x: from, y, width: to - from, height, fill: colors[name] }, title)
}

/** The states that occur, with their colors, in one line that ends at `right`. */
export function drawLegend(strips: readonly Strip[], right: number, y: number): string {
  const names = [...new Set(strips.map(({ name }) => name))].reverse()
  return names
    .map((name, index) => {
      const x = right - (index + 1) * 88
      const square = element('rect', { x, y: y - 9, width: 10, height: 10, fill: colors[name] })
      return square + text(x + 15, y, name, { style: 'font-size:11px' })
    })
    .join('')
}
