// Makes of a model's text deltas what may be said: no blank opening, no thoughts, no halved characters.

const opens = '<think>'
const closes = '</think>'

/**
 * Hands on every delta at once, except where it cannot yet know: blanks before the first word, the block of thoughts
 * that some servers leave in the text, and the first half of a surrogate pair.
 */
export class SpokenText {
  #held = ''
  #place: 'before' | 'thinking' | 'speaking' = 'before'
  #showsThoughts: boolean

  constructor(options: { showsThoughts: boolean }) {
    this.#showsThoughts = options.showsThoughts
  }

  /** The text that may go out now; often empty at the beginning. */
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

  /** What was held when the model ended; thoughts without an end stay unsaid. */
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
