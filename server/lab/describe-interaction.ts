// Says in one line how the sides of a call, or of several calls, took turns.
import { counted } from '#server/platform/text/counted.ts'
import { type Interaction, ratesOf } from '#server/voice/interaction/measure-interaction.ts'

export function describeInteraction(sums: Interaction): string {
  const { meanResponseMs, meanYieldMs } = ratesOf(sums)
  const parts = [
    `answered ${sums.answered} of ${counted(sums.turns, 'turn')}${after(meanResponseMs)}`,
    `stopped for ${sums.yielded} of ${counted(sums.interruptions, 'interruption')}${after(meanYieldMs)}`,
    `cut in ${counted(sums.cutIns, 'time')}`,
    `went on speaking for ${sums.backchannelsIgnored} of ${counted(sums.backchannels, 'backchannel')}`,
    `${sums.soundsIgnored} of ${counted(sums.sounds, 'sound')}`,
    `${sums.asidesIgnored} of ${counted(sums.asides, 'aside')}`,
  ]
  return `The assistant ${parts.slice(0, 4).join(', ')}, ${parts[4]} and ${parts[5]}.`
}

const after = (ms: number | null): string => (ms === null ? '' : ` (after ${Math.round(ms)} ms on average)`)
