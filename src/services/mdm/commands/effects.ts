import type { ActionName } from '#contract/mdm/actions/actions.ts'
import type { Device } from '#contract/mdm/devices.ts'
import { failures } from '#services/demo/devices/commands.ts'
import type { Unit } from '#services/demo/devices/unit.ts'
import { Dice } from '#services/demo/random.ts'
import { minute, type Moment } from '#services/demo/time.ts'
import type { Life } from './device-life.ts'
import { placeAt, storageAt } from './readings.ts'

/** Parameters without passcodes, which effects do not need. */
export type Options = {
  lock_message?: string | undefined
  audit_message?: string | undefined
  user_name?: string | undefined
  remarks?: string | undefined
  re_enter_time?: number | undefined
  wipe_but_retain_mdm?: boolean | undefined
}
/** Completion of a command: in demo time, and as reported. */
type Ending = { unit: Unit; number: number; at: Moment; told: Moment; options: Options }
/** Resulting state of the device, and its report. */
export type Effect = { fields?: Device; life?: Partial<Omit<Life, 'fields'>>; remarks: string }

const passcode = (present: boolean): Device => {
  const state = { passcode_present: present, passcode_complaint: present, passcode_complaint_profiles: present }
  return { ...state, security: state }
}

/** Management has ended: record and history remain, and commands are rejected. */
const unmanaged = (told: Moment, why: string): Device => ({
  managed_status: 4,
  is_removed: true,
  unregistered_time: told,
  is_lost_mode_enabled: false,
  remark: why,
  localized_remark: why,
  localized_remarks: why,
})

function located({ unit, at, told }: Ending): Device {
  const place = placeAt(unit, at)
  const entry = { ...place, located_time: told, added_time: told }
  return { ...place, located_time: told, address: unit.office.address, locations: [entry] }
}

const second = 1000
const untilReapplied = 1

/** Effect of an action: duration, failure rate, and resulting state. */
type ActionEffect = {
  /** Range of duration; a lock is quick, a wipe is not. */
  seconds?: readonly [number, number]
  failureShare?: number
  effect: (ending: Ending) => Effect
}

const defaultSeconds = [2, 9] as const
const defaultFailureShare = 0.03

const effects: Record<ActionName, ActionEffect> = {
  scan: {
    seconds: [3, 12],
    failureShare: 0,
    effect: ({ unit, at }) => ({ fields: storageAt(unit, at), remarks: 'The device was scanned' }),
  },
  lock: {
    seconds: [1, 4],
    failureShare: 0.01,
    effect: ({ options }) => ({
      remarks: options.lock_message ? 'The device is locked and shows the message' : 'The device is locked',
    }),
  },
  remote_control: { seconds: [10, 60], effect: () => ({ remarks: 'The session has ended' }) },
  remote_view: { seconds: [10, 60], effect: () => ({ remarks: 'The session has ended' }) },
  remote_alarm: { effect: () => ({ remarks: 'The alarm was sounded' }) },
  complete_wipe: {
    seconds: [15, 60],
    effect: ({ told, options }) =>
      options.wipe_but_retain_mdm
        ? { fields: passcode(false), remarks: 'The device was erased and stays enrolled' }
        : { fields: unmanaged(told, 'Everything on the device was erased'), remarks: 'The device was erased' },
  },
  corporate_wipe: {
    seconds: [5, 20],
    effect: ({ told }) => ({
      fields: unmanaged(told, 'The corporate data of the device was removed'),
      remarks: 'The corporate data was removed',
    }),
  },
  clear_passcode: { effect: () => ({ fields: passcode(false), remarks: 'The passcode was cleared' }) },
  reset_passcode: { effect: () => ({ fields: passcode(true), remarks: 'The passcode was replaced' }) },
  fetch_location: { effect: (ending) => ({ fields: located(ending), remarks: 'The device was located' }) },
  shutdown: {
    effect: ({ number, at }) => ({
      life: { away_until: at + new Dice('away', number).between(10, 90) * minute },
      remarks: 'The device has shut down',
    }),
  },
  restart: { seconds: [15, 50], effect: () => ({ remarks: 'The device has restarted' }) },
  enable_lost_mode: {
    effect: (ending) => ({
      fields: { ...located(ending), is_lost_mode_enabled: true, audit_message: ending.options.audit_message ?? '' },
      remarks: ending.options.remarks ?? 'The device is in lost mode',
    }),
  },
  disable_lost_mode: {
    effect: () => ({ fields: { is_lost_mode_enabled: false }, remarks: 'The device has left lost mode' }),
  },
  pause_kiosk: {
    effect: ({ told, options: { re_enter_time: minutes } }) => ({
      life: { kiosk_paused: minutes === undefined ? untilReapplied : Math.ceil(told / minute) + minutes },
      remarks: minutes === undefined ? 'The kiosk is paused' : `The kiosk is paused for ${minutes} minutes`,
    }),
  },
  re_apply_kiosk: { effect: () => ({ life: { kiosk_paused: 0 }, remarks: 'The kiosk is running' }) },
  remote_debug: { seconds: [20, 90], effect: () => ({ remarks: 'The device has sent its logs' }) },
  unlock_user_account: { effect: ({ options }) => ({ remarks: `The account ${options.user_name ?? ''} is unlocked` }) },
}

export const effectOf = (action: ActionName, ending: Ending) => effects[action].effect(ending)

export function takesMs(action: ActionName, number: number): number {
  const [min, max] = effects[action].seconds ?? defaultSeconds
  return new Dice('takes', number).between(min * second, max * second)
}

/** Failure message, if it fails on the device. */
export function failureOf(action: ActionName, number: number): string | undefined {
  const dice = new Dice('outcome', number)
  return dice.chance(effects[action].failureShare ?? defaultFailureShare) ? dice.pick(failures) : undefined
}
