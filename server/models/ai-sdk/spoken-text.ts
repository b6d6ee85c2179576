// Filters the text deltas of a model: no leading whitespace, no reasoning, no split characters.
const opens = '<think>'
const closes = '</think>'

/**
 * Passes on every delta immediately, except leading whitespace, the reasoning block that some servers include, and the
 * first half of a surrogate pair.
 */
export class SpokenText {
  #held = ''
  #place: 'before' | 'thinking' | 'speaking' = 'before'
  #showsThoughts: boolean

  constructor(options: { showsThoughts: boolean }) {
    this.#showsThoughts = options.showsThoughts
  }

  /** The text that can be sent now, possibly empty. */
  push(delta: string): string {
    let text = this.#held + delta
    this.#held = ''
    if (this.#place === 'before') {
      text = text.trimStart()
      if (text === '') return ''
      if (this.#showsThoughts && opens.startsWith(text.slice(0, opens.length))) {
        if (text.length < opens.length) return this.#hold(text)
        this.#place = 'thinking'
      } else {
        this.#place = 'speaking'
      }
    }
    if (this.#place === 'thinking') {
      const end = text.indexOf(closes)
      if (end < 0) return this.#hold(text.slice(-closes.length))
      this.#place = 'before'
      return this.push(text.slice(end + closes.length))
    }
    const last = text.charCodeAt(text.length - 1)
    if (last >= 0xd800 && last <= 0xdbff) {
      this.#held = text.slice(-1)
      text = text.slice(0, -1)
    }
    return text.isWellFormed() ? text : text.toWellFormed()
  }

  /** The remaining text at the end. Unfinished reasoning is dropped. */
  end(): string {
    const rest = this.#place === 'thinking' ? '' : this.#held.toWellFormed()
    this.#held = ''
    return rest
  }

  #hold(text: string): string {
    this.#held = text
    return ''
  }
}
