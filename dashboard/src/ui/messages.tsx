// The messages below the page and its dialogs, in the lower corner of the window.
import { X } from 'lucide-react'
import {
  Button as AriaButton,
  UNSTABLE_Toast as AriaToast,
  Text,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components'
import { useTexts } from '../i18n/locale.tsx'
import { textsOf } from '../i18n/texts.ts'
import { ServerText } from '../messages/server-text.tsx'
import { classes } from './classes.ts'

const texts = textsOf('app', 'messages')

export function Messages() {
  const t = useTexts(texts)
  return (
    <ToastRegion
      ref={keepFree}
      queue={queue}
      aria-label={t.messages}
      className="pointer-events-none fixed inset-x-0 bottom-0 z-50 flex flex-col items-end gap-2 p-4 pt-2 outline-none"
    >
      {({ toast }) => (
        <AriaToast
          toast={toast}
          className={classes(
            'pointer-events-auto flex max-w-sm items-start gap-3 rounded-lg border bg-raised py-2.5 ps-4 pe-2 shadow-lg',
            toast.content.look === 'bad' && 'border-bad/60',
          )}
        >
          <ToastContent className="min-w-0 grow pt-0.5 break-words">
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

/** While there are messages, the page and its dialogs end above them, so that they cover no buttons. */
function keepFree(region: HTMLElement | null) {
  if (!region) return
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--messages-height', `${region.offsetHeight}px`))
  observer.observe(region)
  return () => {
    observer.disconnect()
    style.removeProperty('--messages-height')
  }
}

export interface Message {
  text: string | Error
  look: 'good' | 'bad'
}

const queue = new ToastQueue<Message>({ maxVisibleToasts: 3 })
const shownMs = { good: 6_000, bad: 20_000 }

/** The message replaces one with the same text. */
export function show(message: Message): void {
  const same = queue.visibleToasts.find(({ content }) => String(content.text) === String(message.text))
  if (same) queue.close(same.key)
  queue.add(message, { timeout: shownMs[message.look] })
}
