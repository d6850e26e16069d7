import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { call } from '#api/call.ts'
import { invalidate } from '#api/change.ts'
import { problemOf } from '#api/problem.ts'
import { query } from '#api/query.ts'
import { findCertificates, listCertificateIds } from '#contract/console/certificate-list.ts'
import { mostRows } from '#contract/page.ts'
import { discoverFromFile } from '#contract/keys/discovery.ts'
import { askFor } from './ask.ts'
import { placesOf } from './found-certificates.ts'
import { keepRun, readRun } from './kept-run.ts'
import { retry, resume, newRun, type Run } from './run.ts'
import type { Target } from './targets.ts'

const lock = 'triptych-discovery'
/** Hosts in one question. */
const mostPlaces = 250
/** The newest first: of hosts that had many certificates, the one that counts is among them. */
const newestAt = (places: string[]) => ({
  ...query(findCertificates, { places, sort: [{ column: 'id', descending: true }], offset: 0, limit: mostRows }),
  placeholderData: keepPreviousData,
})

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
  const places = useMemo(() => (run ? placesOf(run) : []), [run])
  const parts = Array.from({ length: Math.ceil(places.length / mostPlaces) }, (_, at) =>
    places.slice(at * mostPlaces, (at + 1) * mostPlaces),
  )
  const found = useQueries({ queries: parts.map(newestAt) })

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
    certificates: found.flatMap(({ data }) => data?.rows ?? []),
    start: async (targets: readonly Target[], timeoutSeconds: number) => {
      const { ids } = await call(listCertificateIds, {})
      begin(newRun(targets, timeoutSeconds, ids, Date.now()))
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
