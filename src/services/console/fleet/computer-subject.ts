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
  type RawRecord,
  searchedText,
  textOf,
  valuesIn,
} from './indexed-record.ts'
import { computerLayout } from './layout.ts'
import { chosen, digest, type Subject, withOrders } from './subject.ts'

/** A computer with the fields of both lists. */
export type ListedComputer = Computer & Partial<ScanComputer>
/** The inventory details of a computer. */
export type WholeComputer = { detail: ComputerDetail; software: readonly InstalledSoftware[] }

/** Real servers send `--` for missing values. */
const isTold = (value: unknown) =>
  value !== undefined && value !== null && !(isScalar(value) && String(value).trim() === '--')
const told = (said: RawRecord): RawRecord =>
  Object.fromEntries(Object.entries(said).filter(([, value]) => isTold(value)))

const bytesPerGb = 1024 ** 3
const inGb = (bytes: number) => Math.round((bytes / bytesPerGb) * 10) / 10
/** Rounded down, so that a value just below 10% is not shown as 10%. */
const share = (free: number, all: number, digits: 1 | 10 = 10) => Math.floor((free * 100 * digits) / all) / digits

/** Read-only file systems, which are always full. */
const readOnly = new Set(['squashfs', 'iso9660', 'udf', 'cdfs'])

type Volume = { name: string; system: string; free: number; size: number }
/** Volumes with known free and total storage; `isWhole`: whether these are all volumes. */
type Volumes = { known: readonly Volume[]; named: number; isWhole: boolean }

function volumesOf({ disks }: RawRecord): Volumes {
  const all = Array.isArray(disks) ? disks : []
  const counting = all.filter((one) => !isObject(one) || !readOnly.has(textOf(one.file_system).toLowerCase()))
  const known = counting.filter(isObject).flatMap(({ disk_name, file_system, total_size, free_size }) => {
    const [free, size] = [numberOf(free_size), numberOf(total_size)]
    return free === null || size === null || free < 0 || size <= 0 || free > size
      ? []
      : [{ name: textOf(disk_name), system: textOf(file_system), free, size }]
  })
  return { known, named: counting.length, isWhole: all.length > 0 && known.length === counting.length }
}

/** Percentage of free storage below which a volume is low. */
const lowShare = 10

/** Free storage of the fullest volume. With unknown volumes, only reported if a known one is low. */
function freeOfFullest(said: RawRecord): number | null {
  const { known, named, isWhole } = volumesOf(said)
  const least = known.length === 0 ? null : Math.min(...known.map(({ free, size }) => share(free, size)))
  if (isWhole && least !== null) return least
  const atMost = Math.min(least ?? Infinity, allFree(said) ?? Infinity)
  return atMost < lowShare || (named <= 1 && atMost < Infinity) ? atMost : null
}
const sumOf = (volumes: readonly Volume[], of: 'free' | 'size') => volumes.reduce((sum, volume) => sum + volume[of], 0)

/** Total free storage: of all volumes, or else as stated by the server. */
function allFree(said: RawRecord): number | null {
  const { known, isWhole } = volumesOf(said)
  if (isWhole && known.length > 0) return share(sumOf(known, 'free'), sumOf(known, 'size'))
  const percent = numberOf(said.percent_free)
  return percent === null || percent < 0 || percent > 100 ? null : percent
}

const gigabytes = (of: 'free' | 'size') => (said: RawRecord) => {
  const { known, isWhole } = volumesOf(said)
  if (isWhole && known.length > 0) return inGb(sumOf(known, of))
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
  disk_free: freeOfFullest,
  all_disks_free: allFree,
  disk_left: gigabytes('free'),
  disk_size: gigabytes('size'),
  percent_used: ({ percent_used }) => numberOf(percent_used),
  modern_app_status: (said) => {
    const status = said['modernappdetails.status']
    return isScalar(status) && status !== null ? String(status) : null
  },
  disks: (said) => {
    const texts = volumesOf(said).known.map(
      ({ name, free, size }) => `${name || 'Volume'} ${inGb(free)} GB free of ${inGb(size)} GB`,
    )
    return texts.length === 0 ? null : texts.join(', ')
  },
}

