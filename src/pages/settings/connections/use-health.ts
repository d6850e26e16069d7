import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { healthQuery } from './connection-queries.ts'

/** Whether the servers are well. What is asked again by itself is not announced. */
export function useHealth() {
  const asked = useQuery(healthQuery)
  const [isAsked, setAsked] = useState(false)
  const check = async () => {
    setAsked(true)
    await asked.refetch()
    setAsked(false)
  }
  const { data, error, isFetching } = asked
  return { data, error, check, isChecking: isFetching && (isAsked || data === undefined) }
}
