// The words of one call in the log of the chat, as they are spoken.
import { type Caption, type Captions, noCaptions, replaceCaptions } from '@parley/telephone/browser'
import { element } from '../dom.ts'
import type { VoiceTexts } from './texts.ts'

export interface Transcript {
  replace(from: number, captions: readonly Caption[]): void
  note(text: string): void
  /** Follows the words, unless the visitor reads earlier ones. */
  keepAtEnd(draw: () => void): void
  /** Nothing was said. */
  isEmpty(): boolean
  remove(): void
}

interface Drawn {
  speaker: Caption['speaker']
  node: HTMLElement
  words: HTMLElement
}

export function createTranscript(log: HTMLElement, texts: VoiceTexts): Transcript {
  const node = element('div', { class: 'voice' })
  const drawn: Drawn[] = []
  let captions: Captions = noCaptions
  let hasPerson = false

  function keepAtEnd(draw: () => void): void {
    const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40
    draw()
    if (isAtEnd) log.scrollTop = log.scrollHeight
  }

  function note(text: string): void {
    keepAtEnd(() => {
      if (!node.isConnected) log.append(node)
      node.append(element('p', { class: 'note', dir: 'auto' }, text))
    })
  }

  function bubbleOf({ speaker }: Caption): Drawn {
    if (speaker === 'agent' && !hasPerson) {
      hasPerson = true
      note(texts.person)
    }
    const author = speaker === 'customer' ? texts.you : speaker === 'agent' ? texts.agent : texts.assistant
    const words = element('span')
    const side = speaker === 'customer' ? 'visitor' : 'other'
    const bubble = element(
      'div',
      { class: `message ${side}`, dir: 'auto' },
      element('span', { class: 'hidden' }, `${author}: `),
      words,
    )
    node.append(bubble)
    return { speaker, node: bubble, words }
  }

  function draw(): void {
    for (const { node: bubble } of drawn.splice(captions.entries.length)) bubble.remove()
    for (const [index, caption] of captions.entries.entries()) {
      const before = drawn[index]
      if (before && before.speaker !== caption.speaker)
        for (const { node: bubble } of drawn.splice(index)) bubble.remove()
      drawn[index] ??= bubbleOf(caption)
      const text = caption.interrupted ? `${caption.text} …` : caption.text
      const { words } = drawn[index]
      if (words.textContent !== text) words.textContent = text
    }
  }

  return {
    replace(from, changed) {
      captions = replaceCaptions(captions, from, changed)
      keepAtEnd(draw)
    },
    note,
    keepAtEnd,
    isEmpty: () => captions.entries.length === 0,
    remove: () => node.remove(),
  }
}
