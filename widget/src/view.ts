// Draws the widget in a closed shadow tree, where styles of the website have no effect.
import { textColorOn } from './color.ts'
import type { Conversation, ConversationHandle, Message } from './conversation.ts'
import { element, icon, icons } from './dom.ts'
import { filesStyle } from './files-style.ts'
import { createFilesView, drawMessageFiles } from './files-view.ts'
import { splitLinks } from './links.ts'
import type { Options } from './options.ts'
import { style } from './style.ts'
import type { WidgetTexts } from './texts.ts'

export interface View {
  render(conversation: Conversation): void
  open(): void
  close(): void
}

const maxMessageCharacters = 2_000

export function createView(options: Options, texts: WidgetTexts, conversation: () => ConversationHandle): View {
  const host = element('div', { 'data-side': options.side, 'data-theme': options.theme, dir: options.direction })
  host.lang = options.language
  host.style.setProperty('--color', options.color)
  host.style.setProperty('--on-color', textColorOn(options.color))
  const root = host.attachShadow({ mode: 'closed', delegatesFocus: true })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style + filesStyle)
  root.adoptedStyleSheets = [sheet]

  const title = options.title ?? texts.title
  const launcher = element('button', { type: 'button', class: 'launcher', 'aria-label': texts.open }, icon(icons.chat))
  const restart = button(texts.restart, icons.restart)
  const close = button(texts.close, icons.close)
  const log = element('div', { class: 'log', role: 'log', 'aria-label': texts.log, tabindex: '0' })
  const field = element('textarea', {
    rows: '1',
    maxlength: String(maxMessageCharacters),
    placeholder: texts.placeholder,
    'aria-label': texts.message,
    enterkeyhint: 'send',
  })
  const send = element('button', { 'aria-label': texts.send }, icon(icons.send, 'turn'))
  const form = element('form', {}, field, send)
  const panel = element(
    'section',
    { class: 'panel', role: 'dialog', 'aria-label': title },
    element('header', {}, element('h2', {}, title), restart, close),
    log,
    form,
  )
  const attached = createFilesView(options.language, { panel, field }, (...upload) => conversation().upload(...upload))
  form.prepend(attached.button)
  form.before(attached.list)
  panel.hidden = true
  root.append(launcher, panel)
  document.body.append(host)

  function open(): void {
    panel.hidden = false
    launcher.hidden = true
    host.toggleAttribute('data-open', true)
    field.focus()
    void conversation().show()
  }

  function shut(): void {
    panel.hidden = true
    launcher.hidden = false
    host.toggleAttribute('data-open', false)
    launcher.focus()
    conversation().hide()
  }

  function submit(): void {
    const text = field.value.trim()
    if (attached.mustWait()) return
    const files = attached.files.take()
    if (text === '' && files.length === 0) return
    field.value = ''
    conversation().send(text, files)
    field.focus()
  }

  launcher.addEventListener('click', open)
  close.addEventListener('click', shut)
  restart.addEventListener('click', () => {
    attached.files.clear()
    void conversation().restart()
    field.focus()
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    submit()
  })
  field.addEventListener('keydown', (event) => {
    // Enter can also end the composition of a character.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    submit()
  })
  panel.addEventListener('keydown', (event) => {
    // Shortcuts of the website must not react to what a visitor writes.
    event.stopPropagation()
    if (event.key === 'Escape') shut()
  })

  const drawn = new Map<number, { node: HTMLElement; of: Message }>()
  const person = element('p', { class: 'note' }, texts.person)
  const trouble = element('p', { class: 'note', role: 'status' })
  const writing = element(
    'p',
    { class: 'message other writing' },
    element('span', { class: 'hidden' }, texts.writing),
    ...['', '', ''].map(() => element('i')),
  )

  let isAtEnd = true
  const stayAtEnd = (): void => {
    if (isAtEnd) log.scrollTop = log.scrollHeight
  }
  log.addEventListener('scroll', () => {
    isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40
  })
  // Pictures get their height when they have been loaded.
  log.addEventListener('load', stayAtEnd, true)

  function render({ messages, hasPerson, trouble: reason, isWriting, acceptsFiles }: Conversation): void {
    attached.enable(acceptsFiles)
    const ids = new Set(messages.map(({ id }) => id))
    for (const [id, { node }] of drawn) {
      if (ids.has(id)) continue
      node.remove()
      drawn.delete(id)
    }
    for (const message of messages) {
      const before = drawn.get(message.id)
      if (before?.of === message) continue
      const node = drawMessage(message, texts, options.language, () => conversation().retry(message.id))
      if (before) before.node.replaceWith(node)
      else log.append(node)
      drawn.set(message.id, { node, of: message })
    }
    const isStreaming = messages.some(({ state }) => state === 'streaming')
    toggle(log, writing, isWriting && !isStreaming)
    toggle(log, person, hasPerson)
    trouble.textContent = reason === undefined ? '' : texts[reason]
    toggle(log, trouble, reason !== undefined)
    log.setAttribute('aria-busy', String(isStreaming))
    stayAtEnd()
  }

  return { render, open, close: shut }
}

/** Notes are the last entries of the log. */
function toggle(log: HTMLElement, note: HTMLElement, isShown: boolean): void {
  if (isShown) log.append(note)
  else note.remove()
}

const button = (label: string, path: string): HTMLButtonElement =>
  element('button', { type: 'button', 'aria-label': label, title: label }, icon(path))

function drawMessage(
  { from, text, files, state }: Message,
  texts: WidgetTexts,
  language: string,
  retry: () => void,
): HTMLElement {
  const author = element('span', { class: 'hidden' }, `${from === 'visitor' ? texts.you : texts.other}: `)
  const content = splitLinks(text).map(({ text: part, href }) =>
    href === undefined ? part : element('a', { href, target: '_blank', rel: 'noopener noreferrer nofollow' }, part),
  )
  const bubble = element(
    'div',
    { class: `message ${from} ${state}`, dir: 'auto' },
    author,
    ...drawMessageFiles(files, language),
    ...content,
  )
  if (state !== 'failed') return bubble
  bubble.classList.remove('failed')
  const again = element('button', { type: 'button' }, texts.retry)
  again.addEventListener('click', retry)
  const wrapper = element('div', {}, bubble, element('p', { class: 'failed' }, `${texts.failed} `, again))
  wrapper.setAttribute('class', 'attempt')
  return wrapper
}
