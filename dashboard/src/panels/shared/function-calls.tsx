// The functions that an assistant called for an answer, and the passages that it found; each can be unfolded.
import { BookOpen, ChevronRight, Wrench } from 'lucide-react'
import { Button as AriaButton, Disclosure, DisclosurePanel } from 'react-aria-components'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { Code, LinkedText } from '../../ui/values.tsx'
import { passagesOf } from './passages.ts'

const texts = textsOf('panels', 'functionCalls')

export interface FunctionCall {
  name: string
  arguments: unknown
  result: unknown
}

export function FunctionCalls({ calls }: { calls: readonly FunctionCall[] }) {
  if (calls.length === 0) return null
  return (
    <ul className="mt-1 flex flex-col gap-1">
      {calls.map((call, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the calls of an answer do not change
        <li key={index}>
          <Call call={call} />
        </li>
      ))}
    </ul>
  )
}

function Call({ call }: { call: FunctionCall }) {
  const t = useTexts(texts)
  const format = useFormats()
  const passages = passagesOf(call.result)
  const { note } = (call.result ?? {}) as { note?: unknown }
  const Icon = passages ? BookOpen : Wrench
  return (
    <Disclosure className="group rounded-lg border bg-sunken">
      <AriaButton
        slot="trigger"
        className="flex w-full cursor-pointer items-center gap-2 rounded-lg px-2.5 py-1.5 text-start text-sm"
      >
        <ChevronRight aria-hidden size={14} className="shrink-0 group-data-[expanded]:rotate-90 rtl:rotate-180" />
        <Icon aria-hidden size={14} className="shrink-0 text-soft" />
        <span className="min-w-0 truncate">
          {passages ? format.count(t.passages, passages.length) : <code className="text-xs">{call.name}</code>}
        </span>
      </AriaButton>
      <DisclosurePanel>
        <div className="flex flex-col gap-3 px-2.5 pb-2.5 text-sm">
          <Values name={t.arguments} value={call.arguments} />
          {passages && typeof note === 'string' && <p>{note}</p>}
          {passages ? (
            passages.map(({ text, place }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the passages of a call do not change
              <blockquote key={index} className="border-s-2 border-strong-line ps-2.5">
                <p dir="auto" className="font-medium">
                  {place.join(' › ')}
                </p>
                <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
                  <LinkedText text={text} />
                </p>
              </blockquote>
            ))
          ) : (
            <Values name={t.result} value={call.result} />
          )}
        </div>
      </DisclosurePanel>
    </Disclosure>
  )
}

const Values = ({ name, value }: { name: string; value: unknown }) => (
  <div>
    <p className="mb-1 text-soft">{name}</p>
    <Code label={name} text={typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')} />
  </div>
)
