// Plays a recording and reports its position. Without a recording, it only keeps a position.
import { useSyncExternalStore } from 'react'

export type Player = ReturnType<typeof createPlayer>

export const rates = [0.5, 0.75, 1, 1.25, 1.5, 2, 3]

export function createPlayer() {
  const audio = new Audio()
  let timeMs = 0
  let durationMs = 0
  let frame = 0
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const follow = () => {
    cancelAnimationFrame(frame)
    timeMs = audio.currentTime * 1000
    notify()
    if (!audio.paused) frame = requestAnimationFrame(follow)
  }
  for (const name of ['play', 'pause', 'seeked', 'ended', 'ratechange']) audio.addEventListener(name, follow)

  return {
    /** An empty `url` means that there is nothing to hear. */
    load(url: string | undefined, lengthMs: number): void {
      durationMs = lengthMs
      if (url === undefined) audio.removeAttribute('src')
      else {
        audio.src = url
        audio.currentTime = timeMs / 1000
      }
      notify()
    },
    hasSound: () => audio.hasAttribute('src'),
    timeMs: () => timeMs,
    durationMs: () => durationMs,
    isPlaying: () => !audio.paused,
    rate: () => audio.playbackRate,
    setRate(rate: number): void {
      audio.defaultPlaybackRate = rate
      audio.playbackRate = rate
    },
    async toggle(): Promise<void> {
      if (!audio.hasAttribute('src')) return
      if (!audio.paused) return audio.pause()
      // The browser may refuse, or the page may be closed in the meantime.
      await audio.play().catch(() => {})
    },
    seek(ms: number): void {
      timeMs = Math.max(0, Math.min(durationMs, ms))
      if (audio.hasAttribute('src')) audio.currentTime = timeMs / 1000
      notify()
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close(): void {
      cancelAnimationFrame(frame)
      audio.pause()
      audio.removeAttribute('src')
    },
  }
}

/** Renders again only when the value is another one. */
export const usePlayer = <V extends string | number | boolean>(player: Player, read: () => V): V =>
  useSyncExternalStore(player.subscribe, read)
