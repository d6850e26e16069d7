import type { InstallationStatus, LiveStatus, OsPlatform, ScanStatus } from '#contract/desktop/status.ts'
import { idOf, macOf, serialOf } from '#services/demo/people/identifiers.ts'
import { domain as dnsDomain, type Office, offices } from '#services/demo/people/offices.ts'
import { type Person, personAt, personOfDevice } from '#services/demo/people/people.ts'
import { Dice } from '#services/demo/random.ts'
import { day, hour, minute, type Moment } from '#services/demo/time.ts'
import { domains } from '#services/desktop/accounts.ts'
import { type Model, modelMix, models, type System, systems } from './models.ts'
import { notableAt } from './notable.ts'

/** A computer in its initial state, determined by its index. */
export type Machine = {
  index: number
  resourceId: string
  name: string
  fqdn: string
  modelAt: number
  model: Model
  systemAt: number
  system: System
  platform: OsPlatform
  domainAt: number
  officeAt: number
  office: Office
  owner: Person | undefined
  loggedOn: readonly string[]
  addresses: readonly string[]
  macs: readonly string[]
  serial: string
  ramBytes: number
}

/** The variable state of a computer, stored in its row. */
export type MachineState = {
  installation_status: InstallationStatus
  live_status: LiveStatus
  scan_status: ScanStatus
  /** Index of the agent version; 0 means none. */
  agent: number
  /** Times; −1 means never. */
  contacted_at: Moment
  agent_at: Moment
  removed_at: Moment
  tried_at: Moment
  scanned_at: Moment
  remarks: string
  scan_remarks: string
}

export const resourceIdOf = (pk: number) => idOf('desktop', pk - 1)

export function machineAt(index: number): Machine {
  const dice = new Dice('machine', index)
  const notable = notableAt(index)
  const modelAt = notable?.model ?? dice.pick(modelMix)
  const model = models[modelAt] as Model
  const systemAt = systemFor(model, dice)
  const system = systems[systemAt] as System
  const person = personAt(personOfDevice(index))
  const shared =
    model.type === 'Server' || model.type === 'Virtual machine' || (model.type === 'Desktop' && dice.chance(0.15))
  const office = person.office
  const name = notable?.name ?? nameOf(index, model, office)
  const domainAt = dice.chance(0.85) ? 0 : 1
  return {
    index,
    resourceId: resourceIdOf(index + 1),
    name,
    fqdn: `${hostOf(name, index)}.${(domains[domainAt] ?? '').toLowerCase()}.${dnsDomain}`,
    modelAt,
    model,
    systemAt,
    system,
    platform: system.platform,
    domainAt,
    officeAt: offices.indexOf(office),
    office,
    owner: shared ? undefined : person,
    loggedOn: loggedOnTo(model, shared ? undefined : person, index),
    addresses: Array.from({ length: model.type === 'Server' ? 3 : model.type === 'Laptop' ? 2 : 1 }, (_, card) =>
      addressOf(office, index, card),
    ),
    macs: Array.from({ length: model.type === 'Laptop' || model.type === 'Server' ? 2 : 1 }, () =>
      macOf(dice).toUpperCase(),
    ),
    serial: serialOf(model.manufacturer === 'Nimbus' ? 'VM' : 'HV', index, dice),
    ramBytes: dice.pick(model.ramGb) * 1024 ** 3,
  }
}

function systemFor(model: Model, dice: Dice): number {
  const server = model.type === 'Server' || model.type === 'Virtual machine'
  const fitting = systems.flatMap((system, at) =>
    model.platforms.includes(system.platform) && system.server === server ? [at] : [],
  )
  // The newest version is the most common.
  return dice.chance(0.5) ? (fitting[0] ?? 0) : dice.pick(fitting)
}

const kindOf = { Desktop: 'WS', Laptop: 'LT', Server: 'SRV', 'Virtual machine': 'VM' } as const
const nameOf = (index: number, { type }: Model, { code }: Office) =>
  `${code}-${kindOf[type]}-${String(index).padStart(5, '0')}`

