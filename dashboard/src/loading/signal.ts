// A value that components read, and that code outside of React changes.
import { useSyncExternalStore } from 'react'

export interface Signal<T> {
  get(): T
  set(next: T): void
  subscribe(listener: () => void): () => void
}

export function createSignal<T>(initial: T): Signal<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const useSignal = <T>({ subscribe, get }: Pick<Signal<T>, 'subscribe' | 'get'>): T =>
  useSyncExternalStore(subscribe, get)
