// Plays one sound at a time.
import { useEffect, useRef, useState } from 'react'
import { say } from './overlays.tsx'

/** `silent` is shown if a sound cannot be played. */
export function useSound<Key>(silent: string) {
  const audio = useRef<HTMLAudioElement>(undefined)
  const [playing, setPlaying] = useState<Key>()
  const stop = () => {
    audio.current?.pause()
    audio.current = undefined
    setPlaying(undefined)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only at the end
  useEffect(() => stop, [])
  const play = (key: Key, url: string) => {
    stop()
    const next = new Audio(new URL(url).pathname + new URL(url).search)
    audio.current = next
    setPlaying(() => key)
    next.onended = stop
    next.play().catch(() => {
      if (audio.current !== next) return
      stop()
      say(silent, 'bad')
    })
  }
  return { playing, play, stop }
}

export type Sound<Key> = ReturnType<typeof useSound<Key>>
