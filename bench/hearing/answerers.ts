// Measures whether calls with people go on, mailboxes get their message, and announcements end the call with their reason.
import { classifyAnnouncement } from '#server/voice/words-and-sounds/announcement.ts'
import { progress } from '../shared/progress.ts'
import { bandPassed, joined, listRecordings, readRecording, silence } from './corpus.ts'
import { type Ears, type HeardCall, holdHeardCall } from './heard-call.ts'

const peopleCount = 100
const message = 'Please call us back.'

const mailboxes: readonly (readonly string[])[] = [
  ['vm-theperson', 'digits/2', 'digits/4', 'vm-isonphone', 'vm-intro', 'beep'],
  ['vm-theperson', 'digits/1', 'digits/0', 'digits/7', 'vm-isunavail', 'vm-intro', 'beep'],
  ['vm-nobodyavail', 'vm-intro', 'beep'],
  ['vm-intro', 'beep'],
  ['vm-leavemsg', 'vm-intro', 'beep'],
]

const announcements: readonly (readonly [reason: string, names: readonly string[]])[] = [
  ['circuits_busy', ['all-circuits-busy-now', 'please-try-call-later']],
  ['no_answer', ['number-not-answering']],
  ['calls_refused', ['privacy-unident']],
  ['number_unavailable', ['ss-noservice']],
  ['number_unavailable', ['cannot-complete-as-dialed', 'check-number-dial-again']],
  ['mailbox_full', ['vm-mailboxfull']],
]

/** Rows of a table: what was measured, the result and the goal. */
export async function benchAnswerers(ears: Ears): Promise<string[][]> {
  return [...(await answeredByPeople(ears)), ...(await answeredByMailboxes(ears)), ...(await announced(ears))]
}

const call = (ears: Ears, samples: Int16Array, limitMs: number): Promise<HeardCall> =>
  holdHeardCall({
    ...ears,
    utterances: [samples],
    firstAtMs: 0,
    limitMs,
    settings: { direction: 'outbound', greeting: undefined, waitForCustomer: true, voicemailMessage: message },
  })

async function answeredByPeople(ears: Ears): Promise<string[][]> {
  const spoken = (await listRecordings()).filter(
    ({ name, text }) => !name.startsWith('vm-') && text.split(' ').length >= 3 && !classifyAnnouncement(text, 'en'),
  )
  const step = Math.max(1, Math.floor(spoken.length / peopleCount))
  const people = spoken.filter((_, index) => index % step === 0).slice(0, peopleCount)
  const hungUp: string[] = []
  for (const [index, { name, text }] of people.entries()) {
    if (index % 10 === 0) progress(`${2 * index} of ${2 * people.length} calls that people answer`)
    const recording = await readRecording(name)
    for (const [kind, samples] of [['clean', recording] as const, ['band-passed', bandPassed(recording)] as const]) {
      const { end, transcript } = await call(ears, joined([silence(400), samples]), 9_000)
      if (end) hungUp.push(`${end.reason}, ${kind}: “${text}” heard as ${transcript.join(' ')}`)
    }
  }
  for (const one of hungUp) process.stderr.write(`hung up on a person: ${one}\n`)
  return [['people hung up on, of the calls they answer', `${hungUp.length} of ${2 * people.length}`, '0']]
}

async function answeredByMailboxes(ears: Ears): Promise<string[][]> {
  progress('calls that mailboxes answer')
  let left = 0
  for (const names of mailboxes) {
    const parts = await Promise.all(names.map(readRecording))
    const audio = joined([silence(600), ...parts.flatMap((part) => [part, silence(150)])])
    const beepEndMs = audio.length / 8 - 150
    const { end, heard, transcript } = await call(ears, audio, 40_000)
    const spoken = heard.find(({ text }) => text === message)
    const isLeft = end?.reason === 'voicemail' && spoken !== undefined && spoken.fromMs >= beepEndMs - 100
    if (isLeft) left++
    else process.stderr.write(`no message for ${names.join(', ')}: ${end?.reason}, ${transcript.join(' | ')}\n`)
  }
  return [['mailboxes that get their message after the beep', `${left} of ${mailboxes.length}`, '95 %']]
}

async function announced(ears: Ears): Promise<string[][]> {
  progress('announcements')
  const rows: string[][] = []
  for (const [reason, names] of announcements) {
    const parts = await Promise.all(names.map(readRecording))
    const { end, endedMs, transcript } = await call(ears, joined([silence(600), ...parts]), 20_000)
    const seconds = `${end?.reason ?? 'goes on'} after ${(endedMs / 1000).toFixed(1)} s`
    if (end?.reason !== reason) process.stderr.write(`${names.join(', ')}: ${transcript.join(' | ')}\n`)
    rows.push([`announcement ${names[0]}`, seconds, `${reason} within 8 s`])
  }
  return rows
}
