import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { invalidate } from '#api/change.ts'
import { queryClient } from '#api/client.ts'
import { problemOf } from '#api/problem.ts'
import { query } from '#api/query.ts'
import { listCertificates } from '#contract/keys/certificates.ts'
import { discoverFromFile } from '#contract/keys/discovery.ts'
import { askFor } from './ask.ts'
import { keepRun, readRun } from './kept-run.ts'
import { retry, resume, newRun, type Run } from './run.ts'
import type { Target } from './targets.ts'

const lock = 'triptych-discovery'
const inventory = query(listCertificates, {})

/** What would be the same with the next slice: nobody is signed in, no right, no service, no network. */
const stopping = new Set([0, 401, 403, 503])
const problemWith = (error: unknown) => {
  const { message, next, status } = problemOf(error)
  return { message: `${message}. ${next}`, stops: stopping.has(status) }
}

/** One search at a time for a person in a browser; another tab sees it, and does not do it twice. */
export function useDiscovery(person: string) {
  const [run, setRun] = useState(() => readRun(person))
  const [elsewhere, setElsewhere] = useState(false)
  const going = useRef<AbortController>(undefined)
  const { data: certificates } = useQuery({ ...inventory, enabled: run !== undefined })

  const show = (next: Run | undefined) => {
    setRun(next)
    keepRun(person, next)
  }
  const drive = async (from: Run) => {
    await navigator.locks.request(lock, { ifAvailable: true }, async (held) => {
      setElsewhere(!held)
      if (!held) return
      const controller = new AbortController()
      going.current = controller
      await resume(from, {
        ask: askFor(from.timeoutSeconds),
        show: (next) => {
          show(next)
          void invalidate(discoverFromFile.changes)
        },
        signal: controller.signal,
        problemOf: problemWith,
      })
    })
  }

  // Other tabs, by the browser's storage.
  useEffect(() => {
    const follow = ({ storageArea }: StorageEvent) => {
      if (storageArea === localStorage && going.current === undefined) setRun(readRun(person))
    }
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [person])
  // The network: who leaves the page lets go of the slice under way. It is asked again when they come back.
  useEffect(() => () => going.current?.abort(), [])
  const resumes = useRef(run?.state === 'going' ? run : undefined)
  // The network, too: a search that was going when the page went goes on with the page.
  useEffect(() => {
    const left = resumes.current
    resumes.current = undefined
    if (left) void drive(left)
  })

  const begin = (next: Run) => {
    show(next)
    void drive(next)
  }
  return {
    run,
    elsewhere,
    certificates: certificates?.rows ?? [],
    start: async (targets: readonly Target[], timeoutSeconds: number) => {
      const before = await queryClient.query(inventory)
      const known = before.rows.flatMap(({ CertID }) => (CertID === undefined ? [] : [CertID]))
      begin(newRun(targets, timeoutSeconds, known, Date.now()))
    },
    pause: () => {
      going.current?.abort()
      going.current = undefined
      if (run) show({ ...run, state: 'paused' })
    },
    resume: () => {
      if (!run) return
      const { problem: _, ...rest } = run
      begin({ ...rest, state: 'going' })
    },
    retry: () => run && begin(retry(run, Date.now())),
    forget: () => {
      going.current?.abort()
      going.current = undefined
      show(undefined)
    },
  }
}
export type Discovery = ReturnType<typeof useDiscovery>
