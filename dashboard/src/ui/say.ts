// Shows messages below the page. Their region is loaded with the first one.
import { partOf } from '../loading/part.tsx'
import { createSignal, useSignal } from '../loading/signal.ts'
import type { Message } from './messages.tsx'

const readMessages = () => import('./messages.tsx')

export const Messages = partOf(async () => (await readMessages()).Messages)

const isUsed = createSignal(false)

/** Whether there has been a message. */
export const useHasMessages = (): boolean => useSignal(isUsed)

/** Shows a message for some seconds, and longer while it is pointed at or focused. */
export function say(text: Message['text'], look: Message['look'] = 'good'): void {
  isUsed.set(true)
  // Without the server, the page says that already.
  void readMessages().then(
    ({ show }) => show({ text, look }),
    () => undefined,
  )
}

export const sayError = (error: Error): void => say(error, 'bad')
