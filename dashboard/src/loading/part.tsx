// Parts of pages in files of their own, which are loaded before they are shown.
import { type ComponentType, useEffect } from 'react'
import { withTexts } from '../i18n/texts.ts'
import { createSignal, useSignal } from './signal.ts'

export interface Loadable {
  /** Never rejects. */
  load(): Promise<void>
}

/**
 * A component that is loaded when it is shown, or before by `load`; until then there is the fallback. After the lazy
 * components of React, a fallback stays for 300 ms, and a file that cannot be loaded replaces the page by an error.
 */
export function partOf<P extends object>(
  read: () => Promise<ComponentType<P>>,
  Fallback: ComponentType<P> = () => null,
): ComponentType<P> & Loadable {
  const loaded = createSignal<ComponentType<P> | undefined>(undefined)
  let loading: Promise<void> | undefined
  const load = (): Promise<void> => {
    loading ??= withTexts(read).then(loaded.set, () => {
      loading = undefined
    })
    return loading
  }
  function Part(props: P) {
    const Component = useSignal(loaded) ?? Fallback
    useEffect(() => {
      if (loaded.get()) return
      void load()
      // The connection can be away for a while.
      const timer = setInterval(() => (loaded.get() ? clearInterval(timer) : void load()), pauseMs)
      return () => clearInterval(timer)
    }, [])
    return <Component {...props} />
  }
  return Object.assign(Part, { load })
}

/** For a button: loads what it opens when it is pointed at, focused or pressed. */
export function loadOnIntent({ load }: Loadable) {
  const onIntent = () => void load()
  return { onHoverStart: onIntent, onFocus: onIntent, onPressStart: onIntent }
}

const pauseMs = 3_000

interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/** Loads parts one after another when the page has been open for a while, unless the connection is slow or metered. */
export function loadLater(parts: readonly Loadable[]): () => void {
  const { saveData, effectiveType = '4g' } = (navigator as { connection?: Connection }).connection ?? {}
  if (saveData || effectiveType !== '4g') return () => {}
  const timer = setTimeout(async () => {
    for (const { load } of parts) await load()
  }, pauseMs)
  return () => clearTimeout(timer)
}
