// Draws a QR code. Its encoder is loaded when a code is shown first.
import { useEffect, useState } from 'react'
import { Loading } from '../../ui/states.tsx'

export function QrCode({ text, label }: { text: string; label: string }) {
  const [modules, setModules] = useState<boolean[][]>()
  useEffect(() => {
    let isCurrent = true
    void import('uqr').then(({ encode }) => {
      if (isCurrent) setModules(encode(text, { ecc: 'M', border: 4 }).data)
    })
    return () => {
      isCurrent = false
    }
  }, [text])
  if (!modules) return <Loading className="size-48" />
  const path = modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  // Cameras need dark modules on a light ground, in every color scheme.
  return (
    <svg
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="size-48 rounded-lg bg-white"
    >
      <path d={path} className="fill-black" />
    </svg>
  )
}
