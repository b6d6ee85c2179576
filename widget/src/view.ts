// Draws the widget in a closed shadow tree, where styles of the website have no effect.
import { drawAnswer, drawLink } from './answer.ts'
import type { ConversationHandle } from './conversation.ts'
import type { Conversation } from './conversation-state.ts'
import { element, icon, icons } from './dom.ts'
import { createFilesView, drawMessageFiles } from './files-view.ts'
import { keepInPage } from './host.ts'
import { splitLinks } from './links.ts'
import { withoutOpenMarks } from './markdown.ts'
import { authorOf, type Message, takeoverAt } from './messages.ts'
import type { Options } from './options.ts'
import { createStarters } from './starters.ts'
import { style } from './style.ts'
import { textColorOn } from './text-color.ts'
import type { WidgetTexts } from './texts.ts'
import { createVoiceButton } from './voice-button.ts'

export interface View {
  render(conversation: Conversation): void
  open(): void
  close(): void
  /** Ends a call, and removes the widget from the page for good. */
  remove(): void
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
  const form = element('form', {}, field)
  const voice = createVoiceButton({ options, texts, root, log, form })
  form.append(voice.button, send)
  const panel = element(
    'section',
    { class: 'panel', role: 'dialog', 'aria-label': title },
    element('header', {}, ...pictureOf(options), element('h2', {}, title), restart, close),
    log,
    form,
  )
  const attached = createFilesView(options.language, { panel, field }, (...upload) => conversation().upload(...upload))
  form.prepend(attached.button)
  form.before(attached.list)
  panel.hidden = true
  root.append(launcher, panel)

  function open(): void {
    panel.hidden = false
    launcher.hidden = true
    host.toggleAttribute('data-open', true)
    // A preview must not take the focus from the form beside it.
    if (!options.preview) field.focus()
    void conversation().show()
  }

  function shut(): void {
    panel.hidden = true
    launcher.hidden = false
    host.toggleAttribute('data-open', false)
    launcher.focus()
    voice.end()
    conversation().hide()
  }

  function submit(): void {
    const text = field.value.trim()
    if (attached.mustWait()) return
    const files = attached.files.take()
    if (text === '' && files.length === 0) return
    field.value = ''
    // Files are always part of the chat.
    if (files.length > 0 || !voice.say(text)) conversation().send(text, files)
    field.focus()
  }

  launcher.addEventListener('click', open)
  close.addEventListener('click', shut)
  restart.addEventListener('click', () => {
    voice.clear()
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

  const starters = createStarters(options, texts, (question) => {
    conversation().send(question)
    field.focus()
  })
  const drawn = new Map<number, { node: HTMLElement; of: Message }>()
  const person = element('p', { class: 'note' }, texts.person)
  const renewed = element('p', { class: 'note' }, texts.renewed)
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

  const remove = keepInPage(host, stayAtEnd)

  function render(shown: Conversation): void {
    const { messages, hasPerson, hasVoice, acceptsFiles, isRenewed, trouble: reason, isWriting } = shown
    voice.allow(hasVoice)
    attached.enable(acceptsFiles)
    const ids = new Set(messages.map(({ id }) => id))
    for (const [id, { node }] of drawn) {
      if (ids.has(id)) continue
      node.remove()
      drawn.delete(id)
    }
    let next: HTMLElement | undefined
    for (const message of [...messages].reverse()) {
      const before = drawn.get(message.id)
      const isDrawn = before?.of === message
      const retry = () => conversation().retry(message.id)
      const node = isDrawn ? before.node : drawMessage(message, texts, options.language, retry)
      if (!isDrawn) {
        if (before) before.node.replaceWith(node)
        else if (next) next.before(node)
        else log.append(node)
        drawn.set(message.id, { node, of: message })
      }
      next = node
    }
    starters.draw(log, messages)
    const isStreaming = messages.some(({ state }) => state === 'streaming')
    toggle(log, writing, isWriting && !isStreaming)
    if (isRenewed && !renewed.isConnected) log.prepend(renewed)
    else if (!isRenewed) renewed.remove()
    const first = messages[takeoverAt(messages.map(authorOf))]
    const firstOfPerson = hasPerson && first ? drawn.get(first.id)?.node : undefined
    if (firstOfPerson === undefined) toggle(log, person, hasPerson)
    else if (firstOfPerson.previousSibling !== person) firstOfPerson.before(person)
    trouble.textContent = reason === undefined ? '' : texts[reason]
    toggle(log, trouble, reason !== undefined)
    log.setAttribute('aria-busy', String(isStreaming))
    stayAtEnd()
  }

  return {
    render,
    open,
    close: shut,
    remove() {
      voice.end()
      conversation().hide()
      remove()
    },
  }
}

/** A picture that cannot be loaded is left out. */
function pictureOf({ picture }: Options): HTMLElement[] {
  if (picture === null) return []
  const image = element('img', { src: picture, alt: '', class: 'picture' })
  image.addEventListener('error', () => image.remove())
  return [image]
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
  // What a visitor writes is no Markdown.
  const content =
    from === 'visitor'
      ? splitLinks(text).map(({ text: part, href }) => (href === undefined ? part : drawLink(href, part)))
      : drawAnswer(state === 'streaming' ? withoutOpenMarks(text) : text)
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

const filesStyle = `
.attach { background: none; color: var(--soft); margin-inline-end: -.25rem; }
.attach:hover { color: var(--ink); }
.files { list-style: none; margin: 0; padding: .6rem .75rem 0; display: flex; flex-direction: column; gap: .35rem; max-height: 12.5rem; overflow-y: auto; border-top: 1px solid var(--line); }
.files + form { border-top: 0; }
.chosen { display: flex; align-items: center; gap: .6rem; padding: .3rem .35rem; border: 1px solid var(--line); border-radius: .6rem; font-size: .875rem; }
.thumb { display: grid; place-items: center; flex: none; width: 2.25rem; height: 2.25rem; border-radius: .4rem; overflow: hidden; background: var(--bubble); color: var(--soft); }
.thumb canvas { width: 100%; height: 100%; object-fit: cover; }
.thumb svg { width: 1.2rem; height: 1.2rem; }
.facts { flex: 1; min-width: 0; }
.facts bdi { display: inline-block; max-width: 100%; vertical-align: bottom; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.facts progress { display: block; width: 100%; height: .3rem; margin-top: .25rem; accent-color: var(--color); }
.reason { color: var(--bad); overflow-wrap: anywhere; }
.reason button { background: none; color: inherit; text-decoration: underline; padding: .2rem; }
.chosen > button { display: grid; place-items: center; flex: none; width: 2rem; height: 2rem; border-radius: .4rem; background: none; color: var(--soft); }
.chosen > button svg { width: 1.1rem; height: 1.1rem; }
.dropping { position: absolute; inset: 0; z-index: 1; display: grid; place-items: center; padding: 2rem; text-align: center; font-weight: 600; background: var(--card); color: var(--ink); outline: 2px dashed var(--soft); outline-offset: -1rem; border-radius: inherit; }
.panel { position: relative; }
.sent { display: flex; flex-direction: column; gap: .35rem; }
.sent:not(:last-child) { margin-bottom: .35rem; }
.sent img, .sent canvas { display: block; max-width: 100%; max-height: 12rem; border-radius: .5rem; object-fit: contain; background: #fff; }
.sent a, .sent .name { display: inline-flex; align-items: center; gap: .4rem; max-width: 100%; color: inherit; }
.sent .name svg { flex: none; width: 1.1rem; height: 1.1rem; }
`
