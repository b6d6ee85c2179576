// Finds import cycles between files and between folders. Type imports count.
import { posix } from 'node:path'
import type { Fault } from './fault.ts'
import type { Tree } from './tree.ts'

interface Edge {
  from: string
  to: string
  /** Where the first import behind this edge stands. */
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
  /** A folder without subfolders is one unit; next to subfolders, each file is a unit of its own. */
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
  return [...describeCircles(files, 'a circle of files'), ...describeCircles(folders, 'a circle of folders')]
}

function addEdge(graph: Graph, edge: Edge) {
  if (!graph.has(edge.from)) graph.set(edge.from, new Map())
  const edges = graph.get(edge.from)!
  if (!edges.has(edge.to)) edges.set(edge.to, edge)
}

function describeCircles(graph: Graph, name: string): Fault[] {
  return findKnots(graph).map((knot) => {
    const circle = shortestCircle(graph, knot)
    const rest = knot.size - circle.length
    const way = circle.map((edge) => edge.from).concat(circle[0]!.from)
    const proof = name.endsWith('folders') ? ` (${circle.map((edge) => `${edge.path}:${edge.line}`).join(', ')})` : ''
    const others = rest > 0 ? `; ${rest} more in the same knot` : ''
    return {
      path: circle[0]!.path,
      line: circle[0]!.line,
      message: `imports ${circle[0]!.target}: ${name}, ${way.join(' → ')}${proof}${others}; move what both need down`,
    }
  })
}

/** Tarjan's strongly connected components, of two and more nodes or of one that imports itself. */
function findKnots(graph: Graph): Set<string>[] {
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const knots: Set<string>[] = []

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
    const knot = new Set(stack.splice(stack.indexOf(node)))
    if (knot.size > 1 || graph.get(node)?.has(node)) knots.push(knot)
  }

  for (const node of [...graph.keys()].sort()) if (!order.has(node)) visit(node)
  return knots
}

function shortestCircle(graph: Graph, knot: Set<string>): Edge[] {
  const circles = [...knot].sort().map((start) => wayBack(graph, knot, start))
  return circles.reduce((best, one) => (one.length < best.length ? one : best))
}

function wayBack(graph: Graph, knot: Set<string>, start: string): Edge[] {
  const ways: Edge[][] = [[]]
  const seen = new Set<string>()
  for (const way of ways) {
    for (const edge of graph.get(way.at(-1)?.to ?? start)?.values() ?? []) {
      if (edge.to === start) return [...way, edge]
      if (!knot.has(edge.to) || seen.has(edge.to)) continue
      seen.add(edge.to)
      ways.push([...way, edge])
    }
  }
  return []
}