/** The same fact may occur in several parts; the first one applies. */
function flat({ scancomputer, computer_summary, computer_os_summary, ...detail }: ComputerDetail): RawRecord {
  const parts = [
    detail.computer_disk_summary,
    detail.computer_software_summary,
    detail.computer_hardware_summary,
    computer_summary,
    computer_os_summary,
    scancomputer,
  ]
  return Object.assign({}, ...parts.map((part) => told((part ?? {}) as RawRecord))) as RawRecord
}

const namesIn = (isOf: (section: string) => boolean) =>
  withOrders(
    computerLayout,
    [...computerLayout.columns.values()].filter(({ field }) => isOf(field.section)).map(({ field }) => field.name),
  )
const inventory = ['hardware', 'capacity', 'software']
const ofDetails = namesIn((section) => inventory.includes(section))
const ofScans = namesIn((section) => section === 'scan')

/** List rows are complete: missing values are cleared. Scan fields come from the list of scans only. */
const ofRow = (row: ListedComputer): ColumnValues =>
  chosen(
    valuesIn(computerLayout, told(row), derived),
    (name) => !ofDetails.has(name) && (!ofScans.has(name) || 'scan_status' in row),
  )

/** Details provide the inventory columns, and scan columns if present, since not every server lists scans. */
const ofRecord = ({ detail }: WholeComputer): ColumnValues =>
  chosen(
    valuesIn(computerLayout, flat(detail), derived),
    (name, value) => ofDetails.has(name) || (ofScans.has(name) && value !== null),
  )

const entriesOf = ({ detail, software }: WholeComputer): IndexedEntry[] => [
  ...volumesOf(flat(detail)).known.map(({ name, system, free, size }) =>
    entry('volume', name || 'Volume', system, `${share(free, size, 1)} %`),
  ),
  ...software
    .map(({ software_name, software_version, manufacturer_name }) =>
      entry('app', software_name, manufacturer_name, software_version === '--' ? '' : software_version),
    )
    .filter(({ name }) => name !== ''),
]

/** Without any scan, the software is unknown rather than empty. */
function statesOf({ detail, software }: WholeComputer, { last_successful_scan }: ColumnValues): ColumnValues {
  const said = flat(detail)
  const total = numberOf(said.total_software)
  const isListed = software.length > 0 || total === 0 || (total === null && (last_successful_scan ?? null) !== null)
  return { app_stated: Number(isListed), volume_stated: Number(volumesOf(said).isWhole) }
}

/** Values that change with a scan, or when management starts or ends. */
const inventoried = ({ installation_status, agent_version, os_version }: ListedComputer) =>
  digest({ installation_status, agent_version, os_version })
const noScan = '-'
/** If the list of scans is incomplete, the known scan is kept. */
const scanOf = ({ last_successful_scan: scan }: ListedComputer, before: string | undefined) =>
  scan === undefined ? (before?.split(' ')[1] ?? noScan) : digest({ scan })

export const computerSubject: Subject<ListedComputer, WholeComputer> = {
  layout: computerLayout,
  idOf: ({ resource_id, resource_id_string }) => resource_id ?? resource_id_string ?? '',
  digestOf: (row, before) => `${inventoried(row)} ${scanOf(row, before)} ${digest(row)}`,
  // Each agent contact changes the row, but not the inventory details.
  isRecordOther: (before, now) => before.split(' ', 2).join() !== now.split(' ', 2).join(),
  ofRow,
  ofRecord,
  entriesOf,
  areRowsWhole: true,
  statesOf,
  searched: (values) => searchedText(values, [], computerLayout.searched),
}
