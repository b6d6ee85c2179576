// Durations of runs and steps, in milliseconds or seconds.
import { useFormats } from '../../../i18n/locale.tsx'

const minuteMs = 60_000

export function useDurations(): (ms: number) => string {
  const format = useFormats()
  return (ms) => {
    if (ms < 1_000) return format.milliseconds(ms)
    return ms < minuteMs ? format.seconds(Math.round(ms / 10) / 100) : format.duration(ms / 1_000)
  }
}
