// Tables for the terminal: the first column to the left, figures to the right.

export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    widths
      .map((width, column) =>
        column === 0 ? (cells[column] ?? '').padEnd(width) : (cells[column] ?? '').padStart(width),
      )
      .join('  ')
      .trimEnd()
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n')
}

export const whole = (value: number): string => (Number.isFinite(value) ? value.toFixed(0) : '-')
export const ms = (value: number): string => (Number.isFinite(value) ? value.toFixed(value < 100 ? 2 : 0) : '-')
export const percent = (value: number): string => (Number.isFinite(value) ? `${(value * 100).toFixed(0)} %` : '-')
