// Parses HTML into a tree of bounded depth and size, without hidden elements.
import { type Document, DomHandler } from 'domhandler'
import { Parser } from 'htmlparser2'
import { DocumentError } from '../document-error.ts'

const maxDepth = 200
const maxElements = 200_000
/** The parser compares every closing tag with all open elements. */
const maxOpenElements = 20_000
const maxAttributeCharacters = 4_000

/**
 * Elements that are nested too deeply or too many keep only their text. Throws a `DocumentError` for HTML with an
 * extreme number of unclosed elements.
 */
export function parseHtml(html: string): Document {
  const handler = new DomHandler()
  /** For each open element, whether it is in the tree. */
  const open: boolean[] = []
  let [depth, elements] = [0, 0]
  const parser = new Parser(
    {
      onparserinit: (instance) => handler.onparserinit(instance),
      onreset: () => handler.onreset(),
      onend: () => handler.onend(),
      ontext: (text) => handler.ontext(text),
      onopentag(name, attributes) {
        const kept = depth < maxDepth && elements < maxElements
        open.push(kept)
        if (open.length > maxOpenElements)
          throw new DocumentError('damaged', 'The page is damaged: its elements are nested too deeply.')
        if (!kept) return
        depth++
        elements++
        handler.onopentag(name, shorten(attributes))
      },
      onclosetag() {
        if (!open.pop()) return
        depth--
        handler.onclosetag()
      },
    },
    { lowerCaseTags: true, decodeEntities: true },
  )
  parser.end(html)
  return handler.root
}

function shorten(attributes: Record<string, string>): Record<string, string> {
  for (const name in attributes) {
    if (attributes[name]!.length > maxAttributeCharacters) attributes[name] = ''
  }
  return attributes
}
