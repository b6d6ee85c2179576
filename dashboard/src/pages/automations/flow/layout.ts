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

export type Positions = ReadonlyMap<string, { x: number; y: number }>

/** The upper left corner of each node. */
export function positionsOf({ nodes, edges }: Graph): Positions {
  const dagre = new Dagre({ multigraph: true })
  dagre.setGraph({ rankdir: 'TB', nodesep: 40, ranksep: 52 })
  dagre.setDefaultEdgeLabel(() => ({}))
  for (const { id, kind } of nodes) dagre.setNode(id, { ...sizes[kind] })
  // Edges of an empty branch have a width, so that they do not lie on those of the other one.
  for (const { source, target, place } of edges)
    dagre.setEdge(source, target, { width: 40, height: 12, labelpos: 'c' }, place.list)
  layout(dagre)
  return new Map(
    nodes.map(({ id, kind }) => {
      const { x, y } = dagre.node(id) as { x: number; y: number }
      return [id, { x: x - sizes[kind].width / 2, y: y - sizes[kind].height / 2 }]
    }),
  )
}
