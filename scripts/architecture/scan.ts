// Splits a source into code, in which comments and strings are blank, and its strings.
export interface Text {
  /** The offset of the opening quote. */
  start: number
  /** The content, in which each `${…}` of a template is replaced by a `?` and blanks of its length. */
  value: string
  /** The tag of a template, such as `sql`. */
  tag: string
}

export interface Scan {
  /** Has the same offsets and lines as the source. */
  code: string
  texts: Text[]
}

interface OpenTemplate {
  start: number
  tag: string
  value: string
  depth: number
  /** The offset of the open `${`. */
  gap: number
}

const mark = /['"`/{}]/g
const regexLiteral = /\/(?![*/])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y
const quoted = { "'": /'(?:[^'\\\n]|\\[\s\S])*'/y, '"': /"(?:[^"\\\n]|\\[\s\S])*"/y }
const templateChunk = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/y
const wordBeforeRegex = /(?:^|[^\w$.])(?:return|typeof|case|in|of|delete|void|throw|new|else|do|await|yield)$/

export function scan(source: string): Scan {
  const pieces: string[] = []
  const texts: Text[] = []
  const templates: OpenTemplate[] = []
  let copied = 0
  let depth = 0
  let at = 0

  function blank(start: number, end: number) {
    pieces.push(source.slice(copied, start), blankOf(source.slice(start, end)))
    copied = end
    at = end
  }

  function readTemplate(template: OpenTemplate, from: number) {
    const end = from + matchAt(templateChunk, source, from).length
    template.value += source.slice(from, end)
    blank(from, end)
    if (source[end] === '$') {
      template.depth = depth
      template.gap = end
      templates.push(template)
      at = end + 2
    } else {
      texts.push({ start: template.start, value: template.value, tag: template.tag })
      at = end + 1
    }
  }

  while (at < source.length) {
    mark.lastIndex = at
    const found = mark.exec(source)
    if (!found) break
    const start = found.index
    const sign = found[0]
    at = start + 1
    if (sign === '{') {
      depth++
    } else if (sign === '}') {
      if (templates.at(-1)?.depth === depth) {
        const template = templates.pop()!
        template.value += `?${blankOf(source.slice(template.gap + 1, start + 1))}`
        readTemplate(template, start + 1)
      } else depth--
    } else if (sign === '`') {
      readTemplate({ start, tag: tagBefore(source, start), value: '', depth, gap: start }, start + 1)
    } else if (sign === '/') {
      if (source[start + 1] === '/') blank(start, endOf(source, '\n', start))
      else if (source[start + 1] === '*') blank(start, endOf(source, '*/', start + 2) + 2)
      else if (mayBeginRegex(source, start))
        blank(start, start + Math.max(1, matchAt(regexLiteral, source, start).length))
    } else {
      // A quote after a letter, or one that is not closed on its line, is an apostrophe in JSX text.
      const isApostrophe = /\w/.test(source[start - 1] ?? '')
      const literal = isApostrophe ? '' : matchAt(quoted[sign as "'" | '"'], source, start)
      if (literal) {
        texts.push({ start, value: literal.slice(1, -1), tag: '' })
        blank(start + 1, start + literal.length - 1)
        at = start + literal.length
      }
    }
  }
  pieces.push(source.slice(copied))
  return { code: pieces.join(''), texts }
}

function matchAt(pattern: RegExp, source: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0] ?? ''
}

function blankOf(text: string): string {
  return text.replace(/[^\n]/g, ' ')
}

function endOf(source: string, sign: string, from: number): number {
  const end = source.indexOf(sign, from)
  return end < 0 ? source.length : end
}

/** A slash after a value is a division, otherwise it begins a regular expression; `</` closes a tag. */
function mayBeginRegex(source: string, slash: number): boolean {
  const before = source.slice(Math.max(0, slash - 40), slash).trimEnd()
  if (before === '') return true
  if (/[\w$]$/.test(before)) return wordBeforeRegex.test(before)
  return !/[)\]}'"`<]$/.test(before)
}

function tagBefore(source: string, backtick: number): string {
  let end = backtick
  if (source[end - 1] === '>') {
    let open = 0
    do {
      end--
      if (source[end] === '>' && source[end - 1] !== '=') open++
      else if (source[end] === '<') open--
    } while (open > 0 && end > 0)
  }
  return /[\w$]*$/.exec(source.slice(Math.max(0, end - 40), end))?.[0] ?? ''
}
