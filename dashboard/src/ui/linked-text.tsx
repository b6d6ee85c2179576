// A text whose web addresses are links. Everything else in it is shown as it is.
import { useMemo } from 'react'
import { splitLinks } from '#widget/src/links.ts'

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
