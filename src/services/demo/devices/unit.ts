import type { ManagedStatus } from '#contract/mdm/status.ts'
import { idOf, idOrShort, imeiOf, serialOf, uuidOf } from '#services/demo/people/identifiers.ts'
import type { Office } from '#services/demo/people/offices.ts'
import { type Person, personAt, personOfDevice } from '#services/demo/people/people.ts'
import { Dice } from '#services/demo/random.ts'
import { type Moment, day, hour, minute } from '#services/demo/time.ts'
import { reportsAll } from './detail.ts'
import { type Model, modelMix, requireModel, systems } from './models.ts'
import { notableAt } from './notable.ts'

/** Properties of a device that all parts of its record share. */
export type Unit = {
  index: number
  now: Moment
  status: ManagedStatus
  model: Model
  os: { version: string; build: string }
  agent: { version: string; code: string }
  person: Person | undefined
  office: Office
  name: string
  deviceId: string
  resourceId: string
  serial: string
  udid: string
  imeis: readonly string[]
  corporate: boolean
  supervised: boolean
  kiosk: boolean
  lost: boolean
  /** Whether its record is complete, including the repetitions of real servers. */
  detailed: boolean
  addedAt: Moment
  registeredAt: Moment
  contactedAt: Moment
}

/** Six of fifty devices are not enrolled, each with another status; positions vary between groups of fifty. */
const unusual: Record<number, ManagedStatus> = { 15: 5, 19: 1, 24: 4, 29: 3, 37: 0, 44: 1 }
const statusAt = (index: number): ManagedStatus => unusual[(index + Math.floor(index / 50) * 17) % 50] ?? 2

export function unitAt(index: number, now: Moment): Unit {
  const dice = new Dice('unit', index)
  const notable = notableAt(index)
  const status = statusAt(index)
  const model = notable?.model ? requireModel(notable.model) : dice.pick(modelMix)
  const system = systems[model.platform]
  const owner = status === 5 ? undefined : personAt(personOfDevice(index))
  const person = owner && notable?.email ? { ...owner, email: notable.email } : owner
  const kiosk = model.form === 'TV' || model.form === 'Rugged scanner' || (model.form === 'Tablet' && dice.chance(0.3))
  const corporate = notable?.corporate ?? (kiosk || model.form === 'Laptop' || dice.chance(0.7))
  const supervised = corporate && (kiosk || notable?.lost === true || dice.chance(0.6))
  const lost = notable?.lost ?? (status === 2 && supervised && model.sims > 0 && dice.chance(0.03))
  const office = person?.office ?? personAt(personOfDevice(index)).office
  const times = timesOf(dice, now, status)
  return {
    index,
    now,
    status,
    model,
    os: dice.chance(0.6) ? dice.pick(system.versions.slice(0, 1)) : dice.pick(system.versions),
    agent: dice.pick(system.agents),
    person,
    office,
    name: notable?.name ?? nameOf(index, model, office, kiosk ? undefined : person),
    deviceId: idOf('device', index),
    resourceId: idOrShort('resource', index),
    serial: serialOf(model.serialPrefix, index, dice),
    udid: uuidOf(dice),
    imeis: Array.from({ length: model.sims }, (_, slot) => imeiOf(model.typeAllocation, index, slot)),
    corporate,
    supervised,
    kiosk,
    lost,
    detailed: reportsAll(index),
    ...times,
  }
}

/** Shared devices are named by location, personal ones by owner. */
function nameOf(index: number, { name, form }: Model, { code }: Office, person: Person | undefined): string {
  if (form === 'Laptop') return `${code}-LT-${String(index).padStart(5, '0')}`
  if (form === 'TV') return `${code} lobby screen ${index}`
  return person ? `${person.name} – ${name}` : `${code}-${form === 'Tablet' ? 'TAB' : 'SCN'}-${index}`
}

/** Most devices had contact within the hour; a few not for months. */
function timesOf(dice: Dice, now: Moment, status: ManagedStatus) {
  const rare = dice.between(1, 100)
  const silentFor =
    status === 4
      ? dice.between(20 * 24, 400 * 24) * hour
      : rare <= 62
        ? dice.between(1, 59) * minute
        : rare <= 82
          ? dice.between(60, 36 * 60) * minute
          : rare <= 94
            ? dice.between(36, 30 * 24) * hour
            : dice.between(30 * 24, 290 * 24) * hour
  const contactedAt = now - silentFor
  const registeredAt = contactedAt - dice.between(60, 1200 * 24 * 60) * minute
  return { contactedAt, registeredAt, addedAt: registeredAt - dice.between(5, 20 * 24 * 60) * minute - day }
}
