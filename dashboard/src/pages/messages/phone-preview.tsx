// Shows a message as the phone of a customer does, in light or dark.
import { ExternalLink, FileImage, Moon, Phone, Reply, Sun } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { IconButton } from '../../ui/page.tsx'

const texts = textsOf('messages', 'phonePreview')

export interface PreviewPart {
  part: 'header' | 'footer' | 'media' | 'button' | 'code' | 'other'
  text: string
  value: string | null
}

interface PhonePreviewProps {
  sender: string
  body: string
  parts?: readonly PreviewPart[]
  fill(number: number): string | undefined
}

const lookClasses: Record<Look, string> = {
  bold: 'font-bold',
  italic: 'italic',
  struck: 'line-through',
  mono: 'font-mono text-sm',
  value: 'underline decoration-dotted underline-offset-2',
  placeholder: 'rounded bg-accent-soft px-1 font-mono text-sm text-accent',
  plain: '',
}

const isPageDark = (): boolean =>
  (document.documentElement.dataset['theme'] ??
    (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark'

export function PhonePreview({ sender, body, parts = [], fill }: PhonePreviewProps) {
  const t = useTexts(texts)
  const [isDark, setDark] = useState(isPageDark)
  const ofKind = (...kinds: PreviewPart['part'][]) => parts.filter(({ part }) => kinds.includes(part))
  const text = (value: string) =>
    partsOf(value, fill).map(({ at, text: part, look }) => (
      <span key={at} className={lookClasses[look]}>
        {part}
      </span>
    ))
  const buttons = ofKind('button', 'code')
  return (
    <section aria-label={t.preview} className="flex flex-col items-center gap-2">
      <div
        className="flex h-96 w-full max-w-72 flex-col overflow-hidden rounded-4xl border-8 border-strong-line bg-sunken text-ink"
        style={{ colorScheme: isDark ? 'dark' : 'light' }}
      >
        <p className="flex items-center gap-2 border-b bg-card px-3 py-2 font-medium">
          <span aria-hidden className="size-7 shrink-0 rounded-full bg-accent-soft" />
          <span className="truncate">{sender}</span>
        </p>
        <div className="min-h-0 grow overflow-auto p-3" tabIndex={0} role="group" aria-label={sender || t.preview}>
          <div className="rounded-xl rounded-ss-none border bg-card text-sm break-words">
            {ofKind('media').map(({ text: name }) => (
              <p key={name} className="m-1 flex items-center gap-2 rounded-lg bg-sunken p-3 text-soft">
                <FileImage aria-hidden size={18} className="shrink-0" />
                <span className="min-w-0 truncate">{name || t.media}</span>
              </p>
            ))}
            <div className="flex flex-col gap-1 px-3 py-2">
              {ofKind('header').map((part) => (
                <p key={part.text} className="font-semibold">
                  {text(part.text)}
                </p>
              ))}
              <p className="whitespace-pre-wrap" dir="auto">
                {body.trim() === '' ? <span className="text-soft">{t.empty}</span> : text(body)}
              </p>
              {ofKind('other', 'footer').map((part) => (
                <p key={part.part + part.text} className="text-xs text-soft">
                  {text(part.text)}
                </p>
              ))}
            </div>
            {buttons.length > 0 && (
              <ul className="divide-y border-t">
                {buttons.map((button) => (
                  <li
                    key={button.part + button.text + button.value}
                    className="flex items-center justify-center gap-1.5 px-3 py-2 text-accent"
                  >
                    <ButtonIcon button={button} />
                    {button.part === 'code' ? button.text || t.code : text(button.text)}
                  </li>
                ))}
              </ul>
            )}
          </div>
        </div>
      </div>
      <IconButton label={isDark ? t.light : t.dark} onPress={() => setDark(!isDark)}>
        {isDark ? <Sun aria-hidden size={18} /> : <Moon aria-hidden size={18} />}
      </IconButton>
    </section>
  )
}

function ButtonIcon({ button: { value } }: { button: PreviewPart }) {
  const Icon = value === null ? Reply : value.startsWith('http') ? ExternalLink : Phone
  return <Icon aria-hidden size={14} className="shrink-0" />
}

/** The numbers of the placeholders, in order and once each. */
export const placeholdersOf = (text: string): number[] =>
  [...new Set([...text.matchAll(/\{\{\s*(\d{1,3})\s*\}\}/g)].map(([, number]) => Number(number)))].sort((a, b) => a - b)

export type Look = 'bold' | 'italic' | 'struck' | 'mono' | 'value' | 'placeholder' | 'plain'

export interface TextPart {
  at: number
  text: string
  look: Look
}

const looks: Record<string, Look> = { '*': 'bold', _: 'italic', '~': 'struck', '`': 'mono' }

/** Splits a text into formatted parts. A placeholder becomes its value, or remains if the value is empty. */
export function partsOf(text: string, fill: (number: number) => string | undefined): TextPart[] {
  const pattern =
    /\{\{\s*(\d{1,3})\s*\}\}|```([^`]+)```|(?<![\p{L}\p{N}])([*_~])(?=\S)([^*_~\n]*[^*_~\s])\3(?![\p{L}\p{N}])/gu
  const parts: TextPart[] = []
  let end = 0
  const add = (at: number, part: string, look: Look) => part !== '' && parts.push({ at, text: part, look })
  for (const match of text.matchAll(pattern)) {
    const [whole, number, mono, mark, marked] = match
    add(end, text.slice(end, match.index), 'plain')
    if (number !== undefined) {
      const value = fill(Number(number))
      add(match.index, value || whole, value ? 'value' : 'placeholder')
    } else if (mono !== undefined) add(match.index, mono, 'mono')
    else
      for (const inner of partsOf(marked!, fill))
        add(match.index + 1 + inner.at, inner.text, inner.look === 'plain' ? looks[mark!]! : inner.look)
    end = match.index + whole.length
  }
  add(end, text.slice(end), 'plain')
  return parts
}
