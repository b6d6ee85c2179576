// Measures what noises do to an assistant that speaks, and to one that waits.
import { progress } from '../shared/progress.ts'
import { joined, readMusic, readRecording, silence } from './corpus.ts'
import { type Ears, holdHeardCall } from './heard-call.ts'

const names = ['tt-monkeys', 'beep', 'ascending-2tone', 'beeperr', 'confbridge-join', 'confbridge-leave']
const piecesOfMusic = 17
const noiseMs = 4_000
const betweenMs = 1_000
const text = 'This sentence goes on for a long time, while there is some noise in the background. '

/** Rows of a table: what was measured, the result and the goal. */
export async function benchNoises(ears: Ears): Promise<string[][]> {
  return [await whileSpeaking(ears), await insteadOfCustomer(ears)]
}

async function whileSpeaking(ears: Ears): Promise<string[]> {
  progress('noises while the assistant speaks')
  const music = await readMusic()
  const pieces = Array.from({ length: piecesOfMusic }, (_, index) =>
    music[index % music.length]!.slice(index * noiseMs * 8, (index + 1) * noiseMs * 8),
  )
  const noises = [...(await Promise.all(names.map(readRecording))), ...pieces]
  const audio = joined(noises.flatMap((noise) => [noise, silence(betweenMs)]))
  const { heard } = await holdHeardCall({
    ...ears,
    utterances: [audio],
    firstAtMs: 2_000,
    limitMs: audio.length / 8,
    settings: { greeting: text.repeat(audio.length / 8 / (text.length * 60)) },
  })
  const gaps = heard.slice(1).map(({ fromMs }, index) => fromMs - heard[index]!.toMs)
  const pauses = gaps.filter((gapMs) => gapMs > 100)
  const pausedMs = pauses.reduce((sum, gapMs) => sum + gapMs, 0)
  const result = `${pauses.length}, ${(pausedMs / 1_000).toFixed(1)} s`
  return [`pauses of the assistant for ${noises.length} noises`, result, '1']
}

async function insteadOfCustomer(ears: Ears): Promise<string[]> {
  progress('music instead of a customer')
  const music = await readMusic()
  const { end, endedMs } = await holdHeardCall({
    ...ears,
    utterances: [joined(music.map((piece) => piece.subarray(0, 30 * 8_000)))],
    firstAtMs: 0,
    limitMs: 120_000,
    settings: { greeting: 'Hello.' },
  })
  const result = end ? `${end.reason} after ${Math.round(endedMs / 1_000)} s` : 'goes on'
  return ['music instead of a customer', result, 'ends by silence']
}
