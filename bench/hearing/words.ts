// Measures how many words of a person on a telephone the offline recognizer gets wrong.

import { wordErrors, wordsOf } from '@parley/speech/word-errors'
import { encodeMulaw } from '@parley/telephone'
import { progress } from '../shared/progress.ts'
import { below, joined, listRecordings, listSingleWords, mixed, quieter, readMusic, readRecording } from './corpus.ts'
import type { Ears } from './heard-call.ts'

type Change = (samples: Int16Array) => Int16Array
type Condition = readonly [name: string, goal: string, change: Change]

/** Rows of a table: what was measured, the result and the goal. */
export async function benchWords(ears: Ears): Promise<string[][]> {
  return [...(await wholeUtterances(ears)), ...(await singleWords(ears))]
}

async function wholeUtterances({ moonshine }: Ears): Promise<string[][]> {
  const music = joined(await readMusic()).subarray(60 * 8_000)
  const spoken = (await listRecordings()).filter(
    ({ text }) => /^[A-Z]/.test(text) && text.split(' ').length >= 4 && !/[[(0-9]/.test(text),
  )
  const conditions: readonly Condition[] = [
    ['as recorded', '5 %', (samples) => samples],
    ['30 dB quieter', '5.5 %', (samples) => quieter(samples, 30)],
    ['with 3 % of the packets lost', '6 %', withoutPackets],
    ['with music at 10 dB', '8 %', (samples) => mixed(samples, below(samples, music.subarray(0, samples.length), 10))],
  ]
  const rows: string[][] = []
  for (const [name, goal, change] of conditions) {
    progress(`words, ${name}`)
    let errors = 0
    let words = 0
    for (const { name: recording, text } of spoken) {
      const heard = await moonshine.recognize(encodeMulaw(change(await readRecording(recording))))
      const said = wordsOf(text)
      errors += wordErrors(said, wordsOf(heard))
      words += said.length
    }
    rows.push([`words that are wrong, ${name}`, `${((100 * errors) / words).toFixed(1)} % of ${words}`, goal])
  }
  return rows
}

async function singleWords({ moonshine }: Ears): Promise<string[][]> {
  const spoken = await listSingleWords()
  const conditions: readonly Condition[] = [
    ['as recorded', '80 % at least', (samples) => samples],
    ['20 dB quieter', '78 % at least', (samples) => quieter(samples, 20)],
  ]
  const rows: string[][] = []
  for (const [name, goal, change] of conditions) {
    progress(`single words, ${name}`)
    let right = 0
    for (const { name: recording, text } of spoken) {
      const heard = await moonshine.recognize(encodeMulaw(change(await readRecording(recording))))
      if (wordErrors(wordsOf(text), wordsOf(heard)) === 0) right++
    }
    const share = ((100 * right) / spoken.length).toFixed(0)
    rows.push([`single words that are right, ${name}`, `${share} % of ${spoken.length}`, goal])
  }
  return rows
}

/** Loses 20 ms here and there, always the same. */
function withoutPackets(samples: Int16Array): Int16Array {
  const rest = samples.slice()
  for (let packet = 0; packet * 160 < rest.length; packet++)
    if ((packet * 7_919) % 100 < 3) rest.fill(0, packet * 160, packet * 160 + 160)
  return rest
}
