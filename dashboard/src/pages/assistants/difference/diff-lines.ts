// Compares two texts line by line.
export interface DiffRow {
  /** Undefined if the line is on the other side only. */
  before: string | undefined
  after: string | undefined
}

/** Above this number of cells, the changed middle is shown as removed and added as a whole. */
const maxCells = 1_000_000

/** Equal lines are in one row; the lines of a changed block are beside each other. */
export function diffLines(before: string, after: string): DiffRow[] {
  const [one, other] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < one.length && start < other.length && one[start] === other[start]) start++
  let end = 0
  while (end < one.length - start && end < other.length - start && one.at(-1 - end) === other.at(-1 - end)) end++
  const middle = diffMiddle(one.slice(start, one.length - end), other.slice(start, other.length - end))
  const same = (lines: string[]): DiffRow[] => lines.map((line) => ({ before: line, after: line }))
  return [...same(one.slice(0, start)), ...middle, ...same(one.slice(one.length - end))]
}

function diffMiddle(one: string[], other: string[]): DiffRow[] {
  if (one.length * other.length > maxCells) return pair(one, other)
  const width = other.length + 1
  // The length of the longest common sequence of the lines from each position on.
  const lengths = new Uint32Array((one.length + 1) * width)
  for (let i = one.length - 1; i >= 0; i--) {
    for (let j = other.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        one[i] === other[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!)
    }
  }
  const rows: DiffRow[] = []
  let [removed, added]: [string[], string[]] = [[], []]
  let [i, j] = [0, 0]
  while (i < one.length || j < other.length) {
    if (i < one.length && j < other.length && one[i] === other[j]) {
      rows.push(...pair(removed, added), { before: one[i++]!, after: other[j++]! })
      removed = []
      added = []
    } else if (j >= other.length || (i < one.length && lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!))
      removed.push(one[i++]!)
    else added.push(other[j++]!)
  }
  return [...rows, ...pair(removed, added)]
}

const pair = (removed: string[], added: string[]): DiffRow[] =>
  Array.from({ length: Math.max(removed.length, added.length) }, (_, index) => ({
    before: removed[index],
    after: added[index],
  }))
