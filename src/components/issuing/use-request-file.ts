import { queryOptions, useQuery } from '@tanstack/react-query'
import { loadPart } from '#api/load-part.ts'
import { requestFileQuery } from './requests-query.ts'

/** The parser is loaded in parallel with the file. */
const loadReading = () => loadPart(() => import('./read/read-request.ts'))
loadReading().catch(() => {}) // errors are reported when the parser is used

/** Downloads the file of a request and parses it in the browser. */
export function useRequestFile(id: string) {
  const file = useQuery(requestFileQuery(id))
  const bytes = file.data?.bytes
  const read = useQuery(
    queryOptions({
      // Keyed by content, so that fetching the same file again does not change the page.
      queryKey: ['read request', new TextDecoder().decode(bytes)],
      enabled: bytes !== undefined,
      queryFn: async () => {
        const { readRequest } = await loadReading()
        return (await readRequest(bytes ?? new Uint8Array())) ?? null
      },
    }),
  )
  return {
    file: file.data,
    read: read.data,
    error: file.error ?? read.error,
    refetch: file.refetch,
    // A failed file counts as settled while it is fetched again, so that content that depends on it stays mounted.
    isSettled: file.isFetched && (bytes === undefined || read.isFetched),
  }
}
