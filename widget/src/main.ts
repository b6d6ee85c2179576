// Adds the chat with an assistant to a website: `<script src="https://…/widget.js" data-assistant="…" async></script>`.
import { openConversation } from './conversation.ts'
import { type Options, readOptions } from './options.ts'
import { textsIn } from './texts.ts'
import { createView } from './view.ts'

interface Widget {
  open(): void
  close(): void
  /** Removes the widget, which otherwise stays while the website replaces its pages. */
  remove(): void
}

declare global {
  interface Window {
    /** Opens and closes the chat from the website's own buttons. */
    Parley?: Widget
  }
}

function start(options: Options): Widget {
  const view = createView(options, textsIn(options.language), () => conversation)
  const conversation = openConversation(options, (state) => view.render(state))
  if (options.isOpen) view.open()
  return {
    open: view.open,
    close: view.close,
    remove() {
      view.remove()
      delete window.Parley
    },
  }
}

function install(script: HTMLScriptElement): void {
  // A website can include the script twice, also in each of the pages between which it navigates without a reload.
  if (window.Parley) return
  const { lang, dir } = document.documentElement
  const page = {
    language: lang || navigator.language,
    direction: dir || getComputedStyle(document.documentElement).direction,
  }
  try {
    const options = readOptions(script.src, script.dataset, page)
    if (document.body) window.Parley = start(options)
    else
      addEventListener('DOMContentLoaded', () => {
        window.Parley ??= start(options)
      })
  } catch (error) {
    console.error(`Parley's widget: ${(error as Error).message}`)
  }
}

if (document.currentScript instanceof HTMLScriptElement) install(document.currentScript)
