import type { Kysely } from 'kysely'
import { commandConcerns, commandDays } from '#contract/attention/command-concerns.ts'
import { type DeviceCommand, getDevice, listDeviceCommands } from '#contract/mdm/devices.ts'
import { Problem } from '#contract/problem.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { commandsSent } from './commands-sent.ts'
import { commandsOfJobs } from './job-commands.ts'
import type { Found, ServerContext } from './server-events.ts'

const minute = 60_000
const dayMs = 86_400_000
const concurrency = 4
/** Servers list a new command after a while. */
const newForMs = 10 * minute
const longestGapMs = 60 * minute

/** What the server last reported of a device. */
type DeviceState = { sentAt: number; commands: readonly DeviceCommand[]; nextAt: number; label?: string }
type SiteState = { after: number; devices: Map<string, DeviceState> }

/**
 * Failed and pending commands of all devices that were sent one through this console, by itself or in a job. Each
 * device takes one call, so that those without new or pending commands are not read again.
 */
export function commandEvents(database: Kysely<ConsoleTables>) {
  const sites = new Map<string, SiteState>()
  return async (look: ServerContext, site: string): Promise<Found[]> => {
    const { places, now } = look
    const known = sites.get(site) ?? { after: 0, devices: new Map<string, DeviceState>() }
    sites.set(site, known)
    await addSent(database, site, known, now)
    const due = [...known.devices].filter(([, { nextAt }]) => nextAt <= now)
    for (let at = 0; at < due.length; at += concurrency)
      await Promise.all(due.slice(at, at + concurrency).map(([id, device]) => readCommands(look, id, device)))
    const found: Found[] = await commandsOfJobs(database, site, places, now)
    for (const [device_id, device] of known.devices) {
      const concerns = commandConcerns([{ device_id, commands: device.commands }], now, places)
      if (concerns.length > 0) device.label ??= await labelOf(look, device_id)
      found.push(...concerns.map((one) => Object.assign(one, { why: `${device.label}: ${one.why}` })))
    }
    // The history of a device also lists the commands of jobs.
    return [...new Map(found.map((one) => [one.id, one])).values()]
  }
}

async function addSent(database: Kysely<ConsoleTables>, site: string, known: SiteState, now: number) {
  const since = now - commandDays * dayMs
  const { sentAt, newest } = await commandsSent(database, site, { after: known.after, since })
  known.after = newest
  for (const [id, at] of sentAt) {
    const { commands = [], ...before } = known.devices.get(id) ?? {}
    known.devices.set(id, { ...before, commands, sentAt: at, nextAt: 0 })
  }
  for (const [id, { sentAt: at }] of known.devices) if (at < since) known.devices.delete(id)
}

async function readCommands({ ask, now }: ServerContext, device_id: string, device: DeviceState) {
  try {
    const { rows } = await ask(listDeviceCommands, { device_id, days: commandDays, limit: 25 })
    const pending = rows.filter(isPending)
    device.commands = rows.filter((one) => one.command_status === 0 || isPending(one))
    const age = now - device.sentAt
    if (age < newForMs) device.nextAt = now
    else device.nextAt = pending.length === 0 ? Number.POSITIVE_INFINITY : now + Math.min(longestGapMs, age / 3)
  } catch (error) {
    if (!isGone(error)) throw error
    device.commands = []
    device.nextAt = Number.POSITIVE_INFINITY
  }
}

/** Numbers without a documented meaning count as pending. */
const isPending = ({ command_status: status }: DeviceCommand) => status !== 0 && status !== 2 && status !== -1

const isGone = (error: unknown) =>
  error instanceof Problem && (error.status === 404 || error.status === 410) && error.code !== 'NOT_OFFERED'

async function labelOf({ ask }: ServerContext, device_id: string): Promise<string> {
  const device = await ask(getDevice, { device_id }).catch(() => undefined)
  return device?.device_name || device?.serial_number || `Device ${device_id}`
}
