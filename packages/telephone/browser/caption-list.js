// Draws the words of a call in a page without a framework.
import { noCaptions, replaceCaptions } from './captions.js'

/** `speakers` are the names of who speaks, and `classes` the classes of their captions. */
export function createCaptionList(box, { speakers, classes = { customer: 'own-words' } }) {
  let shown = noCaptions

  function captionOf({ speaker, text, interrupted }) {
    const node = document.createElement('p')
    node.className = classes[speaker] ?? ''
    node.append(
      Object.assign(document.createElement('span'), { textContent: speakers[speaker] }),
      Object.assign(document.createElement('bdi'), { textContent: interrupted ? `${text} …` : text }),
    )
    return node
  }

  return {
    /** Replaces the captions from position `from` on. */
    replace(from, captions) {
      shown = replaceCaptions(shown, from, captions)
      drawNodes(box, shown.entries.map(captionOf))
    },
  }
}

/** Nodes that are the same stay, so that screen readers read new ones only. */
export function drawNodes(box, nodes) {
  for (const [index, node] of nodes.entries()) {
    const current = box.children[index]
    if (!current) box.append(node)
    else if (!current.isEqualNode(node)) {
      if (box.children[index + 1]?.isEqualNode(node)) current.remove()
      else if (nodes[index + 1]?.isEqualNode(current)) box.insertBefore(node, current)
      else current.replaceWith(node)
    }
  }
  while (box.children.length > nodes.length) box.lastElementChild.remove()
}
