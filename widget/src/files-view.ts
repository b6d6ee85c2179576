// Draws files: the button, the list of chosen files, the area to drop them on, and the files of messages.
import { element, icon, icons } from './dom.ts'
import { type ChosenFile, type ChosenFiles, chooseFiles, type MessageFile, type Upload } from './files.ts'
import { drawn } from './files-scale.ts'
import { type FileTexts, fileTextsIn } from './files-texts.ts'

const paths = {
  clip: 'M16.5 6v11a4.5 4.5 0 0 1-9 0V5a3 3 0 0 1 6 0v10.5a1.5 1.5 0 0 1-3 0V6H9v9.5a3 3 0 0 0 6 0V5a4.5 4.5 0 0 0-9 0v12a6 6 0 0 0 12 0V6z',
  file: 'M6 2h8l5 5v13a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zm7 1.5V8h4.5z',
}

/** What the browser offers to choose; the server decides by the content. */
const accepted = 'image/png,image/jpeg,image/gif,image/webp,.pdf,.docx,.txt,.md,.csv'

export interface FilesView {
  button: HTMLButtonElement
  /** Above the form. */
  list: HTMLElement
  files: ChosenFiles
  /** Shows or hides everything about choosing files. */
  enable(isEnabled: boolean): void
  /** Says that files are still being uploaded, if so. */
  mustWait(): boolean
}

export function createFilesView(
  language: string,
  { panel, field }: { panel: HTMLElement; field: HTMLTextAreaElement },
  upload: Upload,
): FilesView {
  const texts = fileTextsIn(language)
  const files = chooseFiles(upload, texts, draw)
  let isEnabled = false
  const input = element('input', {
    type: 'file',
    multiple: '',
    accept: accepted,
    tabindex: '-1',
    'aria-hidden': 'true',
  })
  input.hidden = true
  const label = { type: 'button', class: 'attach', 'aria-label': texts.attach, title: texts.attach }
  const button = element('button', label, icon(paths.clip), input)
  button.hidden = true
  const list = element('ul', { class: 'files', 'aria-label': texts.chosen })
  list.hidden = true
  const status = element('p', { class: 'hidden', role: 'status' })
  const target = element('p', { class: 'dropping', 'aria-hidden': 'true' }, texts.drop)
  panel.append(status)

  const rows = new Map<number, { node: HTMLElement; of: ChosenFile }>()

  function draw(chosen: readonly ChosenFile[]): void {
    for (const [key, { node }] of rows) {
      if (chosen.some((file) => file.key === key)) continue
      node.remove()
      rows.delete(key)
    }
    for (const file of chosen) {
      const before = rows.get(file.key)
      if (before?.of === file) continue
      const node = (before && showProgress(before.node, file)) ?? drawChosen(file, texts, files, () => field.focus())
      rows.set(file.key, { node, of: file })
      if (node === before?.node) continue
      if (before) before.node.replaceWith(node)
      else list.append(node)
      if (file.state !== 'uploading') status.textContent = describe(file, texts)
    }
    list.hidden = chosen.length === 0
  }

  button.addEventListener('click', () => input.click())
  input.addEventListener('click', (event) => event.stopPropagation())
  input.addEventListener('change', () => {
    files.add([...(input.files ?? [])])
    // The same file can be chosen again.
    input.value = ''
    field.focus()
  })
  field.addEventListener('paste', (event) => {
    const pasted = event.clipboardData
    // Text of office programs comes with a picture of it.
    if (!isEnabled || !pasted || pasted.files.length === 0 || pasted.types.includes('text/plain')) return
    event.preventDefault()
    files.add([...pasted.files])
  })
  panel.addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    // Otherwise the browser would open the file in place of the website.
    event.preventDefault()
    event.dataTransfer.dropEffect = isEnabled ? 'copy' : 'none'
    if (isEnabled) panel.append(target)
  })
  panel.addEventListener('dragleave', (event) => {
    if (!panel.contains(event.relatedTarget as Node | null)) target.remove()
  })
  panel.addEventListener('drop', (event) => {
    target.remove()
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    event.stopPropagation()
    if (isEnabled) files.add([...event.dataTransfer.files])
  })

  return {
    button,
    list,
    files,
    enable(enabled) {
      isEnabled = enabled
      button.hidden = !enabled
    },
    mustWait() {
      if (!files.isUploading()) return false
      status.textContent = ''
      status.textContent = texts.wait
      return true
    },
  }
}

