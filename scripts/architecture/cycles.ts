// Finds import cycles between files and between folders. Type imports count.
import { posix } from 'node:path'
import type { Fault } from './fault.ts'
import type { Tree } from './tree.ts'

interface Edge {
  from: string
  to: string
  /** The location of the first import of this edge. */
  path: string
  line: number
  target: string
}

type Graph = Map<string, Map<string, Edge>>

export function checkCycles(tree: Tree): Fault[] {
  const files: Graph = new Map()
  const folders: Graph = new Map()
  const known = new Set(tree.sources.map((source) => source.path))
  const parents = new Set(tree.sources.map(({ path }) => posix.dirname(posix.dirname(path))))
  /** A folder without subfolders is one unit. In a folder with subfolders, each file is a unit. */
  const unitOf = (path: string) => (parents.has(posix.dirname(path)) ? path : `${posix.dirname(path)}/`)
  for (const source of tree.sources) {
    if (source.isTest) continue
    for (const { target, line } of source.imports) {
      if (!known.has(target)) continue
      const edge = { path: source.path, line, target }
      addEdge(files, { ...edge, from: source.path, to: target })
      const [from, to] = [unitOf(source.path), unitOf(target)]
      if (from !== to) addEdge(folders, { ...edge, from, to })
    }
  }
  return [...describeCycles(files, 'a cycle of files'), ...describeCycles(folders, 'a cycle of folders')]
}

function addEdge(graph: Graph, edge: Edge) {
  if (!graph.has(edge.from)) graph.set(edge.from, new Map())
  const edges = graph.get(edge.from)!
  if (!edges.has(edge.to)) edges.set(edge.to, edge)
}

function describeCycles(graph: Graph, name: string): Fault[] {
  return findComponents(graph).map((component) => {
    const cycle = shortestCycle(graph, component)
    const rest = component.size - cycle.length
    const nodes = cycle.map((edge) => edge.from).concat(cycle[0]!.from)
    const imports = name.endsWith('folders') ? ` (${cycle.map((edge) => `${edge.path}:${edge.line}`).join(', ')})` : ''
    const others = rest > 0 ? `; ${rest} more in overlapping cycles` : ''
    return {
      path: cycle[0]!.path,
      line: cycle[0]!.line,
      message: `imports ${cycle[0]!.target}: ${name}, ${nodes.join(' → ')}${imports}${others}; move the shared part down`,
    }
  })
}

/** Tarjan's strongly connected components with at least two nodes, or one node that imports itself. */
function findComponents(graph: Graph): Set<string>[] {
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const components: Set<string>[] = []

  function visit(node: string) {
    order.set(node, order.size)
    low.set(node, order.get(node)!)
    stack.push(node)
    for (const next of graph.get(node)?.keys() ?? []) {
      if (!order.has(next)) {
        visit(next)
        low.set(node, Math.min(low.get(node)!, low.get(next)!))
      } else if (stack.includes(next)) {
        low.set(node, Math.min(low.get(node)!, order.get(next)!))
      }
    }
    if (low.get(node) !== order.get(node)) return
    const component = new Set(stack.splice(stack.indexOf(node)))
    if (component.size > 1 || graph.get(node)?.has(node)) components.push(component)
  }

  for (const node of [...graph.keys()].sort()) if (!order.has(node)) visit(node)
  return components
}

function shortestCycle(graph: Graph, component: Set<string>): Edge[] {
  const cycles = [...component].sort().map((start) => pathBack(graph, component, start))
  return cycles.reduce((best, cycle) => (cycle.length < best.length ? cycle : best))
}

function pathBack(graph: Graph, component: Set<string>, start: string): Edge[] {
  const paths: Edge[][] = [[]]
  const seen = new Set<string>()
  for (const path of paths) {
    for (const edge of graph.get(path.at(-1)?.to ?? start)?.values() ?? []) {
      if (edge.to === start) return [...path, edge]
      if (!component.has(edge.to) || seen.has(edge.to)) continue
      seen.add(edge.to)
      paths.push([...path, edge])
    }
  }
  return []
}
