import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { healthQuery } from './connection-queries.ts'

/** Server health. Automatic refreshes are not announced to screen readers. */
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