/** Replaces names that are not valid host names. */
const hostOf = (name: string, index: number) =>
  /^[\w-]{1,15}$/.test(name) ? name.toLowerCase() : `host-${String(index).padStart(5, '0')}`

function loggedOnTo({ type }: Model, owner: Person | undefined, index: number): string[] {
  const user = owner?.email.split('@')[0]?.slice(0, 64)
  if (user) return index % 23 === 5 ? [user, 'administrator'] : [user]
  return type === 'Desktop' && index % 2 === 0 ? ['reception'] : []
}

/** 10.office.x.y, unique within the first 64,000 of an office; additional network cards use other networks. */
const addressOf = ({ subnet }: Office, index: number, card: number) =>
  card === 2
    ? `fd00:${subnet}::${(index + 1).toString(16)}`
    : `10.${subnet + card * 100}.${Math.floor(index / 250) % 256}.${(index % 250) + 2}`

const spots: Record<number, InstallationStatus> = { 7: 21, 17: 29, 27: 23, 37: 24 }
const firstInstallation = (index: number): InstallationStatus =>
  notableAt(index)?.installation ?? spots[(index + Math.floor(index / 40) * 11) % 40] ?? 22

const obstacles = ['access_denied', 'host_unreachable', 'no_disk_space'] as const

/** Permanent obstacle to installing the agent on a computer. */
export const installObstacle = ({ index }: Machine): (typeof obstacles)[number] | undefined =>
  firstInstallation(index) === 29 ? obstacles[(index + Math.floor(index / 40)) % obstacles.length] : undefined

/** Initial state: nine of ten computers have no problem; the others are pending, failed, or lost their agent. */
export function firstState(machine: Machine, now: Moment): MachineState {
  const { index } = machine
  const dice = new Dice('machine state', index)
  const told = notableAt(index)?.installation
  const installation_status = firstInstallation(index)
  const hasAgent = installation_status === 22 || installation_status === 24
  const everHad = hasAgent || installation_status === 23
  const healthy = told === 22
  const live = healthy || machine.model.type === 'Server' || dice.chance(0.68)
  const silent = live ? dice.between(1, 55) * minute : dice.between(2, 200 * 24) * hour
  const contacted_at = everHad ? now - silent : -1
  const agent_at = everHad ? contacted_at - dice.between(1, 900 * 24) * hour : -1
  const scan = dice.between(1, 100)
  const scan_status = !everHad ? -1 : healthy || scan <= 88 ? 2 : scan <= 96 ? 0 : -1
  const tried_at = scan_status === -1 ? -1 : contacted_at - dice.between(1, 20) * hour
  return {
    installation_status,
    live_status: !hasAgent ? 3 : live ? 1 : 2,
    scan_status,
    agent: !hasAgent ? 0 : healthy || dice.chance(0.7) ? 1 : dice.between(1, 4),
    contacted_at,
    agent_at,
    removed_at: installation_status === 23 ? contacted_at + hour : -1,
    tried_at,
    // Computers with a failed scan usually have an earlier successful one.
    scanned_at: scan_status === 2 ? tried_at : scan_status === 0 && dice.chance(0.7) ? tried_at - 9 * day : -1,
    remarks: remarksOf(machine, installation_status),
    scan_remarks: scanRemarksOf(scan_status),
  }
}

const remarksOf = (machine: Machine, status: InstallationStatus) => {
  if (status === 21 || status === 29) return `dc.db.agent.install.${installObstacle(machine) ?? 'yet_to_install'}`
  if (status === 24) return 'dc.db.agent.uninstall.in_progress'
  return status === 23 ? 'dc.db.agent.uninstall.success' : 'dc.db.agent.install.success'
}
const scanRemarksOf = (status: ScanStatus) =>
  ({
    [-1]: 'dc.inv.scan.not_done',
    0: 'dc.inv.scan.unreachable',
    1: 'dc.inv.scan.in_progress',
    2: 'dc.inv.scan.success',
  })[status]
