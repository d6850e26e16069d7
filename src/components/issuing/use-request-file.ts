import { queryOptions, useQuery } from '@tanstack/react-query'
import { loadPart } from '#api/load-part.ts'
import { requestFileQuery } from './requests-query.ts'

/** A library of its own: it comes while the file is on its way. */
const loadReading = () => loadPart(() => import('./read/read-request.ts'))
loadReading().catch(() => {}) // whoever reads asks again, and says what is wrong

/** What its file says; read in this browser. */
export function useRequestFile(id: string) {
  const file = useQuery(requestFileQuery(id))
  const bytes = file.data?.bytes
  const read = useQuery(
    queryOptions({
      // By its content: that the same file was fetched again changes nothing that is on the page.
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
    // A file that could not be had stays that way while it is asked for again: what is built on it must not go away.
    isSettled: file.isFetched && (bytes === undefined || read.isFetched),
  }
}
