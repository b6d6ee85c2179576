// Lists the elements of a tree.
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
