// Keeps the element of the widget in the page while the website replaces its content without a reload.

/** A website that removes the element again and again is not fought: scripts would do nothing else. */
const pauseMs = 200

/**
 * The element is beside the body, so that a replaced body (Turbo, htmx, React) does not touch it: the focus, a text that
 * is being written and a call in progress remain. If it is removed all the same, it returns. Returns a function that
 * removes it.
 */
export function keepInPage(host: HTMLElement, onReturn: () => void): () => void {
  let lastAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function attach(): void {
    timer = undefined
    lastAt = Date.now()
    document.documentElement.append(host)
    observer.disconnect()
    for (const node of [document, document.documentElement]) observer.observe(node, { childList: true })
  }

  const observer = new MutationObserver(() => {
    if (host.isConnected || timer !== undefined || !document.documentElement) return
    const returnNow = (): void => {
      attach()
      onReturn()
    }
    if (Date.now() - lastAt >= pauseMs) returnNow()
    else timer = setTimeout(returnNow, pauseMs)
  })
  attach()
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    host.remove()
  }
}
