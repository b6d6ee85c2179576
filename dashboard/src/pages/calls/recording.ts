// Reads the recording of a call as bytes: it is private, so it has no address that the browser can play by itself.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { ParleyError } from '#sdk/index.ts'
import { client } from '../../api/client.ts'
import { readWave, type Wave } from './wave.ts'

export interface Recording {
  isLoading: boolean
  error: Error | null
  retry(): void
  wave: Wave | undefined
  /** The address of a blob that lives as long as the page. */
  url: string | undefined
}

const keptMs = 60_000

/** A recording does not change, so events of other calls do not read it again. */
export function useRecording(id: number, isEnabled: boolean): Recording {
  const query = useQuery({
    queryKey: ['recording', id],
    queryFn: ({ signal }) => client.calls.recording({ id }, { signal }),
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: keptMs,
    structuralSharing: false,
    retry: (failures, error) => !(error instanceof ParleyError && error.status < 500) && failures < 2,
  })
  const bytes = query.data
  const wave = useMemo(() => bytes && readWave(bytes), [bytes])
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!bytes) return
    const made = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'audio/wav' }))
    setUrl(made)
    return () => {
      URL.revokeObjectURL(made)
      setUrl(undefined)
    }
  }, [bytes])
  return { isLoading: query.isLoading, error: query.error, retry: () => void query.refetch(), wave, url }
}
