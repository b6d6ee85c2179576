// Shows the declarative shadow trees of a page as a browser without scripts does.
import { type AnyNode, type Element, hasChildren, isTag } from 'domhandler'

const modes = /^(?:open|closed)$/i

/** Replaces the children of each host by its shadow tree, whose slots contain the children of the host. */
export function showShadowTrees(root: AnyNode): void {
  const stack: AnyNode[] = [root]
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (!hasChildren(node)) continue
    const template = node.children.find(isShadowTree)
    if (template && isTag(node)) {
      fillSlots(
        template,
        node.children.filter((child) => child !== template),
      )
      setChildren(node, template.children)
    }
    for (const child of node.children) stack.push(child)
  }
}

const isShadowTree = (node: AnyNode): node is Element =>
  isTag(node) &&
  node.name === 'template' &&
  modes.test(node.attribs['shadowrootmode'] ?? node.attribs['shadowroot'] ?? '')

/** A slot without assigned children shows its own. Only the first slot of a name shows them. */
function fillSlots(template: Element, children: readonly AnyNode[]): void {
  const assigned = Map.groupBy(children, (child) => (isTag(child) && child.attribs['slot']) || '')
  const stack: Element[] = [template]
  for (let element = stack.pop(); element; element = stack.pop()) {
    if (element.name === 'slot') {
      const name = element.attribs['name'] ?? ''
      const shown = assigned.get(name)
      if (shown?.some((child) => isTag(child) || ('data' in child && child.data.trim() !== '')))
        setChildren(element, shown)
      assigned.delete(name)
    } else if (!isShadowTree(element) || element === template) {
      for (const child of element.children.toReversed()) if (isTag(child)) stack.push(child)
    }
  }
}

/** Adjusts the neighbours and parents of the nodes. */
export function setChildren(element: Element, children: readonly AnyNode[]): void {
  element.children = [...children] as Element['children']
  children.forEach((child, index) => {
    child.parent = element
    child.prev = (children[index - 1] ?? null) as typeof child.prev
    child.next = (children[index + 1] ?? null) as typeof child.next
  })
}
