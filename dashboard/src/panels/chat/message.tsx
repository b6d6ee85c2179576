// One message of a test conversation.
import { RotateCcw } from 'lucide-react'
import { memo } from 'react'
import { textBeside } from '#widget/src/file-text.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { Attachments } from '../../ui/attachments.tsx'
import { classes } from '../../ui/classes.ts'
import { Button } from '../../ui/page.tsx'
import { LinkedText } from '../../ui/values.tsx'
import { FunctionCalls } from '../shared/function-calls.tsx'
import type { ChatMessage } from './chat.ts'

const texts = textsOf('panels', 'message')

const looks: Record<ChatMessage['author'], string> = {
  customer: 'max-w-[calc(100%-2rem)] self-end bg-customer-soft',
  assistant: 'max-w-[calc(100%-1rem)] self-start border bg-card',
  person: 'max-w-[calc(100%-1rem)] self-start bg-person-soft',
}

export const Message = memo(function Message({
  message,
  onRetry,
}: {
  message: ChatMessage
  /** Only for the latest message. */
  onRetry: ((message: ChatMessage) => void) | undefined
}) {
  const t = useTexts(texts)
  const { author, text, files, calls, state } = message
  return (
    <div className={classes('flex min-w-0 flex-col gap-1 rounded-xl px-3.5 py-2', looks[author])}>
      <p className="text-xs font-semibold text-soft">{t[author]}</p>
      <Attachments files={files} />
      {text === '' && state === 'writing' ? (
        <p className="text-soft motion-safe:animate-pulse">{t.writing}</p>
      ) : (
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          <LinkedText text={textBeside(text, files)} />
          {state === 'writing' && (
            <span
              aria-hidden
              className="ms-0.5 inline-block h-4 w-1.5 translate-y-0.5 bg-soft motion-safe:animate-pulse"
            />
          )}
        </p>
      )}
      <FunctionCalls calls={calls} />
      {state === 'failed' && (
        <p className="flex flex-wrap items-center gap-2 text-sm text-bad">
          {t.failed}
          {onRetry && (
            <Button icon={RotateCcw} iconSize={14} size="small" onPress={() => onRetry(message)}>
              {t.retry}
            </Button>
          )}
        </p>
      )}
    </div>
  )
})
