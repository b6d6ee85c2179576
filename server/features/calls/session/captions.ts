// Shows the live transcript of a call to customers and listeners who read along.
import type { LineCaption } from '#server/ports/media-line.ts'
import type { TranscriptEntry } from '#server/voice/engine/call-record.ts'

export type SpokenCaption = LineCaption & { unspoken?: string }

const isSpoken = (entry: TranscriptEntry): entry is SpokenCaption => entry.speaker !== 'whisper'

/** Without whispers. The entries are those of the transcript, which can still change. */
export const forMembers = (transcript: readonly TranscriptEntry[]): SpokenCaption[] => transcript.filter(isSpoken)

/** What the customer may read: nothing that was not heard. */
export const forCustomers = (transcript: readonly TranscriptEntry[]): LineCaption[] =>
  forMembers(transcript).map(({ unspoken, ...caption }) => caption)

type Caption = LineCaption | TranscriptEntry

const ticksPerUpdate = 5
/** Only the latest entries of a transcript change or disappear. */
const changingEntries = 4

export function createCaptions<C extends Caption>(
  read: () => readonly C[],
  show: (from: number, captions: readonly C[]) => void,
) {
  const shown: string[] = []
  let ticks = 0

  function flush(): void {
    const transcript = read()
    let from = Math.max(0, shown.length - changingEntries)
    while (from < shown.length && shown[from] === keyOf(transcript[from])) from++
    if (from === shown.length && from === transcript.length) return
    const changed = transcript.slice(from)
    shown.length = from
    shown.push(...changed.map(keyOf))
    show(from, changed)
  }

  return {
    flush,
    /** The captions from this position on were not shown, and are shown again. */
    repeatFrom(position: number): void {
      shown.length = Math.min(position, shown.length)
    },
    /** Called every 20 ms. */
    tick(): void {
      if (++ticks % ticksPerUpdate === 0) flush()
    },
  }
}

const keyOf = (entry: Caption | undefined): string =>
  entry === undefined ? '' : `${entry.speaker}${entry.interrupted === true}${entry.text}`