/** Undefined unless the file is still being uploaded. */
function showProgress(node: HTMLElement, { state, progress }: ChosenFile): HTMLElement | undefined {
  const bar = node.querySelector('progress')
  if (!bar || state !== 'uploading') return undefined
  bar.value = progress
  return node
}

const describe = ({ name, state, reason }: ChosenFile, texts: FileTexts): string =>
  state === 'done' ? texts.done(name) : `${name}: ${reason ?? texts.unreachable}`

function drawChosen(file: ChosenFile, texts: FileTexts, files: ChosenFiles, afterwards: () => void): HTMLElement {
  const { key, name, state, progress, reason, isFinal } = file
  const facts = element('div', { class: 'facts' }, element('bdi', { title: name }, name))
  if (state === 'uploading') {
    const bar = element('progress', { 'aria-label': texts.uploading(name), max: '1' })
    bar.value = progress
    facts.append(bar)
  }
  if (state === 'failed') {
    const said = element('span', { class: 'reason' }, `${reason ?? texts.unreachable} `)
    if (!isFinal) {
      const again = element('button', { type: 'button', 'aria-label': texts.retry(name) }, texts.again)
      again.addEventListener('click', () => {
        files.retry(key)
        afterwards()
      })
      said.append(again)
    }
    facts.append(said)
  }
  const remove = element(
    'button',
    { type: 'button', 'aria-label': texts.remove(name), title: texts.remove(name) },
    icon(icons.close),
  )
  remove.addEventListener('click', () => {
    files.remove(key)
    afterwards()
  })
  const thumb = element('span', { class: 'thumb', 'aria-hidden': 'true' }, icon(paths.file))
  if (file.isPicture) void drawInto(thumb, file.content, 96)
  return element('li', { class: 'chosen' }, thumb, facts, remove)
}

/** What is there remains if the content cannot be drawn. */
async function drawInto(node: HTMLElement, content: Blob, side: number, attributes: Record<string, string> = {}) {
  try {
    const canvas = await drawn(content, side)
    for (const [name, value] of Object.entries(attributes)) canvas.setAttribute(name, value)
    node.replaceChildren(canvas)
    canvas.dispatchEvent(new Event('load'))
  } catch {
    // Such as a damaged picture.
  }
}

const messageSide = 640

/** Pictures are shown if the website's policy allows it; others, and the rest, by name. */
export function drawMessageFiles(files: readonly MessageFile[], language: string): HTMLElement[] {
  if (files.length === 0) return []
  const texts = fileTextsIn(language)
  return [element('div', { class: 'sent' }, ...files.map((file) => drawFile(file, texts)))]
}

function drawFile({ name, isPicture, url, content }: MessageFile, texts: FileTexts): HTMLElement {
  const label = (): HTMLElement => element('span', { class: 'name' }, icon(paths.file), element('bdi', {}, name))
  if (isPicture && content) {
    const shown = element('span', {}, label())
    void drawInto(shown, content, messageSide, { role: 'img', 'aria-label': name })
    return shown
  }
  if (url === undefined) return label()
  const link = element('a', { href: url, target: '_blank', rel: 'noopener noreferrer', title: name })
  if (!isPicture) {
    link.append(label())
    return link
  }
  link.setAttribute('aria-label', texts.open(name))
  const image = element('img', { src: url, alt: name, loading: 'lazy' })
  // The policy of a website can exclude Parley.
  image.addEventListener('error', () => image.replaceWith(label()))
  link.append(image)
  return link
}
