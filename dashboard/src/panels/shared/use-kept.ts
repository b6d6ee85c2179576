// Keeps a connection while its panel is shown, even if the page mounts the panel again in another place.
import { useEffect, useMemo } from 'react'

interface Closable {
  close(): void
}

interface Entry {
  value: Closable
  users: number
  timer: ReturnType<typeof setTimeout> | undefined
}

/** A panel that moves, such as from a column into a drawer, is mounted again within this time. */
const graceMs = 250
const entries = new Map<string, Entry>()

/** Panels with the same key share the value. It is closed when none is left. */
export function useKept<T extends Closable>(key: string, create: () => T): T {
  // biome-ignore lint/correctness/useExhaustiveDependencies: create is another function each time
  const entry = useMemo(() => entryOf(key, create), [key])
  useEffect(() => {
    entries.set(key, entry)
    clearTimeout(entry.timer)
    entry.users++
    return () => {
      if (--entry.users > 0) return
      entry.timer = setTimeout(() => {
        if (entries.get(key) === entry) entries.delete(key)
        entry.value.close()
      }, graceMs)
    }
  }, [key, entry])
  return entry.value as T
}

function entryOf(key: string, create: () => Closable): Entry {
  const entry = entries.get(key) ?? { value: create(), users: 0, timer: undefined }
  entries.set(key, entry)
  return entry
}
