import { type Concern, daysSince, type Places } from '#contract/attention/concern.ts'
import { hostsWith } from '#contract/attention/host-concerns.ts'
import { changedHostKeys } from '#contract/attention/host-key-concerns.ts'
import { renewalConcerns } from '#contract/attention/renewal-concerns.ts'
import { silentDevices } from '#contract/attention/silence-concerns.ts'
import { counted } from '#contract/words/counted.ts'
import type { Input } from '#contract/endpoint.ts'
import { listAcmeRequests } from '#contract/keys/acme-orders.ts'
import { listHostKeys } from '#contract/keys/host-keys.ts'
import { listSshKeys } from '#contract/keys/ssh.ts'
import { listTlsHosts } from '#contract/keys/tls-hosts.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { Problem } from '#contract/problem.ts'
import { instantOf } from '#contract/time.ts'
import type { CallServer } from '#services/console/call-server.ts'

/** `days`: count for events with steps; undefined if unknown. */
export type Found = Concern & {
  days?: number | undefined
  /** Replaces the label of the event. */
  heading?: string
  /** Recipients in addition to those of the rule. */
  recipients?: readonly string[]
  /** Visible to these recipients only, not to those of the rule nor in the list of notices. */
  isPrivate?: boolean
}
export type ServerContext = {
  ask: CallServer
  places: Places
  now: number
  /** Smallest step of the rule. */
  fromDays: number
}

const dayMs = 86_400_000
const max = 200
const maxPages = 20

/** Devices without contact, longest first. */
export async function silent({ ask, places, now, fromDays }: ServerContext): Promise<Found[]> {
  const asked = { sort: 'last_contact_time', managed_status: ['2'], exclude_removed: true } satisfies Input<
    typeof listDevices
  >
  const found: Found[] = []
  let before = 0
  for (let page = 0; page < maxPages; page += 1) {
    const { rows } = await ask(listDevices, { ...asked, limit: max, offset: page * max })
    for (const row of rows) {
      const at = instantOf(row.last_contact_time)
      if (at && at.getTime() < before) throw unsorted()
      before = at?.getTime() ?? before
      const days = at && daysSince(at, now)
      found.push(...silentDevices([row], now, places, fromDays).map((one) => Object.assign(one, { days })))
    }
    if (rows.length < max || now - before < fromDays * dayMs) break
  }
  return found
}
/** Servers that cannot sort by contact are limited, since the longest silent devices may be anywhere in the list. */
const unsorted = () =>
  new Problem('UNEXPECTED_CONTENT', 'The server does not sort its devices by their last contact', { service: 'mdm' })

/** Hosts with one of these problems. */
export async function hostsHaving(
  { ask, places }: ServerContext,
  states: readonly ('bad' | 'warn')[],
  problems: readonly string[],
): Promise<Found[]> {
  const found: Found[] = []
  for (const state of states)
    for (let page = 0; page < maxPages; page += 1) {
      const { rows } = await ask(listTlsHosts, { state, limit: 500, offset: page * 500 })
      found.push(...hostsWith(rows, (name) => problems.includes(name), places))
      if (rows.length < 500) break
    }
  return [...new Map(found.map((one) => [one.id, one])).values()]
}

export const renewalsWaiting = async ({ ask, places }: ServerContext): Promise<Found[]> =>
  renewalConcerns((await ask(listAcmeRequests, {})).rows, places)

export const hostKeysChanged = async ({ ask, places }: ServerContext): Promise<Found[]> =>
  changedHostKeys((await ask(listHostKeys, {})).rows, places)

/** SSH keys of at least this age. */
export async function agedKeys({ ask, places, now, fromDays }: ServerContext): Promise<Found[]> {
  const { rows } = await ask(listSshKeys, {})
  return rows.flatMap(({ KeyName = '', CreationTime }) => {
    const at = instantOf(CreationTime)
    const days = at && daysSince(at, now)
    if (KeyName === '' || days === undefined || days < fromDays) return []
    return [
      {
        id: `key age ${KeyName}`,
        state: String(CreationTime),
        kind: 'rotation',
        urgent: false,
        title: KeyName,
        why: `SSH key created ${counted(days, 'day', 'days')} ago`,
        to: places.sshKey(KeyName),
        days,
      },
    ]
  })
}
