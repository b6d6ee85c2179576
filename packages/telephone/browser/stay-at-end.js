// Keeps the end of a list in view while it grows, unless the reader has scrolled up.

/** The reader who is nearer to the end than this sees what comes next. */
const nearPx = 60

/** Pictures that load late change the size of an element, so the sizes of all are watched. Returns a function that goes to the end. */
export function stayAtEnd(box) {
  let isAtEnd = true
  let lastTop = 0
  const follow = () => {
    if (isAtEnd) box.scrollTop = box.scrollHeight
  }
  const sizes = new ResizeObserver(follow)
  sizes.observe(box)
  for (const child of box.children) sizes.observe(child)
  new MutationObserver((changes) => {
    for (const { removedNodes, addedNodes } of changes) {
      for (const node of removedNodes) sizes.unobserve(node)
      for (const node of addedNodes) sizes.observe(node)
    }
    follow()
  }).observe(box, { childList: true })
  box.addEventListener('scroll', () => {
    const isNear = box.scrollHeight - box.scrollTop - box.clientHeight < nearPx
    // The list can have grown since it was scrolled to its end; only the reader scrolls up.
    if (isNear || box.scrollTop < lastTop) isAtEnd = isNear
    lastTop = box.scrollTop
  })
  return () => {
    isAtEnd = true
    follow()
  }
}
