// The color scheme: as the system, light or dark.
import { useSyncExternalStore } from 'react'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const storageKey = 'parley.theme'
const stored = (): Theme => themes.find((theme) => theme === localStorage.getItem(storageKey)) ?? 'system'
const listeners = new Set<() => void>()

/** Before the first paint. */
export function showStoredTheme(): void {
  const theme = stored()
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

export function setTheme(theme: Theme): void {
  localStorage.setItem(storageKey, theme)
  showStoredTheme()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, stored)
