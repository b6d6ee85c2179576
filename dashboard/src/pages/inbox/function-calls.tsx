// What the assistant called for an answer: functions with their arguments and results, and passages of the knowledgebase.
import { BookOpen, Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/locale.tsx'
import { Code } from '../../ui/values.tsx'
import { conversationTexts } from './conversation-texts.ts'
import type { Entry } from './records.ts'

type Call = NonNullable<Entry['function_calls']>[number]

interface Passage {
  text: string
  source: { document: string; headings?: string[]; page?: number; url?: string }
}

const passagesOf = ({ result }: Call): Passage[] | undefined => {
  const passages = (result as { passages?: unknown } | null | undefined)?.passages
  return Array.isArray(passages) ? passages : undefined
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

export const FunctionCalls = ({ calls }: { calls: readonly Call[] }) => (
  <div className="flex flex-col gap-1">
    {calls.map((call, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the calls of a message never change
      <FunctionCall key={index} call={call} />
    ))}
  </div>
)

function FunctionCall({ call }: { call: Call }) {
  const t = useTexts(conversationTexts)
  const passages = passagesOf(call)
  if (passages)
    return (
      <Unfolding icon={<BookOpen aria-hidden size={13} />} title={t.usedKnowledge(passages.length)}>
        <p className="text-soft">
          {t.query}: <span dir="auto">{textOf(call.arguments['query'] ?? '')}</span>
        </p>
        <ol className="flex flex-col gap-2">
          {passages.map((passage, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the passages of a message never change
            <li key={index} className="rounded-md border bg-card p-2">
              <p dir="auto" className="font-medium break-words">
                {[passage.source?.document, ...(passage.source?.headings ?? [])].join(' › ')}
              </p>
              <p dir="auto" className="whitespace-pre-wrap break-words">
                {passage.text}
              </p>
            </li>
          ))}
        </ol>
      </Unfolding>
    )
  return (
    <Unfolding icon={<Wrench aria-hidden size={13} />} title={t.usedFunction(call.name)}>
      <p className="text-soft">{t.arguments}</p>
      <Code text={textOf(call.arguments)} label={t.arguments} />
      <p className="text-soft">{t.result}</p>
      <Code text={textOf(call.result)} label={t.result} />
    </Unfolding>
  )
}

const Unfolding = ({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) => (
  <details className="group max-w-full rounded-lg border bg-sunken text-xs">
    <summary className="flex cursor-pointer items-center gap-1.5 px-2 py-1 text-soft marker:content-none hover:text-ink">
      {icon}
      <span className="truncate">{title}</span>
      <span aria-hidden className="ms-auto group-open:rotate-90">
        ›
      </span>
    </summary>
    <div className="flex flex-col gap-1.5 border-t p-2">{children}</div>
  </details>
)
