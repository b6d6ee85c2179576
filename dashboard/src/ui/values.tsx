// Values as text: times, code, links, and what can be copied.
import { Check, Copy } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { splitLinks } from '#widget/src/links.ts'
import { useFormats, useTexts } from '../i18n/locale.tsx'
import { textsOf } from '../i18n/texts.ts'
import { IconButton } from './page.tsx'

const texts = textsOf('app', 'values')

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

/** A text whose web addresses are links. Everything else in it is shown as it is. */
export function LinkedText({ text }: { text: string }) {
  const parts = useMemo(() => splitLinks(text), [text])
  return parts.map(({ text: part, href }, index) =>
    href === undefined ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity
      <a key={index} href={href} target="_blank" rel="noopener noreferrer" className="text-accent underline">
        {part}
      </a>
    ),
  )
}

export const CodeText = ({ text }: { text: string }) => (
  <>
    {text.split('`').map((part, index) =>
      index % 2 === 1 ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
        <code key={index} className="font-mono text-[0.9em]">
          {part}
        </code>
      ) : (
        part
      ),
    )}
  </>
)

/** Texts of the API reference, which are in English and have names in backticks. */
export const Help = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : (
    <span lang="en">
      <CodeText text={text} />
    </span>
  )

/** A name and its value; anything else is left out. */
export type Fact = readonly [name: string, value: ReactNode] | false | null | undefined | '' | 0

/** Names and values, one pair in each row. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="grid grid-cols-[fit-content(45%)_minmax(0,1fr)] gap-x-4 sm:gap-x-6 gap-y-1.5">
    {facts
      .filter((fact) => !!fact)
      .map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-soft">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
  </dl>
)
