// The line of an edge: down, across to the column of its label, down, and across to its target.
interface Point {
  x: number
  y: number
}

const bend = 14
const radius = 8

export function edgePath(source: Point, label: Point, target: Point): string {
  const points: Point[] = [
    source,
    { x: source.x, y: source.y + bend },
    { x: label.x, y: source.y + bend },
    { x: label.x, y: target.y - bend },
    { x: target.x, y: target.y - bend },
    target,
  ]
  const corners = points.slice(1, -1).map((point, at) => cornerOf(points[at]!, point, points[at + 2]!))
  return `M ${source.x} ${source.y} ${corners.join(' ')} L ${target.x} ${target.y}`
}

function cornerOf(before: Point, corner: Point, after: Point): string {
  const size = Math.min(radius, distance(before, corner) / 2, distance(corner, after) / 2)
  const [from, to] = [towards(corner, before, size), towards(corner, after, size)]
  return `L ${from.x} ${from.y} Q ${corner.x} ${corner.y} ${to.x} ${to.y}`
}

const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y)

function towards(from: Point, to: Point, size: number): Point {
  const length = distance(from, to) || 1
  return { x: from.x + ((to.x - from.x) * size) / length, y: from.y + ((to.y - from.y) * size) / length }
}
