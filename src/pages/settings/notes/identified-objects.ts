import { call } from '#api/call.ts'
import { queryClient } from '#api/client.ts'
import type { AnnotatedThing } from '#components/annotations/annotation-query.ts'
import { shownLabel } from '#components/annotations/annotation-query.ts'
import { allDevices } from '#components/devices/all-devices.ts'
import { callDevices } from '#components/devices/call-devices.ts'
import { everyRow } from '#components/lists/every-row.ts'
import { type AnnotatedKind, identifiersOf } from '#contract/console/annotations/annotated-things.ts'
import { findCertificates } from '#contract/console/certificate-list.ts'
import { findHosts } from '#contract/console/host-list.ts'
import { findSshKeys } from '#contract/console/ssh-key-list.ts'
import { pageSize } from '#contract/desktop/list.ts'
import { listComputers } from '#contract/desktop/som.ts'
import type { DeviceSummary } from '#contract/mdm/device-list.ts'

/** An object on a server, with the values that a file can identify it by. */
export type IdentifiedObject = AnnotatedThing & { names: Readonly<Record<string, string>> }

/** Columns that can identify an object, most reliable first. */
export const namingColumns: Readonly<Record<AnnotatedKind, readonly string[]>> = {
  device: ['Serial number', 'UDID', 'IMEI', 'ID'],
  computer: ['ID', 'Name'],
  certificate: ['ID', 'Name'],
  'ssh-key': ['Name'],
  host: ['Name'],
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).map((one) => String(one ?? ''))

const deviceOf = (row: DeviceSummary): IdentifiedObject => {
  const [id, serial, udid] = [row.device_id, row.serial_number, row.udid].map((value) => texts(value)[0] ?? '')
  return {
    kind: 'device',
    subject: id ?? '',
    label: shownLabel(texts(row.device_name)[0] || serial || id || ''),
    identifiers: identifiersOf.device(row),
    names: { 'Serial number': serial ?? '', UDID: udid ?? '', IMEI: texts(row.imei)[0] ?? '', ID: id ?? '' },
  }
}

/** Devices by identifier. If the list is too long to be loaded, each device is searched for. */
async function devices(column: string, values: readonly string[], signal: AbortSignal): Promise<IdentifiedObject[]> {
  const { rows, isWhole } = await queryClient.query({ ...allDevices, staleTime: 0 })
  if (isWhole) return rows.map(deviceOf)
  const found: IdentifiedObject[] = []
  for (const value of new Set(values)) {
    const asked =
      column === 'Serial number' ? { serial_number: value } : column === 'IMEI' ? { imei: value } : { search: value }
    // oxlint-disable-next-line no-await-in-loop -- in sequence, to limit the load on the server
    const { page } = await callDevices({ limit: 50, ...asked }, signal)
    found.push(...page.rows.map(deviceOf))
  }
  return [...new Map(found.map((thing) => [thing.subject, thing])).values()]
}

async function computers(signal: AbortSignal): Promise<IdentifiedObject[]> {
  const found: IdentifiedObject[] = []
  for (let page = 0; ; page++) {
    // oxlint-disable-next-line no-await-in-loop -- each page shows whether another one follows
    const { rows } = await call(listComputers, { page, pagelimit: pageSize.max }, signal)
    for (const row of rows) {
      const id = row.resource_id ?? row.resource_id_string ?? ''
      const name = texts(row.resource_name)[0] ?? ''
      found.push({
        kind: 'computer',
        subject: id,
        label: shownLabel(name || id),
        identifiers: identifiersOf.computer({ id }),
        names: { ID: id, Name: name },
      })
    }
    if (rows.length < pageSize.max) return found
  }
}

const named = (kind: 'ssh-key' | 'host', name: string): IdentifiedObject => ({
  kind,
  subject: name,
  label: shownLabel(name),
  identifiers: identifiersOf[kind](name),
  names: { Name: name },
})

/** Objects of a kind for the given identifiers; the result can include others. */
export async function identifiedObjects(
  kind: AnnotatedKind,
  column: string,
  values: readonly string[],
  signal: AbortSignal,
): Promise<IdentifiedObject[]> {
  switch (kind) {
    case 'device':
      return devices(column, values, signal)
    case 'computer':
      return computers(signal)
    case 'certificate':
      return (await queryClient.query(everyRow(findCertificates))).map(({ id, name }) => ({
        kind,
        subject: id,
        label: shownLabel(name || `Certificate ${id}`),
        identifiers: identifiersOf.certificate({ id }),
        names: { ID: id, Name: name },
      }))
    case 'ssh-key':
      return (await queryClient.query(everyRow(findSshKeys))).map(({ key }) => named(kind, key.KeyName ?? ''))
    case 'host':
    default:
      return (await queryClient.query(everyRow(findHosts))).map(({ host }) => named(kind, host.ResourceName ?? ''))
  }
}
