// Tells whether the text of a model so far is within Markdown code, in which marks are quoted.

/** Whether the text so far is within Markdown code. */
export function createCodeTracker() {
  let line = ''
  let isFence = false
  const isTick = (text: string): boolean => (text.split('`').length - 1) % 2 === 1
  const fence = /^\s{0,8}(?:`{3}|~{3})/

  function read(text: string): void {
    const lines = text.split('\n')
    for (const [index, part] of lines.entries()) {
      if (index > 0) {
        if (fence.test(line)) isFence = !isFence
        line = ''
      }
      line = (line + part).slice(-4_000)
    }
  }
  const isOpenFence = () => isFence || fence.test(line)
  return {
    read,
    reset(): void {
      line = ''
      isFence = false
    },
    isFence: isOpenFence,
    isInline: (): boolean => !fence.test(line) && isTick(line),
    isInside: (): boolean => isOpenFence() || isTick(line),
    isInsideAfter(text: string): boolean {
      const before = { line, isFence }
      read(text)
      const isInside = isOpenFence() || isTick(line)
      line = before.line
      isFence = before.isFence
      return isInside
    },
    isLineStartAfter: (text: string): boolean => (text === '' ? line === '' : text.endsWith('\n')),
  }
}
