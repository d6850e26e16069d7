import type { Kysely } from 'kysely'
import { invalidInput } from '#contract/errors.ts'
import type { ActionName } from '#contract/mdm/actions/actions.ts'
import type { ParameterName } from '#contract/mdm/actions/parameters.ts'
import { wrongParameter } from '#contract/mdm/actions/rules.ts'
import { bulkLimit, type commandRows } from '#contract/mdm/commands.ts'
import { Problem } from '#contract/problem.ts'
import { actorNamed } from '#services/demo/devices/accounts.ts'
import { findDeviceKey } from '#services/mdm/device-store.ts'
import type { PageTokens } from '#services/mdm/page-token.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import type { Call, Handlers } from '#services/router.ts'
import type { Options } from './effects.ts'
import { groupMembers } from './group-members.ts'
import { historyHandler } from './history-handler.ts'
import { historyOf, lastOf } from './history.ts'
import { type Outcome, send } from './send.ts'
import { suspend } from './suspend.ts'

type Given = Partial<Record<ParameterName, unknown>> & Options
type One = Given & { device_id: string }
type Many = Given & { device_ids?: string[] | undefined; groups?: string[] | undefined }

export function commandHandlers(db: Kysely<DeviceTables>, tokens: PageTokens): Handlers<typeof commandRows> {
  const order = (action: ActionName, given: Given, call: Call) => {
    const wrong = wrongParameter(action, given)
    if (wrong) throw invalidInput('mdm', undefined, wrong.name, wrong.why)
    return { action, by: senderOf(call), options: optionsIn(given) }
  }
  const toOne = async (action: ActionName, { device_id, ...given }: One, call: Call) => {
    const { sent, refused } = await send(db, [device_id], order(action, given, call))
    const [refusal] = refused.map((one) => one.refusal)
    if (refusal) throw new Problem(refusal.code, refusal.reason)
    const [accepted] = sent
    if (!accepted) throw noDevice(device_id)
    return accepted.entry
  }
  const toMany = async (action: ActionName, { device_ids, groups, ...given }: Many, call: Call) => {
    if (!device_ids?.length && !groups?.length) throw noneNamed(device_ids ? 'device_ids' : groups && 'groups')
    const wanted = order(action, given, call)
    const members = groups?.length ? await groupMembers(db, groups) : []
    const ids = [...new Set([...(device_ids ?? []), ...members])]
    if (ids.length > bulkLimit) {
      throw invalidInput('mdm', undefined, 'groups', `name ${ids.length} devices; at most ${bulkLimit} can be sent one`)
    }
    return resultOf(await send(db, ids, wanted))
  }

  return {
    sendCommand: ({ action_name, ...input }, call) => toOne(action_name, input, call),
    wipeDevice: (input, call) => toOne('complete_wipe', input, call),
    wipeCorporateData: (input, call) => toOne('corporate_wipe', input, call),
    sendCommands: ({ action_name, ...input }, call) => toMany(action_name, input, call),
    wipeDevices: (input, call) => toMany('complete_wipe', input, call),
    wipeCorporateDataOfDevices: (input, call) => toMany('corporate_wipe', input, call),

    suspendCommand: async ({ device_id, command_history_id }, call) =>
      suspend(db, await keyOf(db, device_id), command_history_id, senderOf(call)),

    getRecentCommand: async ({ device_id }) => {
      const newest = await historyOf(db, await keyOf(db, device_id), {}, { limit: 1, offset: 0 })
      const [command] = newest.map((one) => one.command)
      const last = command?.command_life?.at(-1)
      return {
        command_name: command?.command_name,
        status_code: last?.status_code,
        status_description: last?.status_description,
      }
    },

    getDeviceScan: async ({ device_id }) => {
      const scan = await lastOf(db, await keyOf(db, device_id), 'scan')
      const last = scan?.command_life?.at(-1)
      return {
        status_code: last?.status_code,
        status_description: last?.status_description,
        updated_time: last && Number(last.updated_time),
        remarks: scan?.remarks,
      }
    },

    listDeviceCommands: historyHandler(db, tokens),
  }
}

/** An empty list is insufficient data (COM0009); a missing list is an invalid body (COM0005). */
function noneNamed(empty: 'device_ids' | 'groups' | undefined) {
  if (!empty) return invalidInput('mdm', undefined, 'device_ids', 'is missing')
  const what = empty === 'groups' ? 'group' : 'device'
  return new Problem('COM0009', `${empty}: contains no ${what}`, { field: empty })
}

const noDevice = (id: string) => new Problem('COM0008', `There is no device with the id ${id}`)

async function keyOf(db: Kysely<DeviceTables>, id: string): Promise<number> {
  const pk = await findDeviceKey(db, id)
  if (pk === undefined) throw noDevice(id)
  return pk
}

const senderOf = ({ caller }: Call) => actorNamed(caller?.name ?? '')

/** Stored parameters; never a passcode or PIN. */
const kept = [
  'lock_message',
  'audit_message',
  'remarks',
  'user_name',
  're_enter_time',
  'wipe_but_retain_mdm',
] as const satisfies readonly (keyof Options)[]
const optionsIn = (given: Options): Options => Object.fromEntries(kept.map((name) => [name, given[name]]))

/** Status of items in both lists; the list determines the outcome. */
const status = 'SCHEDULED'

/** Each named device is in one of the two lists. */
function resultOf({ sent, refused, unknown }: Outcome) {
  const notApplicable = (device_id: string, remarks: string) => ({ device_id, remarks, status })
  const na_list = [
    ...refused.map(({ device, refusal }) => notApplicable(device.device_id, refusal.reason)),
    ...unknown.map((id) => notApplicable(id, `There is no device with the id ${id}`)),
  ]
  return {
    total_count: sent.length + na_list.length,
    success_count: sent.length,
    not_applicable_count: na_list.length,
    success_list: sent.map(({ device, entry }) => ({
      device_id: device.device_id,
      remarks: entry.remarks,
      status,
    })),
    na_list,
  }
}
