// Places the nodes of a flow from top to bottom.
import { Graph as Dagre, layout } from '@dagrejs/dagre'
import type { Graph, NodeKind } from './graph.ts'

export const sizes: Record<NodeKind, { width: number; height: number }> = {
  trigger: { width: 232, height: 60 },
  step: { width: 232, height: 60 },
  join: { width: 12, height: 12 },
  'next-item': { width: 104, height: 26 },
  end: { width: 84, height: 26 },
}

/** The button that adds a step, and the name of a branch above it. */
const plusLabel = { width: 60, height: 26 }
const branchLabel = { width: 90, height: 48 }

interface Point {
  x: number
  y: number
}

export interface Layout {
  /** The upper left corner of each node. */
  nodes: ReadonlyMap<string, Point>
  /** Where the label of each edge is. */
  labels: ReadonlyMap<string, Point>
  width: number
  height: number
}

export function layoutOf({ nodes, edges }: Graph): Layout {
  const dagre = new Dagre({ multigraph: true })
  dagre.setGraph({ rankdir: 'TB', nodesep: 40, ranksep: 30 })
  for (const { id, kind } of nodes) dagre.setNode(id, { ...sizes[kind] })
  // Labels have a size, so that they and the edges of empty branches do not lie on each other.
  // In this order, `then` is on the left.
  for (const { id, source, target, branch } of edges.toReversed())
    dagre.setEdge(source, target, { ...(branch ? branchLabel : plusLabel), labelpos: 'c' }, id)
  layout(dagre)
  const { width = 0, height = 0 } = dagre.graph() as { width?: number; height?: number }
  return {
    width,
    height,
    nodes: new Map(
      nodes.map(({ id, kind }) => {
        const { x, y } = dagre.node(id) as Point
        return [id, { x: x - sizes[kind].width / 2, y: y - sizes[kind].height / 2 }]
      }),
    ),
    labels: new Map(
      edges.map(({ id, source, target }) => {
        const { x, y } = dagre.edge(source, target, id) as Point
        return [id, { x, y }]
      }),
    ),
  }
}
