// The messages over the page, in its lower corner.
import { X } from 'lucide-react'
import {
  Button as AriaButton,
  UNSTABLE_Toast as AriaToast,
  Text,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components'
import { textsOf, useTexts } from '../i18n/locale.tsx'
import { ServerText } from '../messages/server-text.tsx'
import { classes } from './classes.ts'

const texts = textsOf({ messages: 'Messages' }, { messages: 'Meldungen' })

export function Messages() {
  const t = useTexts(texts)
  return (
    <ToastRegion
      queue={queue}
      aria-label={t.messages}
      className="fixed bottom-4 end-4 z-50 flex flex-col gap-2 outline-none"
    >
      {({ toast }) => (
        <AriaToast
          toast={toast}
          className={classes(
            'flex max-w-sm items-start gap-3 rounded-lg border bg-raised py-2.5 ps-4 pe-2 shadow-lg',
            toast.content.look === 'bad' && 'border-bad/60',
          )}
        >
          <ToastContent className="min-w-0 grow pt-0.5">
            <Text slot="title" className={toast.content.look === 'bad' ? 'text-bad' : ''}>
              <ServerText of={toast.content.text} />
            </Text>
          </ToastContent>
          <AriaButton
            slot="close"
            aria-label={t.close}
            className="grid size-7 shrink-0 place-items-center rounded-md cursor-pointer hover:bg-sunken"
          >
            <X aria-hidden size={16} />
          </AriaButton>
        </AriaToast>
      )}
    </ToastRegion>
  )
}

interface Message {
  text: string | Error
  look: 'good' | 'bad'
}

export const queue = new ToastQueue<Message>({ maxVisibleToasts: 3 })
const shownMs = 6_000

/** Shows a message for some seconds; an error stays until it is closed. */
export function say(text: string, look: Message['look'] = 'good'): void {
  queue.add({ text, look }, look === 'good' ? { timeout: shownMs } : {})
}

export const sayError = (error: Error): void => void queue.add({ text: error, look: 'bad' })
