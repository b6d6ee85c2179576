// Holds the audio that the speaker has not played, waits a moment at the start of speech, and reports marks as they are reached.

export const bytesPerMs = 8

/**
 * Playback starts when `targetMs` of audio are waiting, or `targetMs` after the first audio. With `maxMs`, the queue
 * discards old audio that makes it longer, so that the delay of a live source does not grow.
 */
export function createPlaybackQueue({ targetMs, maxMs = Number.POSITIVE_INFINITY, onMark }) {
  /** Audio or marks. */
  const items = []
  let waitingBytes = 0
  let isBuffering = true
  let bufferedForMs = 0

  /** Removes up to `length` bytes; reports the marks among them and after them. */
  function remove(length, into) {
    let removed = 0
    while (items.length > 0) {
      const item = items[0]
      if (typeof item === 'string') {
        items.shift()
        onMark(item)
        continue
      }
      if (removed === length) break
      const part = item.subarray(0, length - removed)
      into?.set(part, removed)
      removed += part.length
      if (part.length === item.length) items.shift()
      else items[0] = item.subarray(part.length)
    }
    waitingBytes -= removed
    return removed
  }

  return {
    add(audio) {
      items.push(audio)
      waitingBytes += audio.length
      if (waitingBytes > maxMs * bytesPerMs) remove(waitingBytes - targetMs * bytesPerMs)
    },
    mark(name) {
      if (waitingBytes === 0) onMark(name)
      else items.push(name)
    },
    /** Discards what is waiting; its marks are reported at once. */
    clear() {
      remove(waitingBytes)
      isBuffering = true
      bufferedForMs = 0
    },
    /** Fills the bytes with audio, or with silence where there is none. Returns whether there was audio. */
    take(into) {
      into.fill(0xff)
      if (waitingBytes > 0 && isBuffering) {
        isBuffering = waitingBytes < targetMs * bytesPerMs && bufferedForMs < targetMs
        bufferedForMs += into.length / bytesPerMs
      }
      if (isBuffering) return false
      const taken = remove(into.length, into)
      if (taken < into.length) {
        isBuffering = true
        bufferedForMs = 0
      }
      return taken > 0
    },
  }
}
