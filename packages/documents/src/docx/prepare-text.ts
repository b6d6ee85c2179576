// Prepares the XML of a Word document for its conversion: hidden text is removed, struck text and numbers are marked.
import { DocumentError } from '../document-error.ts'
import type { Numbers } from './numbering.ts'
import type { Styles } from './styles.ts'
import { encode, type Properties, PropertyReader, type Token, tokensOf } from './word-xml.ts'

/** Around the number of a paragraph. Unicode reserves these characters for programs, and the text does not contain them. */
const numberMarks = ['\ufdd0', '\ufdd1'] as const

/** Of paragraphs and runs, which text boxes nest. */
const maxDepth = 100

export interface PreparedText {
  xml: string
  hiddenCharacters: number
  shownCharacters: number
}

/** A paragraph or a run, which can contain paragraphs in a text box. */
interface Frame {
  name: 'p' | 'r'
  parts: string[]
  /** The position behind the properties. */
  start: number
  properties: Properties
  reader: PropertyReader | undefined
  characters: number
  hidden: number
}

export function prepareText(source: string, styles: Styles, numbers: Numbers): PreparedText {
  const root: string[] = []
  const frames: Frame[] = []
  let [hiddenCharacters, shownCharacters] = [0, 0]
  /** The depth of elements for newer versions of Word, which the conversion does not read. */
  let choices = 0
  /** The element whose properties are read, and how many elements of its name are open. */
  let reading: { name: string; depth: number } | undefined
  let isText = false

  const output = (): string[] => frames.at(-1)?.parts ?? root
  const paragraph = (): Frame | undefined => frames.findLast(({ name }) => name === 'p')

  function open(token: Token): void {
    const { name, kind, raw } = token
    if (kind === 'open' && (name === 'p' || name === 'r')) {
      if (frames.length > maxDepth)
        throw new DocumentError('damaged', 'The text boxes of the document are nested too deeply.')
      frames.push({ name, parts: [raw], start: 1, properties: {}, reader: undefined, characters: 0, hidden: 0 })
      return
    }
    const frame = frames.at(-1)
    if (kind === 'open' && frame && !frame.reader && name === `${frame.name}Pr`) {
      frame.reader = new PropertyReader()
      frame.properties = frame.reader.properties
      reading = { name: name!, depth: 1 }
    }
    isText = name === 't' && kind === 'open'
    output().push(raw)
  }

  function close({ name, raw }: Token): void {
    isText = false
    const frame = frames.at(-1)
    output().push(raw)
    if (frame === undefined || name !== frame.name) return
    frames.pop()
    if (frame.name === 'r') closeRun(frame)
    else closeParagraph(frame)
  }

  function closeRun(run: Frame): void {
    const owner = paragraph()
    const { properties, characters, parts } = run
    const ofRun = properties.style === undefined ? {} : styles.propertiesOf(properties.style)
    const { isHidden = false, isStruck = false } = {
      ...styles.propertiesOf(owner?.properties.style),
      ...ofRun,
      ...properties,
    }
    if (choices === 0 && isHidden) hiddenCharacters += characters
    else if (choices === 0) shownCharacters += characters
    if (isHidden) {
      // Fields can begin and end in hidden runs.
      output().push(parts[0]!, ...parts.filter((part) => emptyFieldMark.test(part)), parts.at(-1)!)
      return
    }
    if (owner) owner.characters += characters
    if (isStruck) addStrike(run)
    output().push(parts.join(''))
  }

  function closeParagraph(frame: Frame): void {
    const { properties, characters } = frame
    const isGone = characters === 0 && (properties.isMarkDeleted === true || properties.isMarkHidden === true)
    const number = choices > 0 || isGone ? undefined : numbers.next(properties)
    if (number !== undefined && characters > 0) {
      const text = `${numberMarks[0]}${encode(number)}${numberMarks[1]}`
      const prefix = prefixOf(frame)
      frame.parts.splice(
        frame.start,
        0,
        `<${prefix}r><${prefix}t xml:space="preserve">${text}</${prefix}t></${prefix}r>`,
      )
    }
    output().push(frame.parts.join(''))
  }

  for (const token of tokensOf(source.replace(/[\ufdd0\ufdd1]/g, ''))) {
    const { kind, raw, name } = token
    if (/^<\/?mc:Choice[\s>]/.test(raw)) choices += kind === 'close' ? -1 : 1
    if (reading) {
      const frame = frames.at(-1)!
      if (name === reading.name && kind !== 'empty') reading.depth += kind === 'open' ? 1 : -1
      frame.parts.push(raw)
      if (reading.depth > 0) frame.reader!.take(token, frame.name === 'p')
      else {
        frame.start = frame.parts.length
        reading = undefined
      }
    } else if (kind === 'text') {
      const frame = frames.at(-1)
      if (isText && frame) frame.characters += raw.length
      output().push(raw)
    } else if (kind === 'close') close(token)
    else open(token)
  }
  // What an unfinished document has opened.
  for (const { parts } of frames) root.push(parts.join(''))
  return { xml: root.join(''), hiddenCharacters, shownCharacters }
}

const emptyFieldMark = /^<[\w-]{1,40}:fldChar\s[^>]*\/>$/

const prefixOf = ({ parts }: Frame): string => /^<([\w-]{1,40}:)/.exec(parts[0]!)?.[1] ?? ''

/** The conversion knows one kind of line, and not that of styles. The first of repeated properties counts. */
function addStrike(run: Frame): void {
  const prefix = prefixOf(run)
  const strike = `<${prefix}strike/>`
  if (run.reader === undefined) run.parts.splice(1, 0, `<${prefix}rPr>${strike}</${prefix}rPr>`)
  else run.parts.splice(run.parts.findIndex((part) => part.startsWith(`<${prefix}rPr`)) + 1, 0, strike)
}
