// The text above the first message, and the questions that a visitor can ask with one click.
import { element } from './dom.ts'
import type { Message } from './messages.ts'
import type { Options } from './options.ts'
import type { WidgetTexts } from './texts.ts'

export interface Starters {
  /** Draws both into the log; the questions disappear when the visitor has written. */
  draw(log: HTMLElement, messages: readonly Message[]): void
}

export function createStarters(
  { welcome, questions }: Options,
  texts: WidgetTexts,
  ask: (question: string) => void,
): Starters {
  const intro = element('p', { class: 'welcome', dir: 'auto' }, welcome ?? '')
  const list = element(
    'div',
    { class: 'starters', role: 'group', 'aria-label': texts.questions },
    ...questions.map((question) => {
      const button = element('button', { type: 'button', dir: 'auto' }, question)
      button.addEventListener('click', () => ask(question))
      return button
    }),
  )
  return {
    draw(log, messages) {
      if (welcome && log.firstChild !== intro) log.prepend(intro)
      const isFirst = !messages.some(({ from }) => from === 'visitor')
      // A node that is moved loses the focus.
      const isInPlace = list.parentNode === log && !log.querySelector('.starters ~ .message')
      if (questions.length === 0 || !isFirst) list.remove()
      else if (!isInPlace) log.append(list)
    },
  }
}
