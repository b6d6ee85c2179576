// Parses the Markdown of language models into a tree of blocks, of which inline elements are a flat list.
import MarkdownIt, { type Env, type Token } from 'markdown-it'

export interface Block {
  token: Token
  children: Block[]
}

export interface Markdown {
  blocks: Block[]
  /** The lines of the text, to which `token.map` refers. */
  lines: string[]
  /** Link definitions, such as `[1]: https://…`, as they are written in the text. */
  definitions: { label: string; href: string }[]
}

const parser = new MarkdownIt({ html: true, linkify: true })
// Models do not mean code by an indentation. HTML is read within paragraphs, so that the Markdown in it counts.
parser.disable(['code', 'html_block'])
// Only addresses with a scheme are kept from emphasis. Escaped characters stay apart from the text around them.
parser.core.ruler.disable(['linkify', 'text_join'])
// Addresses are shown as they are written.
parser.normalizeLink = (url) => url
parser.validateLink = () => true

/** Empty without the attribute. */
export const attributeOf = (token: Token, name: string): string => String(token.attrGet(name) ?? '')

export function parseMarkdown(text: string): Markdown {
  const env: Env = {}
  const root: Block[] = []
  const open: Block[][] = [root]
  for (const token of parser.parse(text, env)) {
    if (token.nesting < 0) open.pop()
    else {
      const block: Block = { token, children: [] }
      open.at(-1)!.push(block)
      if (token.nesting > 0) open.push(block.children)
    }
  }
  const definitions = Object.entries(env.references ?? {}).map(([label, { href }]) => ({ label, href }))
  return { blocks: root, lines: text.split(/\r\n?|\n/), definitions }
}
