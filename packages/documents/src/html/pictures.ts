// Replaces pictures and icons by their alternative texts.
import { type AnyNode, type Element, isTag, Text } from 'domhandler'
import { elementsOf, isWithin } from './elements.ts'
import { setChildren } from './shadow-trees.ts'
import { inlineText } from './to-markdown.ts'

const maxPictures = 300
const maxCharacters = 500
const fileName =
  /\.(?:avif|bmp|gif|jpe?g|png|svg|webp)$|^(?:banner|bild|dsc|foto|hero|icon|image|img|logo|photo|picture|placeholder|screenshot|thumbnail)?[\s_\d-]*$/i
/** Elements that show an icon and contain no text. */
const icons = new Set(['i', 'span', 'svg'])

/**
 * The text of a picture is kept if the page does not say the same in words, or if it is in a cell, such as a check mark.
 * Drawings are removed.
 */
export function replacePictures(root: AnyNode): void {
  const elements = elementsOf(root)
  const pictures = elements.filter(isPicture)
  if (pictures.length === 0) return
  const labels = new Map<AnyNode, string>()
  const texts = pictures.map(labelOf)
  for (const picture of pictures) picture.children = []
  const known = inlineText(root).toLowerCase()
  for (const [index, picture] of pictures.slice(0, maxPictures).entries()) {
    const text = texts[index]!
    const key = text.toLowerCase()
    if (text === '' || text.length > maxCharacters) continue
    if (isWithin(picture, 'td', 'th', 'dd') || !(fileName.test(text) || known.includes(key) || hasLabel(labels, key)))
      labels.set(picture, text)
  }
  for (const parent of new Set(pictures.map((picture) => picture.parent)))
    if (parent && isTag(parent))
      setChildren(
        parent,
        parent.children.flatMap((child): AnyNode[] => {
          const text = labels.get(child)
          if (text !== undefined) return [new Text(` ${text} `)]
          return isTag(child) && child.name === 'svg' ? [] : [child]
        }),
      )
}

const hasLabel = (labels: ReadonlyMap<AnyNode, string>, key: string): boolean =>
  labels.values().some((label) => label.toLowerCase() === key)

/** An element that shows something else than its text, and says what. */
export function isPicture({ name, attribs, children }: Element): boolean {
  if (name === 'img') return true
  const hasName = attribs['aria-label'] !== undefined || attribs['title'] !== undefined
  if (name === 'svg') return hasName || children.some((child) => isTag(child) && child.name === 'title')
  return (icons.has(name) || attribs['role'] === 'img') && hasName && children.length === 0
}

function labelOf(picture: Element): string {
  const { attribs } = picture
  const title = picture.children.find((child): child is Element => isTag(child) && child.name === 'title')
  const label = attribs['alt'] ?? attribs['aria-label'] ?? (title ? inlineText(title) : attribs['title'])
  return (label ?? '').replace(/\s+/g, ' ').trim()
}
