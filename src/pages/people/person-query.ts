import { useQueries, useQuery } from '@tanstack/react-query'
import { useMay } from '#api/may.ts'
import { query } from '#api/query.ts'
import { checkedList } from '#components/desktops/checked-list.ts'
import { checkedResources } from '#components/devices/checked-resources.ts'
import type { CheckedDevices } from '#components/devices/call-devices.ts'
import { checkedDevices } from '#components/devices/checked-devices.ts'
import { userOf } from '#components/devices/user-of.ts'
import { unlessIgnored } from '#components/lists/checked/require-applied.ts'
import type { Computer } from '#contract/desktop/computer-fields.ts'
import { listComputers } from '#contract/desktop/som.ts'
import type { Input, Endpoint } from '#contract/endpoint.ts'
import { findCertificates } from '#contract/console/certificate-list.ts'
import { maxRows } from '#contract/page.ts'
import { getDevice } from '#contract/mdm/devices.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { isSamePerson } from '#contract/same-person.ts'
import { listUsers } from '#contract/mdm/users.ts'
import { namesOf, type Names } from './same-person.ts'

const max = 100
/** Maximum search length of servers; results are compared with the full name. */
const longestSearch = 200
/** Maximum number of device records that are read for their certificates, because records are large. */
const maxRecords = 8

/** All items of a person in all services; each request can fail independently. */
export function usePerson(wanted: string) {
  const may = useMay()
  const asked = <R extends Endpoint>(endpoint: R, input: Input<R>) => ({
    ...query(endpoint, input),
    enabled: may(endpoint.permission),
  })

  const users = unlessIgnored(
    useQuery({
      ...checkedResources(listUsers, { search: wanted.slice(0, longestSearch), limit: max }),
      enabled: may(listUsers.permission),
    }),
    'mdm',
  )
  const names = namesOf(wanted, users.data?.rows ?? [])
  const search = names.mail ?? names.name ?? wanted
  const deviceQuery = {
    ...checkedDevices({ search: search.slice(0, longestSearch), limit: max }),
    enabled: may(listDevices.permission),
    select: ({ rows, total, isCorrected }: CheckedDevices) => ({
      rows: rows.filter((device) => {
        const { name, email } = userOf(device)
        return isSamePerson(names, name, email)
      }),
      isWhole: total === undefined ? rows.length < max : total <= max,
      isCorrected,
    }),
  }
  const devices = unlessIgnored(useQuery(deviceQuery), 'mdm')
  const owned = ([column, value]: ReturnType<typeof columnsOf>[number]) => {
    const search = { searchtype: column, searchcolumn: column, searchvalue: value.slice(0, longestSearch) }
    const options = checkedList(listComputers, { ...search, page: 0, pagelimit: max })
    return { ...options, enabled: may(listComputers.permission) }
  }
  const computers = useQueries({ queries: columnsOf(names).map(owned) }).map((one) => unlessIgnored(one, 'desktop'))
  const person = { name: names.name?.slice(0, 500), mail: names.mail?.slice(0, 500) }
  const certificates = useQuery(asked(findCertificates, { person, offset: 0, limit: maxRows }))
  const ids = (devices.data?.rows ?? []).flatMap(({ device_id }) => device_id ?? [])
  const records = useQueries({
    queries: ids.slice(0, maxRecords).map((device_id) => asked(getDevice, { device_id })),
  })
  return { names, users, devices, computers, certificates, records, notLookedAt: ids.slice(maxRecords).length, may }
}

/** Searches by email address if known, because names are not unique; otherwise by name. */
function columnsOf({ name, mail }: Names) {
  const columns: ['owner_email_id' | 'owner', string][] = []
  if (mail) columns.push(['owner_email_id', mail])
  if (name) columns.push(['owner', name])
  return columns
}

export const computersOf = (names: Names, lists: readonly { data?: { rows: Computer[] } }[]): Computer[] => {
  const rows = lists.flatMap(({ data }) => data?.rows ?? [])
  // Removes computers of other owners. A row without an owner was matched by the server's search.
  const mine = rows.filter(({ owner, owner_email_id: mail }) => !(owner || mail) || isSamePerson(names, owner, mail))
  return [...new Map(mine.map((row) => [row.resource_id_string || String(row.resource_id), row])).values()]
}
