// Keeps the page open when a file is dropped beside its zone, and asks before it is closed during work.
import { useEffect, useRef } from 'react'

/** For a drop zone. Without `useDropsBeside`, the browser opens a file that is dropped beside it. */
export const dropZone = { 'data-file-zone': '' }

export function useDropsBeside(onDropBeside?: () => void): void {
  const latest = useRef(onDropBeside)
  latest.current = onDropBeside
  useEffect(() => {
    const ignore = (event: DragEvent) => {
      const isBeside = !(event.target instanceof Element && event.target.closest('[data-file-zone]'))
      if (!isBeside || !event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      if (event.type === 'drop') latest.current?.()
    }
    const stop = new AbortController()
    window.addEventListener('dragover', ignore, { signal: stop.signal })
    window.addEventListener('drop', ignore, { signal: stop.signal })
    return () => stop.abort()
  }, [])
}

/** The browser asks before the page is closed. */
export function useLeaveWarning(isNeeded: () => boolean): void {
  const latest = useRef(isNeeded)
  latest.current = isNeeded
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => latest.current() && event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])
}
