import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Input } from '#contract/endpoint.ts'
import { toRequest } from '#contract/http.ts'
import { type DeviceSort, type deviceRows, listDeviceCommands, listDevices, pageLimit } from '#contract/mdm/devices.ts'
import { Problem } from '#contract/problem.ts'
import type { Call, Handlers } from '#services/router.ts'
import { deviceList } from './device-list.ts'
import { commandsOf, countCommands, findDevice, findDeviceKey } from './device-store.ts'
import type { Place } from './landmarks.ts'
import type { PageTokens } from './page-token.ts'
import type { DeviceTables } from './tables.ts'

const commandsInRecord = 20
const defaultSort = 'device_name'

export function deviceHandlers(db: Kysely<DeviceTables>, tokens: PageTokens): Handlers<typeof deviceRows> {
  const list = deviceList(db)

  return {
    getApiRoot: (_input, call) => ({ devices: addressOf(call, toRequest(listDevices, {}, call.speaks).target) }),

    listDevices: async (input, call) => {
      const { limit = pageLimit.default, offset = 0, 'skip-token': _skipToken, ...wanted } = input
      const { sort = defaultSort, 'delta-token': deltaToken, ...fields } = wanted
      const thisList = listName(wanted)
      const slice = await list(
        { ...fields, changedAfter: deltaToken === undefined ? undefined : changeIn(tokens, deltaToken) },
        {
          sort: sort.replace('-', '') as DeviceSort,
          descending: sort.startsWith('-'),
          limit,
          offset,
          after: placeIn(tokens, thisList, input),
        },
      )
      return {
        rows: slice.rows,
        total: slice.total,
        next: slice.end && nextPage(listDevices, input, call, tokens.write(thisList, slice.end)),
        deltaToken: tokens.write(deltas, { changed: slice.changed }),
      }
    },

    getDevice: async ({ device_id }) => {
      const device = await findDevice(db, device_id)
      if (!device) throw noDevice(device_id)
      const commands = await commandsOf(db, device.pk, { limit: commandsInRecord, offset: 0 })
      return { ...device.record, commands: commands.map(({ command }) => command) }
    },

    listDeviceCommands: async (input, call) => {
      const { device_id, limit = pageLimit.default, offset = 0 } = input
      const pk = await findDeviceKey(db, device_id)
      if (pk === undefined) throw noDevice(device_id)
      const thisList = `commands ${device_id}`
      const below = placeIn(tokens, thisList, input)?.pk
      const found = await commandsOf(db, pk, { limit: limit + 1, offset, below })
      const page = found.slice(0, limit)
      const last = found.length > limit ? page.at(-1) : undefined
      return {
        rows: page.map(({ command }) => command),
        total: await countCommands(db, pk),
        next: last && nextPage(listDeviceCommands, input, call, tokens.write(thisList, { key: '', pk: last.pk })),
      }
    },
  }
}

const noDevice = (id: string) => new Problem('COM0008', `There is no device with the id ${id}`)

/** A token is good for the list it was given out for: the same filters, the same order. */
const listName = (parameters: object) => createHash('sha256').update(JSON.stringify(parameters)).digest('base64')

/** The place a skip-token stands for. Together with an offset it would have two meanings. */
function placeIn(
  tokens: PageTokens,
  list: string,
  input: { 'skip-token'?: string; offset?: number },
): Place | undefined {
  const token = input['skip-token']
  if (token === undefined) return undefined
  const { key, pk } = tokens.read(list, token) ?? {}
  if (input.offset !== undefined || typeof key !== 'string' || typeof pk !== 'number') {
    throw new Problem('COM0003', 'skip-token: is not one of this list', { field: 'skip-token' })
  }
  return { key, pk }
}

const deltas = 'deltas'
function changeIn(tokens: PageTokens, token: string): number {
  const { changed } = tokens.read(deltas, token) ?? {}
  if (typeof changed !== 'number') throw new Problem('COM0021', undefined, { field: 'delta-token' })
  return changed
}

/** Absolute URL of the page after this one, as the request was addressed. */
const nextPage = <R extends typeof listDevices | typeof listDeviceCommands>(
  row: R,
  input: Input<R>,
  call: Call,
  skipToken: string,
) => addressOf(call, toRequest(row, { ...input, offset: undefined, 'skip-token': skipToken }, call.speaks).target)

const addressOf = ({ origin }: Call, target: string) => origin + target
