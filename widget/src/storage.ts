// Remembers the conversation of the visitor in the browser.
const keyOf = (assistant: string): string => `parley.widget.${assistant}`

/** Undefined without one, and if the browser stores nothing. */
export function storedConversation(assistant: string): string | undefined {
  try {
    return localStorage.getItem(keyOf(assistant)) ?? undefined
  } catch {
    return undefined
  }
}

export function storeConversation(assistant: string, conversation: string | undefined): void {
  try {
    if (conversation === undefined) localStorage.removeItem(keyOf(assistant))
    else localStorage.setItem(keyOf(assistant), conversation)
  } catch {
    // The conversation lasts as long as the page.
  }
}
