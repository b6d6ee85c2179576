// Finds markdown links and images in a line, in linear time.
export interface MarkdownLink {
  start: number
  labelStart: number
  labelEnd: number
  end: number
}

/** Labels do not contain brackets. */
export function findLinks(line: string): MarkdownLink[] {
  const links: MarkdownLink[] = []
  let opening = -1
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '[') opening = at
    if (line[at] !== ']' || opening < 0) continue
    const labelStart = opening + 1
    opening = -1
    if (line[at + 1] !== '(') continue
    const end = line.indexOf(')', at)
    // Without another parenthesis there is no other link.
    if (end < 0) break
    const start = line[labelStart - 2] === '!' ? labelStart - 2 : labelStart - 1
    links.push({ start, labelStart, labelEnd: at, end: end + 1 })
    at = end
  }
  return links
}
