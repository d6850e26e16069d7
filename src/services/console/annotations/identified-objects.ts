import { type AnnotatedKind, identifiersOf } from '#contract/console/annotations/annotated-things.ts'
import { findCertificates } from '#contract/console/certificate-list.ts'
import { findHosts } from '#contract/console/host-list.ts'
import { findSshKeys } from '#contract/console/ssh-key-list.ts'
import type { Computer } from '#contract/desktop/computer-fields.ts'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { walkDevices } from '#contract/fleet/walk-devices.ts'
import { type DeviceSummary, listDevices } from '#contract/mdm/device-list.ts'
import { maxRows, type Page } from '#contract/page.ts'
import { Problem } from '#contract/problem.ts'
import { everyComputer } from '#services/console/plans/every-computer.ts'
import { matchingDevices } from '#services/console/plans/matching-devices.ts'
import { partsOf } from '#services/console/plans/parts-of.ts'
import type { Ask } from '#services/console/plans/plan-filler.ts'

/** A record on a server, with the values that a file can identify it by. */
export type IdentifiedObject = {
  subject: string
  label: string
  identifiers: readonly string[]
  names: Readonly<Record<string, string>>
}

/** Truncated to the limit of the API: names in certificates can be longer. */
const shownLabel = (label: string) => label.slice(0, 300)
const texts = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).map((one) => String(one ?? ''))

const deviceOf = (row: DeviceSummary): IdentifiedObject => {
  const [id, serial, udid] = [row.device_id, row.serial_number, row.udid].map((value) => texts(value)[0] ?? '')
  return {
    subject: id ?? '',
    label: shownLabel(texts(row.device_name)[0] || serial || id || ''),
    identifiers: identifiersOf.device(row),
    names: { 'Serial number': serial ?? '', UDID: udid ?? '', IMEI: texts(row.imei)[0] ?? '', ID: id ?? '' },
  }
}

/** Up to this many devices are searched for individually in a list that is too long to be read at once. */
const maxSearched = 20

async function devices(ask: Ask, column: string, values: readonly string[]): Promise<DeviceSummary[]> {
  const wanted = [...new Set(values)]
  if (wanted.length > maxSearched) return matchingDevices(ask, {})
  const { rows, isWhole } = await walkDevices((input) => ask(listDevices, input))
  if (isWhole) return rows
  const found: DeviceSummary[] = []
  for (const value of wanted) {
    const asked =
      column === 'Serial number' ? { serial_number: value } : column === 'IMEI' ? { imei: value } : { search: value }
    found.push(...(await ask(listDevices, { limit: 50, ...asked })).rows)
  }
  return [...new Map(found.map((row) => [deviceOf(row).subject, row])).values()]
}

async function computers(ask: Ask, column: string, wanted: ReadonlySet<string>): Promise<IdentifiedObject[]> {
  const { rows, isComplete } = await everyComputer(ask, computerOf)
  const found: IdentifiedObject[] = []
  for await (const part of partsOf([...rows.values()]))
    found.push(...part.filter(({ names }) => wanted.has(folded(names[column] ?? ''))))
  const isAllFound = new Set(found.map(({ names }) => folded(names[column] ?? ''))).size === wanted.size
  // Otherwise, computers that the server does not list would be reported as unknown.
  if (!isComplete && !isAllFound)
    throw new Problem('UNEXPECTED_CONTENT', `The server lists only ${rows.size} of its computers`, {
      service: 'desktop',
    })
  return found
}

function computerOf(row: Computer): IdentifiedObject {
  const id = row.resource_id ?? row.resource_id_string ?? ''
  const name = texts(row.resource_name)[0] ?? ''
  return {
    subject: id,
    label: shownLabel(name || id),
    identifiers: identifiersOf.computer({ id }),
    names: { ID: id, Name: name },
  }
}

async function everyRow<E extends Endpoint>(ask: Ask, endpoint: E) {
  type Row = Awaited<ReturnType<typeof ask<E>>> extends Page<infer T> ? T : never
  const rows: Row[] = []
  for (;;) {
    const page = (await ask(endpoint, { offset: rows.length, limit: maxRows } as Input<E>)) as Page<Row>
    rows.push(...page.rows)
    if (page.rows.length < maxRows) return rows
  }
}

const named = (kind: 'ssh-key' | 'host', name: string): IdentifiedObject => ({
  subject: name,
  label: shownLabel(name),
  identifiers: identifiersOf[kind](name),
  names: { Name: name },
})

/** Names and identifiers of a file are compared without case and surrounding blanks. */
export const folded = (text: string) => text.trim().toLowerCase()

/** Records of a kind whose value in the column is one of these. */
export async function identifiedObjects(
  ask: Ask,
  kind: AnnotatedKind,
  column: string,
  values: readonly string[],
): Promise<IdentifiedObject[]> {
  const wanted = new Set(values.map(folded))
  async function among<T>(rows: readonly T[], objectOf: (row: T) => IdentifiedObject): Promise<IdentifiedObject[]> {
    const found: IdentifiedObject[] = []
    for await (const part of partsOf(rows))
      found.push(...part.map(objectOf).filter(({ names }) => wanted.has(folded(names[column] ?? ''))))
    return found
  }
  switch (kind) {
    case 'device':
      return among(await devices(ask, column, values), deviceOf)
    case 'computer':
      return computers(ask, column, wanted)
    case 'certificate':
      return among(await everyRow(ask, findCertificates), ({ id, name }) => ({
        subject: id,
        label: shownLabel(name || `Certificate ${id}`),
        identifiers: identifiersOf.certificate({ id }),
        names: { ID: id, Name: name },
      }))
    case 'ssh-key':
      return among(await everyRow(ask, findSshKeys), ({ key }) => named(kind, key.KeyName ?? ''))
    case 'host':
    default:
      return among(await everyRow(ask, findHosts), ({ host }) => named('host', host.ResourceName ?? ''))
  }
}
