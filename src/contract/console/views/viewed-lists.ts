/** Lists that the console can read page by page for a view, with the identity of their rows. */
import { findAccess } from '#contract/console/access-list.ts'
import { findCertificates } from '#contract/console/certificate-list.ts'
import { findHosts } from '#contract/console/host-list.ts'
import { findIssued } from '#contract/console/issued-list.ts'
import { findRequests } from '#contract/console/request-list.ts'
import { findSshKeys } from '#contract/console/ssh-key-list.ts'
import { findSshUsers } from '#contract/console/ssh-user-list.ts'
import { listJobItems } from '#contract/console/jobs.ts'
import { listSoftware } from '#contract/desktop/software.ts'
import { listComputers } from '#contract/desktop/som.ts'
import type { Endpoint, Output } from '#contract/endpoint.ts'
import { queryComputers, readComputerValues } from '#contract/fleet/computer-endpoints.ts'
import { checkIndexedSecurity } from '#contract/fleet/fleet-answers.ts'
import { queryDevices, readDeviceValues } from '#contract/fleet/fleet-endpoints.ts'
import type { JsonObject } from '#contract/json.ts'
import { listTlsHosts } from '#contract/keys/tls-hosts.ts'
import { listDevices, pageLimit } from '#contract/mdm/device-list.ts'
import { listGroupMembers } from '#contract/mdm/groups.ts'
import { listUsers } from '#contract/mdm/users.ts'
import { maxRows } from '#contract/page.ts'

type RowOf<E extends Endpoint> = Output<E> extends { rows: (infer T)[] } ? T : never
export type ViewedList = {
  endpoint: Endpoint
  /** Maximum page size. */
  limit: number
  /** Paging parameters of a request. */
  part: (offset: number, limit: number) => JsonObject
  /** Identifying texts of a row. */
  id: (row: object) => readonly (string | number | undefined)[]
  label: (row: object) => string | undefined
  /** Row as exported, if it differs from the row as returned. */
  flat?: (row: object) => object
  /** Reads further fields of rows from the index, by the first text of `id`. */
  index?: typeof readDeviceValues
}
/** Prefix of the columns with fields of the index. */
export const indexPrefix = 'index.'

type Given<E extends Endpoint> = {
  limit: number
  part: ViewedList['part']
  id: (row: RowOf<E>) => readonly (string | number | undefined)[]
  label: (row: RowOf<E>) => string | undefined
  flat?: (row: RowOf<E>) => object
  index?: ViewedList['index']
}

const byOffset = (offset: number, limit: number) => ({ offset, limit })
const byPage = (offset: number, limit: number) => ({ page: Math.floor(offset / limit), pagelimit: limit })
const kept = { limit: maxRows, part: byOffset }

const listed = <E extends Endpoint>(endpoint: E, given: Given<E>) => ({ endpoint, ...given }) as unknown as ViewedList

const all = [
  listed(listDevices, {
    limit: pageLimit.max,
    part: byOffset,
    id: ({ device_id }) => [device_id],
    label: ({ device_name }) => device_name,
    index: readDeviceValues,
  }),
  listed(queryDevices, {
    limit: pageLimit.max,
    part: byOffset,
    id: ({ device_id }) => [device_id],
    label: ({ device_name, device_id }) => device_name || device_id,
    flat: ({ device_id, device_name, values }) => ({ device_id, device_name, ...values }),
  }),
  listed(queryComputers, {
    limit: pageLimit.max,
    part: byOffset,
    id: ({ resource_id }) => [resource_id],
    label: ({ resource_name, resource_id }) => resource_name || resource_id,
    flat: ({ resource_id, resource_name, values }) => ({ resource_id, resource_name, ...values }),
  }),
  listed(checkIndexedSecurity, {
    limit: pageLimit.max,
    part: byOffset,
    id: ({ device_id }) => [device_id],
    label: ({ device_name, device_id }) => device_name || device_id,
    flat: ({ device_id, device_name, encryption, values }) => ({ device_id, device_name, encryption, ...values }),
  }),
  listed(listGroupMembers, {
    limit: pageLimit.max,
    part: byOffset,
    id: ({ device_id }) => [device_id],
    label: ({ device_name }) => device_name,
  }),
  listed(listUsers, {
    limit: pageLimit.max,
    part: byOffset,
    id: ({ user_id }) => [user_id],
    label: ({ user_name }) => user_name,
  }),
  listed(listComputers, {
    limit: 500,
    part: byPage,
    id: ({ resource_id, resource_name }) => [resource_id ?? resource_name],
    label: ({ resource_name }) => resource_name,
    // The endpoints differ only in permission and path.
    index: readComputerValues as unknown as typeof readDeviceValues,
  }),
  listed(listSoftware, {
    limit: 500,
    part: byPage,
    id: ({ software_id, software_name, software_version }) =>
      software_id === undefined ? [software_name, software_version] : [software_id],
    label: ({ software_name, software_version }) => [software_name, software_version].filter(Boolean).join(' '),
  }),
  listed(findCertificates, { ...kept, id: ({ id }) => [id], label: ({ name }) => name }),
  listed(findIssued, {
    ...kept,
    id: ({ issuer, serialNumber }) => [issuer, serialNumber],
    label: ({ name, serialNumber }) => name || serialNumber,
  }),
  listed(findRequests, {
    ...kept,
    id: ({ request }) => [String(request.CSR_ID ?? '')],
    label: ({ request }) => String(request.CSR_ID ?? ''),
  }),
  listed(findSshKeys, {
    ...kept,
    id: ({ key }) => [key.KeyName, key.FingerPrint],
    label: ({ key }) => key.KeyName || key.FingerPrint,
  }),
  listed(findHosts, {
    ...kept,
    id: ({ host }) => [host.ResourceName],
    label: ({ host }) => host.ResourceName,
  }),
  listed(findAccess, {
    ...kept,
    id: ({ host, user }) => [host, user],
    label: ({ host, user }) => `${user} at ${host}`,
  }),
  listed(findSshUsers, {
    ...kept,
    id: ({ host, user }) => [host, user],
    label: ({ host, user }) => `${user} at ${host}`,
  }),
  listed(listJobItems, {
    limit: 200,
    part: (offset, limit) => ({ page: Math.floor(offset / limit), limit }),
    id: ({ n }) => [n],
    label: ({ label, subject }) => label || subject,
  }),
  listed(listTlsHosts, {
    ...kept,
    id: ({ Host, Port }) => [Host, Port === undefined ? undefined : String(Port)],
    label: ({ Host, Port }) => `${Host}:${Port}`,
  }),
]

export const viewedLists: ReadonlyMap<string, ViewedList> = new Map(all.map((one) => [one.endpoint.id, one]))
