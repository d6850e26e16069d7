import type { Computer, ScanComputer } from '#contract/desktop/computer-fields.ts'
import type { ComputerDetail, InstalledSoftware } from '#contract/desktop/inventory-fields.ts'
import { isScalar } from '#contract/wire.ts'
import {
  type ColumnValues,
  type Derived,
  entry,
  type IndexedEntry,
  isObject,
  numberOf,
  type Said,
  searchedText,
  valuesIn,
} from './indexed-record.ts'
import { computerLayout } from './layout.ts'
import { chosen, digest, type Subject, withOrders } from './subject.ts'

/** What the two lists say of a computer. */
export type ListedComputer = Computer & Partial<ScanComputer>
/** What inventory says of it. */
export type WholeComputer = { detail: ComputerDetail; software: readonly InstalledSoftware[] }

/** `--` is how real servers write that there is nothing. */
const isTold = (value: unknown) =>
  value !== undefined && value !== null && !(isScalar(value) && String(value).trim() === '--')
const told = (said: Said): Said => Object.fromEntries(Object.entries(said).filter(([, value]) => isTold(value)))

const bytesPerGb = 1024 ** 3
const inGb = (bytes: number) => Math.round((bytes / bytesPerGb) * 10) / 10
const share = (free: number, all: number) => Math.round((free / all) * 1000) / 10

/** Always full, because nobody writes to them. */
const readOnly = new Set(['squashfs', 'iso9660', 'udf', 'cdfs'])

type Volume = { name: string; system: string; free: number; size: number }

/** Volumes whose free and total storage are both known. */
function volumesOf({ disks }: Said): Volume[] {
  if (!Array.isArray(disks)) return []
  return disks.filter(isObject).flatMap(({ disk_name, file_system, total_size, free_size }) => {
    const [free, size] = [numberOf(free_size), numberOf(total_size)]
    const system = isScalar(file_system) ? String(file_system ?? '') : ''
    return free === null || size === null || free < 0 || size <= 0 || free > size || readOnly.has(system.toLowerCase())
      ? []
      : [{ name: isScalar(disk_name) ? String(disk_name ?? '') : '', system, free, size }]
  })
}

const least = (volumes: readonly Volume[]) =>
  volumes.length === 0 ? null : Math.min(...volumes.map(({ free, size }) => share(free, size)))
const sumOf = (volumes: readonly Volume[], of: 'free' | 'size') => volumes.reduce((sum, volume) => sum + volume[of], 0)

/** In all: of a server that names no single volumes, what it says of all of them. */
function allFree(said: Said): number | null {
  const volumes = volumesOf(said)
  if (volumes.length > 0) return share(sumOf(volumes, 'free'), sumOf(volumes, 'size'))
  const percent = numberOf(said.percent_free)
  return percent === null || percent < 0 || percent > 100 ? null : percent
}

const gigabytes = (of: 'free' | 'size') => (said: Said) => {
  const volumes = volumesOf(said)
  if (volumes.length > 0) return inGb(sumOf(volumes, of))
  const size = numberOf(said.total_size)
  const [percent, all] = [allFree(said), size !== null && size > 0 ? size : null]
  if (all === null) return null
  return of === 'size' ? inGb(all) : percent === null ? null : inGb((all * percent) / 100)
}

const derived: Derived = {
  friendly_name: (said) => {
    const name = said['managedcomputer.friendly_name']
    return isScalar(name) && name !== null ? String(name) : null
  },
  memory: ({ memory }) => {
    const bytes = numberOf(memory)
    return bytes === null || bytes <= 0 ? null : inGb(bytes)
  },
  disk_free: (said) => least(volumesOf(said)) ?? allFree(said),
  all_disks_free: allFree,
  disk_left: gigabytes('free'),
  disk_size: gigabytes('size'),
  disks: (said) => {
    const texts = volumesOf(said).map(
      ({ name, free, size }) => `${name || 'Volume'} ${inGb(free)} GB free of ${inGb(size)} GB`,
    )
    return texts.length === 0 ? null : texts.join(', ')
  },
}

/** The same fact stands in several parts of an answer; the first one that says it counts. */
function flat({ scancomputer, computer_summary, computer_os_summary, ...detail }: ComputerDetail): Said {
  const parts = [
    detail.computer_disk_summary,
    detail.computer_software_summary,
    detail.computer_hardware_summary,
    computer_summary,
    computer_os_summary,
    scancomputer,
  ]
  return Object.assign({}, ...parts.map((part) => told((part ?? {}) as Said))) as Said
}

const namesIn = (isOf: (section: string) => boolean) =>
  withOrders(
    computerLayout,
    [...computerLayout.columns.values()].filter(({ field }) => isOf(field.section)).map(({ field }) => field.name),
  )
const inventory = ['hardware', 'capacity', 'software']
const ofDetails = namesIn((section) => inventory.includes(section))
const ofScans = namesIn((section) => section === 'scan')

/** A row is complete: what it does not say is no longer so. Of a scan only a row of that list tells. */
const ofRow = (row: ListedComputer): ColumnValues =>
  chosen(
    valuesIn(computerLayout, told(row), derived),
    (name) => !ofDetails.has(name) && (!ofScans.has(name) || 'scan_status' in row),
  )

/** What the lists say of a computer is theirs alone; not every server lists scans. */
const ofRecord = ({ detail }: WholeComputer): ColumnValues =>
  chosen(
    valuesIn(computerLayout, flat(detail), derived),
    (name, value) => ofDetails.has(name) || (ofScans.has(name) && value !== null),
  )

const entriesOf = ({ detail, software }: WholeComputer): IndexedEntry[] => [
  ...volumesOf(flat(detail)).map(({ name, system, free, size }) =>
    // Whole percents, rounded down: what is below ten percent is.
    entry('volume', name || 'Volume', system, `${Math.floor((free / size) * 100)} %`),
  ),
  ...software
    .map(({ software_name, software_version, manufacturer_name }) =>
      entry('app', software_name, manufacturer_name, software_version === '--' ? '' : software_version),
    )
    .filter(({ name }) => name !== ''),
]

const lookedUp = [
  'resource_name',
  'full_name',
  'fqdn_name',
  'friendly_name',
  'resource_id',
  'agent_logged_on_users',
  'owner',
  'owner_email_id',
  'ip_address',
  'mac_address',
  'serial_number',
  'device_model',
  'branch_office_name',
  'description',
]

/** What changes when a computer was scanned, or begins and ends to be managed. */
const inventoried = ({ installation_status, agent_version, os_version }: ListedComputer) =>
  digest({ installation_status, agent_version, os_version })
const noScan = '-'
/** A list of scans may break off: then the scan that is known counts. */
const scanOf = ({ last_successful_scan: scan }: ListedComputer, before: string | undefined) =>
  scan === undefined ? (before?.split(' ')[1] ?? noScan) : digest({ scan })

export const computerSubject: Subject<ListedComputer, WholeComputer> = {
  layout: computerLayout,
  idOf: ({ resource_id, resource_id_string }) => resource_id ?? resource_id_string ?? '',
  digestOf: (row, before) => `${inventoried(row)} ${scanOf(row, before)} ${digest(row)}`,
  // Each contact of an agent changes the row, and nothing of what inventory says.
  isRecordOther: (before, now) => before.split(' ', 2).join() !== now.split(' ', 2).join(),
  ofRow,
  ofRecord,
  entriesOf,
  searched: (values) => searchedText(values, [], lookedUp),
}
