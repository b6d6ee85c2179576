// Adds the chat with an assistant to a website: `<script src="https://…/widget.js" data-assistant="…" async></script>`.

import { readAppearance } from './appearance.ts'
import { openConversation } from './conversation.ts'
import { readOptions, type ScriptOptions, withAppearance } from './options.ts'
import { textsIn } from './texts.ts'
import { createView, type View } from './view.ts'

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

/** The website can call the functions before the widget is there. */
function start(options: ScriptOptions): Widget {
  let { isOpen } = options
  let isRemoved = false
  let view: View | undefined
  void readAppearance(options).then((stored) => {
    if (isRemoved) return
    const drawn = withAppearance(options, stored)
    const created = createView(drawn, textsIn(drawn.language), () => conversation)
    const conversation = openConversation(drawn, (state) => created.render(state))
    view = created
    if (isOpen) view.open()
  })
  return {
    open() {
      isOpen = true
      view?.open()
    },
    close() {
      isOpen = false
      view?.close()
    },
    remove() {
      isRemoved = true
      view?.remove()
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
