// Says what happened in a call after a time, for the report of an expectation that was not met.
import { counted } from '#server/platform/text/counted.ts'
import { seconds } from './describe.ts'
import { createHeardWords } from './heard-words.ts'
import type { ObservedCall } from './observed-call.ts'

const maxEvents = 6

export function whatHappened(call: ObservedCall, sinceMs: number): string {
  const heard = createHeardWords(call.sounds, call.msPerCharacter)
  const said = heard
    .parts()
    .filter(({ toMs }) => toMs > sinceMs)
    .map(({ text, from, to, fromMs }) => ({
      atMs: fromMs,
      what: `the assistant said “${text.slice(Math.floor(from), Math.round(to))}”`,
    }))
  const noted = call.record.timeline
    .filter(({ atMs }) => atMs >= sinceMs)
    .map(({ atMs, type, detail }) => ({
      atMs,
      what: `the event ${type}${detail === undefined ? '' : ` (${detail})`} occurred`,
    }))
  const turns = call.record.transcript
    .filter(({ speaker, atMs }) => speaker === 'customer' && atMs >= sinceMs)
    .map(({ atMs, text }) => ({ atMs, what: `the turn of the customer was “${text}”` }))
  const events = [...said, ...noted, ...turns].sort((a, b) => a.atMs - b.atMs)
  if (events.length === 0) return `Nothing happened until ${seconds(call.clock.now())}.`
  const shown = events.slice(0, maxEvents).map(({ atMs, what }) => `at ${seconds(atMs)} ${what}`)
  const more = events.length > maxEvents ? `; and ${counted(events.length - maxEvents, 'more event')}` : ''
  return `Instead, ${shown.join('; ')}${more}.`
}
