// Checks what must be true of a whole call after its script.
import { counted } from '#server/platform/text/counted.ts'
import type { Overall } from '../scenario/schema.ts'
import { milliseconds, seconds } from './describe.ts'
import { plain } from './heard-words.ts'
import type { ObservedCall } from './observed-call.ts'
import type { CheckedOverall } from './result.ts'

export const checkOverall = (call: ObservedCall, overall: Overall): CheckedOverall[] =>
  (Object.entries(checks) as [keyof Overall, Check][]).flatMap(([check, run]) => {
    const wanted = overall[check]
    return wanted === undefined ? [] : [{ check, message: run(call, wanted as never) }]
  })

type Check = (call: ObservedCall, wanted: never) => string | undefined
type Checks = {
  [Name in keyof Overall]-?: (call: ObservedCall, wanted: NonNullable<Overall[Name]>) => string | undefined
}

const checks: Checks = {
  ended: (call, wanted) => {
    const end = call.end()
    if (end?.reason === wanted) return undefined
    return `The call should end with ${wanted}, but ${end ? `ended with ${end.reason}` : 'went on'} at ${seconds(call.clock.now())}.`
  },
  answered_by: (call, wanted) => {
    const by = call.end()?.answeredBy
    return by === wanted ? undefined : `The call was answered by ${by ?? 'unknown'} instead of ${wanted}.`
  },
  answerer: (call, wanted) => {
    const answerer = call.end()?.answerer
    return answerer === wanted ? undefined : `The answerer is ${answerer ?? 'unknown'} instead of ${wanted}.`
  },
  transcript: ({ record }, wanted) => {
    const actual = record.transcript.map(({ speaker, text }) => `${speaker}: ${text}`)
    const count = Math.max(actual.length, wanted.length)
    for (let index = 0; index < count; index++) {
      const [has, wants] = [actual[index], wanted[index]]
      if (has !== undefined && wants !== undefined && plain(has) === plain(wants)) continue
      return `Entry ${index + 1} of the transcript is ${quote(has)} instead of ${quote(wants)}.`
    }
    return undefined
  },
  longest_silence_ms: (call, wanted) => {
    const { gapMs, fromMs } = longestSilence(call)
    return gapMs <= wanted
      ? undefined
      : `Nothing was heard for ${milliseconds(gapMs)} from ${seconds(fromMs)} on; at most ${milliseconds(wanted)} are allowed.`
  },
  model_requests: ({ requests }, wanted) =>
    requests.length === wanted
      ? undefined
      : `The model was asked ${counted(requests.length, 'time')} instead of ${wanted}.`,
  heard_once: (call, wanted) => {
    for (const words of wanted) {
      const times = timesHeard(call, words)
      if (Math.abs(times - 1) > 0.03) return `“${words}” was heard ${times.toFixed(2)} times instead of once.`
    }
    return undefined
  },
  model_knows: (call, wanted) => {
    const missing = wanted.find((words) => !lastHistory(call).includes(plain(words).trim()))
    return missing === undefined ? undefined : `The model does not know “${missing}” in its last request.`
  },
  model_does_not_know: (call, wanted) => {
    const known = wanted.find((words) => lastHistory(call).includes(plain(words).trim()))
    return known === undefined ? undefined : `The model believes that “${known}” was said, in its last request.`
  },
}

const quote = (text: string | undefined): string => (text === undefined ? 'absent' : `“${text}”`)

const lastHistory = ({ requests }: ObservedCall): string =>
  plain(
    requests
      .at(-1)
      ?.history.map(({ content }) => content)
      .join('\n') ?? '',
  )

function longestSilence({ sounds, customerSounds, clock }: ObservedCall): { gapMs: number; fromMs: number } {
  const all = [...sounds, ...customerSounds].sort((a, b) => a.fromMs - b.fromMs)
  let longest = { gapMs: 0, fromMs: 0 }
  let endMs = 0
  for (const { fromMs, toMs } of [...all, { fromMs: clock.now(), toMs: clock.now() }]) {
    if (fromMs - endMs > longest.gapMs) longest = { gapMs: fromMs - endMs, fromMs: endMs }
    endMs = Math.max(endMs, toMs)
  }
  return longest
}

/** How often the text that contains the words was heard, with parts of it. */
function timesHeard({ sounds, msPerCharacter }: ObservedCall, words: string): number {
  const wanted = plain(words).trim()
  let times = 0
  for (const { text = '', fromMs, toMs } of sounds)
    if (text !== '' && plain(text).includes(wanted)) times += (toMs - fromMs) / (text.length * msPerCharacter)
  return times
}
