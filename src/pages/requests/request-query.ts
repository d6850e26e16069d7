import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Params } from 'react-router'
import { readRequest } from '#components/issuing/read/read-request.ts'
import { requestFileQuery, requestsQuery } from '#components/issuing/requests-query.ts'

export const requestIdOf = (params: Params) => params.request_id ?? ''

/** The list has all that the service says of a request; there is no operation for one of them. */
export function useRequest(id: string) {
  const { data, error, refetch } = useQuery(requestsQuery)
  return { listed: data, request: data?.rows.find(({ CSR_ID }) => String(CSR_ID) === id), error, refetch }
}

/** What its file says; read in this browser. */
export function useRequestFile(id: string) {
  const file = useQuery(requestFileQuery(id))
  const bytes = file.data?.bytes
  const read = useQuery(
    queryOptions({
      // By its content: that the same file was fetched again changes nothing that is on the page.
      queryKey: ['read request', new TextDecoder().decode(bytes)],
      enabled: bytes !== undefined,
      queryFn: async () => (await readRequest(bytes ?? new Uint8Array())) ?? null,
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
