// A JSON value as a tree that opens level by level, bounded however large the value is.
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useFormats, useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { classes } from '../../../ui/classes.ts'
import { CopyButton } from '../../../ui/values.tsx'

const texts = textsOf('automations', 'jsonView')

const entriesShown = 50
const charactersShown = 400

/** `label` names the value, such as `Input`; `of` says to screen readers of what, if there are several. */
export function JsonView({ value, label, of = '' }: { value: unknown; label: string; of?: string }) {
  const t = useTexts(texts)
  const isEmpty = value === null || value === undefined
  return (
    <div className="min-w-0">
      <div className="flex min-h-7 items-center gap-1 text-sm text-soft">
        <span className="grow">{label}</span>
        {!isEmpty && <CopyButton text={JSON.stringify(value, null, 2)} label={t.copy(`${label} ${of}`.trim())} />}
      </div>
      {isEmpty ? (
        <p className="text-sm text-soft">{t.empty}</p>
      ) : (
        <div
          role="region"
          aria-label={`${label} ${of}`.trim()}
          tabIndex={0}
          className="max-h-80 overflow-auto rounded-lg border bg-sunken p-2 font-mono text-[0.8125rem] leading-relaxed"
        >
          <Value name={undefined} value={value} isOpenFirst />
        </div>
      )}
    </div>
  )
}

interface ValueProps {
  name: string | undefined
  value: unknown
  isOpenFirst?: boolean
}

function Value({ name, value, isOpenFirst = false }: ValueProps) {
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0)
    return <Branching name={name} value={value} isOpenFirst={isOpenFirst} />
  return (
    <div className="ps-5 break-words">
      {name !== undefined && <span className="text-soft">{name}: </span>}
      <Leaf value={value} />
    </div>
  )
}

function Leaf({ value }: { value: unknown }) {
  const t = useTexts(texts)
  const [isWhole, setWhole] = useState(false)
  const text = JSON.stringify(value)
  const isCut = !isWhole && text.length > charactersShown
  return (
    <span
      className={classes('whitespace-pre-wrap break-all', typeof value === 'string' ? 'text-good' : 'text-customer')}
    >
      {isCut ? `${text.slice(0, charactersShown)}… ` : text}
      {isCut && <More label={t.all} onShow={() => setWhole(true)} />}
    </span>
  )
}

const More = ({ label, onShow }: { label: string; onShow(): void }) => (
  <button type="button" className="cursor-pointer text-accent underline" onClick={onShow}>
    {label}
  </button>
)

function Branching({ name, value, isOpenFirst }: { name: string | undefined; value: object; isOpenFirst: boolean }) {
  const t = useTexts(texts)
  const format = useFormats()
  const [isOpen, setOpen] = useState(isOpenFirst)
  const [shown, setShown] = useState(entriesShown)
  const entries = Object.entries(value)
  const size = Array.isArray(value) ? `[${format.count(t.items, entries.length)}]` : `{${entries.length}}`
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-6 cursor-pointer items-center gap-1 rounded text-start"
      >
        <ChevronRight aria-hidden size={15} className={classes('shrink-0', isOpen ? 'rotate-90' : 'rtl:rotate-180')} />
        {name !== undefined && <span className="break-all">{name}</span>}
        <span className="text-xs text-soft">{size}</span>
      </button>
      {isOpen && (
        <div className="ms-2 border-s ps-2">
          {entries.slice(0, shown).map(([key, inner]) => (
            <Value key={key} name={key} value={inner} />
          ))}
          {entries.length > shown && (
            <More
              label={t.more(format.number(Math.min(entriesShown, entries.length - shown)))}
              onShow={() => setShown(shown + entriesShown)}
            />
          )}
        </div>
      )}
    </div>
  )
}
