import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { query } from '#api/query.ts'
import { isJsonObject } from '#contract/json.ts'
import type { Device } from '#contract/mdm/devices.ts'
import { listDeviceProfiles, listProfilePayloads, type Payload } from '#contract/mdm/profiles.ts'
import { restrictionNames } from '#contract/mdm/restriction-names.ts'
import type { Page } from '#contract/page.ts'
import type { Scalar } from '#contract/wire.ts'
import { wholeList } from '#pages/devices/device/whole-list.ts'
import { textOf } from '#contract/words/value-text.ts'

/** A profile that sets a restriction, and its value. */
export type Setter = { id: string; name: string; value: Scalar }
export type Setters = {
  of: (restriction: string) => readonly Setter[]
  /** Whether the payloads of at least one profile are known. */
  isTold: boolean
  /** Names of profiles whose payloads are unknown. */
  untold: readonly string[]
  waiting: boolean
}

type Named = { id: string; name: string }

/** Profiles that set the restrictions of a device, as far as the server reports profiles and payloads. */
export function useSetters(device: Device): Setters {
  const { data, error, isPending } = useQuery(wholeList(listDeviceProfiles, textOf(device.device_id)))
  const listed = data?.rows ?? (error ? device.profiles : undefined)
  const profiles = useMemo(() => namedIn(listed ?? []), [listed])
  const { payloads, failed, waiting } = useQueries({
    queries: profiles.map(({ id }) => query(listProfilePayloads, { profile_id: id })),
    combine: together,
  })
  return useMemo(() => {
    const known = profiles.map((profile, at) => ({ profile, payloads: payloads[at] }))
    const setters = settersOf(known)
    return {
      of: (restriction) => setters.get(restriction) ?? none,
      isTold: listed !== undefined && (profiles.length === 0 || known.some(({ payloads }) => payloads !== undefined)),
      untold: profiles.filter((_, at) => failed[at]).map(({ name }) => name),
      waiting: isPending || waiting,
    }
  }, [listed, profiles, payloads, failed, waiting, isPending])
}

const namedIn = (profiles: readonly { profile_id?: unknown; profile_name?: unknown }[]): Named[] =>
  profiles.flatMap(({ profile_id, profile_name }) => {
    const id = textOf(profile_id)
    return id === '' ? [] : [{ id, name: textOf(profile_name) || id }]
  })

const together = (asked: readonly UseQueryResult<Page<Payload>>[]) => ({
  payloads: asked.map(({ data }) => data?.rows),
  failed: asked.map(({ isError }) => isError),
  waiting: asked.some(({ isPending }) => isPending),
})

const none: readonly Setter[] = []
const names: ReadonlySet<string> = new Set(restrictionNames)

/** Restrictions by profile. Any payload field with the name of a restriction counts, whatever the payload type. */
function settersOf(known: readonly { profile: Named; payloads: readonly Payload[] | undefined }[]) {
  const setters = new Map<string, Setter[]>()
  for (const { profile, payloads = [] } of known) {
    for (const { payload } of payloads) {
      for (const [name, value] of Object.entries<unknown>(isJsonObject(payload) ? payload : {})) {
        if (!names.has(name) || typeof value === 'object') continue
        setters.set(name, [...(setters.get(name) ?? []), { ...profile, value: value as Scalar }])
      }
    }
  }
  return setters
}
