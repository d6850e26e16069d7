import { useEffect, useState } from 'react'
import { call } from '#api/call.ts'
import { invalidate, useAttempt } from '#api/change.ts'
import { useStoredTimeout } from '#components/discovery/timeout.ts'
import { discoverHost } from '#contract/keys/discovery.ts'
import type { TlsHost } from '#contract/keys/rules/hosts/host-health.ts'

const everyMs = 1500
/** Maximum number of polls: a check makes about 15 connections, each of which can take up to the timeout. */
const maxTimes = 40

type Waiting = { since: string; times: number }

/** Starts a check of a host, and polls until the result is available, if the server reports it. */
export function useCheck(host: string, port: number, seen: TlsHost | undefined, reload: () => unknown) {
  const [timeout] = useStoredTimeout('10')
  const [waiting, setWaiting] = useState<Waiting>()
  const [said, setSaid] = useState('')
  const { problem, pending, attempt } = useAttempt()
  const stamp = seen && `${seen.CheckedAt} ${seen.TriedAt}`
  const isWaiting = waiting !== undefined && waiting.times < maxTimes && stamp === waiting.since
  // The server continues the check after its response.
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setInterval(() => {
      setWaiting((before) => before && { ...before, times: before.times + 1 })
      void reload()
    }, everyMs)
    return () => clearInterval(timer)
  }, [isWaiting, reload])

  const check = async () => {
    setSaid('')
    const [answer] = await call(discoverHost, { HOST: host, PORT: String(port), TIMEOUT: timeout })
    setSaid(answer?.message || 'The server gave no result')
    if (stamp !== undefined) setWaiting({ since: stamp, times: 0 })
    await invalidate(discoverHost.changes)
  }
  return { problem, said, isBusy: pending || isWaiting, check: () => attempt(check) }
}
