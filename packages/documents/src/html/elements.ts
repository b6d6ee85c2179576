// Lists the elements of a tree, and finds what contains an element.
import { type AnyNode, type Element, hasChildren, isTag } from 'domhandler'

/** All elements of a tree, in document order. */
export function elementsOf(root: AnyNode): Element[] {
  const elements: Element[] = []
  const stack: AnyNode[] = [root]
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (isTag(node)) elements.push(node)
    if (hasChildren(node)) for (let at = node.children.length - 1; at >= 0; at--) stack.push(node.children[at]!)
  }
  return elements
}

/** Whether one of the elements that contain this one has one of the names. */
export function isWithin(element: Element, ...names: string[]): boolean {
  for (let node: AnyNode | null = element.parent; node && isTag(node); node = node.parent)
    if (names.includes(node.name)) return true
  return false
}
