// Shows the widget with the appearance that the page around this one sends, and again after each change.
let shown = ''

addEventListener('message', ({ origin, source, data }) => {
  if (origin !== location.origin || source !== parent || data?.kind !== 'widget-preview') return
  const { assistant, language, preview } = data
  const next = JSON.stringify(data)
  if (next === shown) return
  shown = next
  document.documentElement.lang = language
  window.Parley?.remove()
  const script = document.createElement('script')
  script.src = '/widget.js'
  script.dataset.assistant = assistant
  script.dataset.preview = JSON.stringify(preview)
  script.dataset.open = ''
  script.addEventListener('load', () => script.remove())
  document.body.append(script)
})
parent.postMessage({ kind: 'widget-preview-ready' }, location.origin)
