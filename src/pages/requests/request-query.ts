import { useQuery } from '@tanstack/react-query'
import type { Params } from 'react-router'
import { requestQuery } from '#components/issuing/requests-query.ts'

export const requestIdOf = (params: Params) => params.request_id ?? ''

export function useRequest(id: string) {
  const { data, error, refetch } = useQuery(requestQuery(id))
  const [found] = data?.rows ?? []
  return { isListed: data !== undefined, request: found?.request, error, refetch }
}
