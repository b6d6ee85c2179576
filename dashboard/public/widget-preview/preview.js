// Shows the widget with the appearance that the page around this one sends, and again after each change.
let wanted
let isLoading = false

addEventListener('message', ({ origin, source, data }) => {
  if (origin !== location.origin || source !== parent || data?.kind !== 'widget-preview') return
  // The same appearance can arrive twice. The widget stays then, with what is being written in it.
  if (JSON.stringify(data) === JSON.stringify(wanted)) return
  wanted = data
  if (!isLoading) show()
})

function show() {
  const shown = wanted
  isLoading = true
  window.Parley?.remove()
  const script = document.createElement('script')
  script.src = '/widget.js'
  script.dataset.assistant = shown.assistant
  script.dataset.preview = JSON.stringify(shown.preview)
  script.dataset.open = ''
  const settle = () => {
    script.remove()
    isLoading = false
    if (wanted !== shown) show()
  }
  script.addEventListener('load', settle)
  script.addEventListener('error', settle)
  document.body.append(script)
}

parent.postMessage({ kind: 'widget-preview-ready' }, location.origin)
