// Values as text: times, code, and what can be copied.
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useFormats } from '../i18n/format.ts'
import { textsOf, useTexts } from '../i18n/locale.tsx'
import { IconButton } from './button.tsx'

const texts = textsOf({ copy: 'Copy', copied: 'Copied' }, { copy: 'Kopieren', copied: 'Kopiert' })

/** The time in the reader's format; pointing at it shows the exact one. */
export function Time({ at, look = 'full' }: { at: string; look?: 'full' | 'seconds' | 'time' | 'date' | 'relative' }) {
  const format = useFormats()
  const write = {
    full: format.dateTime,
    seconds: format.dateTimeSeconds,
    time: format.time,
    date: format.date,
    relative: format.relative,
  }[look]
  return (
    <time dateTime={format.instant(at).toISOString()} title={format.exact(at)} className="tabular-nums">
      {write(at)}
    </time>
  )
}

/** The date alone on narrow windows. */
export const ShortTime = ({ at }: { at: string }) => (
  <>
    <span className="md:hidden">
      <Time at={at} look="date" />
    </span>
    <span className="max-md:hidden">
      <Time at={at} />
    </span>
  </>
)

const shownMs = 1_500

/** Nothing on pages without HTTPS, where browsers have no clipboard. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const t = useTexts(texts)
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  if (navigator.clipboard === undefined) return null
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <IconButton size="small" label={isCopied ? t.copied : (label ?? t.copy)} onPress={() => void copy()}>
      {isCopied ? <Check aria-hidden size={15} /> : <Copy aria-hidden size={15} />}
    </IconButton>
  )
}

/** Code that can be copied. `label` names it for screen readers. */
export const Code = ({ text, label }: { text: string; label: string }) => (
  <div className="relative rounded-lg border bg-sunken">
    <pre
      tabIndex={0}
      role="region"
      aria-label={label}
      className="max-h-96 overflow-auto p-3 pe-11 font-mono text-[0.8125rem] whitespace-pre-wrap break-all"
    >
      {text}
    </pre>
    <div className="absolute end-2 top-2">
      <CopyButton text={text} />
    </div>
  </div>
)
