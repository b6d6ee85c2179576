// Creates elements without HTML strings, which content security policies can forbid and texts could break out of.
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const created = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) created.setAttribute(attribute, value)
  created.append(...children)
  return created
}

const svg = 'http://www.w3.org/2000/svg'

/** Decorative: the name belongs to the button around it. */
export function icon(path: string, className = ''): SVGSVGElement {
  const created = document.createElementNS(svg, 'svg')
  for (const [name, value] of [
    ['viewBox', '0 0 24 24'],
    ['aria-hidden', 'true'],
    ['class', className],
  ] as const)
    created.setAttribute(name, value)
  const shape = document.createElementNS(svg, 'path')
  shape.setAttribute('d', path)
  created.append(shape)
  return created
}

export const icons = {
  chat: 'M4 3h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-8l-5 4v-4H4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z',
  close: 'M6.4 5 12 10.6 17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.4-5.6-5.6L6.4 19 5 17.6l5.6-5.6L5 6.4z',
  send: 'M3 20.5v-6.8L11 12 3 10.3V3.5L22 12z',
  microphone:
    'M12 2a3.5 3.5 0 0 1 3.5 3.5v6a3.5 3.5 0 0 1-7 0v-6A3.5 3.5 0 0 1 12 2zM5 11h2a5 5 0 0 0 10 0h2a7 7 0 0 1-6 6.9V22h-2v-4.1A7 7 0 0 1 5 11z',
  restart: 'M12 5V1L7 6l5 5V7a5 5 0 1 1-5 5H5a7 7 0 1 0 7-7z',
}
