// Shows how loud a microphone or a side of a call is.
import { useMemo } from 'react'
import { type Signal, useSignal } from '../../loading/signal.ts'

/** Loudness of loud speech, which fills the bar. */
const full = 0.25
const steps = 20

export interface LevelProps<T> {
  label: string
  levels: Signal<T>
  of(levels: T): number
}

export function Level<T>({ label, levels, of }: LevelProps<T>) {
  // Rounded, so that the bar is drawn again only when it changes.
  const rounded = useMemo(
    () => ({
      subscribe: levels.subscribe,
      get: () => Math.min(steps, Math.round((Math.sqrt(of(levels.get()) / full) || 0) * steps)),
    }),
    [levels, of],
  )
  const step = useSignal(rounded)
  return (
    <span
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={steps}
      aria-valuenow={step}
      className="block h-1.5 max-w-80 min-w-12 grow overflow-hidden rounded-full bg-line"
    >
      <span className="block h-full rounded-full bg-good" style={{ width: `${(step / steps) * 100}%` }} />
    </span>
  )
}
