// Shows the live transcript of a call to a customer who reads along.
import type { LineCaption } from '#server/ports/media-line.ts'

const ticksPerUpdate = 5
/** Only the latest entries of a transcript change or disappear. */
const changingEntries = 4

export function createCaptions(
  read: () => readonly LineCaption[],
  show: (from: number, captions: readonly LineCaption[]) => void,
) {
  let shown: string[] = []
  let ticks = 0

  function flush(): void {
    const transcript = read()
    let from = Math.max(0, shown.length - changingEntries)
    while (from < shown.length && shown[from] === keyOf(transcript[from])) from++
    if (from === shown.length && from === transcript.length) return
    const changed = transcript.slice(from)
    shown = [...shown.slice(0, from), ...changed.map(keyOf)]
    show(from, changed)
  }

  return {
    flush,
    /** Called every 20 ms. */
    tick(): void {
      if (++ticks % ticksPerUpdate === 0) flush()
    },
  }
}

const keyOf = (entry: LineCaption | undefined): string =>
  entry === undefined ? '' : `${entry.speaker}${entry.interrupted === true}${entry.text}`
