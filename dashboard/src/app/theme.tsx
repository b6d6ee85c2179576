// The color scheme: as the system, light or dark.
import { useEffect, useState } from 'react'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const storageKey = 'parley.theme'
const stored = (): Theme => themes.find((theme) => theme === localStorage.getItem(storageKey)) ?? 'system'

function show(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

/** Before the first paint. */
export const showStoredTheme = (): void => show(stored())

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(stored)
  useEffect(() => {
    localStorage.setItem(storageKey, theme)
    show(theme)
  }, [theme])
  return [theme, setTheme]
}
