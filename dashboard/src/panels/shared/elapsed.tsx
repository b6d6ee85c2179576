// The time since a moment, which continues every second.
import { useEffect, useState } from 'react'
import { useFormats } from '../../i18n/locale.tsx'

export function Elapsed({ sinceMs }: { sinceMs: number }) {
  const format = useFormats()
  const [nowMs, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return (
    // A status that changes every second would be read out every second.
    <span aria-live="off" className="tabular-nums">
      {format.duration(Math.floor(Math.max(0, nowMs - sinceMs) / 1_000))}
    </span>
  )
}
