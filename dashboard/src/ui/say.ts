// Messages over the page, which any part of a page can add.
import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components'

interface Message {
  text: string
  look: 'good' | 'bad'
}

export const queue = new ToastQueue<Message>({ maxVisibleToasts: 3 })
const shownMs = 6_000

/** Shows a message for some seconds; an error stays until it is closed. */
export function say(text: string, look: Message['look'] = 'good'): void {
  queue.add({ text, look }, look === 'good' ? { timeout: shownMs } : {})
}

export const sayError = (error: Error): void => say(error.message, 'bad')
