// The color of text on the color of a website.

/** Black or white, whichever has more contrast on `#rrggbb` by WCAG 2.2. */
export function textColorOn(color: string): '#000000' | '#ffffff' {
  const luminance = luminanceOf(color)
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? '#ffffff' : '#000000'
}

function luminanceOf(color: string): number {
  const channel = (at: number): number => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}
