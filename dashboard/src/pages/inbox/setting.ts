// A setting of this browser, which all parts of the page share.
import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The first value is the default. */
export function useSetting<V extends string>(name: string, values: readonly [V, ...V[]]): [V, (value: V) => void] {
  const key = `parley.inbox.${name}`
  const stored = useSyncExternalStore(subscribe, () => localStorage.getItem(key))
  const set = (value: V) => {
    localStorage.setItem(key, value)
    for (const listener of listeners) listener()
  }
  return [values.find((value) => value === stored) ?? values[0], set]
}
