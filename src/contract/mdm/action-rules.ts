import type { Device } from './devices.ts'
import { type ActionName, actionNames } from './status.ts'

/** What decides whether a device can be sent an action, in the words of its record. */
export type ActionFacts = Pick<
  Device,
  | 'managed_status'
  | 'platform_type'
  | 'model_type'
  | 'owned_by'
  | 'is_supervised'
  | 'is_lost_mode_enabled'
  | 'os_version'
> & {
  /** No field of the record says it. */
  kiosk?: 'none' | 'running' | 'paused'
}
/** Why not: the code that the service answers, and a sentence for people. */
export type Refusal = { code: 'CMD0001' | 'COM0007' | 'LOC0001'; reason: string }

type Obstacle = Refusal & { holds(facts: ActionFacts): boolean }
const [a, b, c] = ['Platform A', 'Platform B', 'Platform C']
const enrolled = 2
const isPersonal = ({ owned_by }: ActionFacts) => String(owned_by) === '2'

/** What stands against an action that the platform offers. A value that a device did not send stands against none. */
const obstacles = {
  unassisted: {
    code: 'COM0007',
    reason: 'Assist is not integrated for this platform',
    holds: ({ platform_type }) => platform_type === c,
  },
  personal: { code: 'CMD0001', reason: 'Not on a personal device', holds: isPersonal },
  unlocatable: { code: 'LOC0001', reason: 'Personal devices cannot be located', holds: isPersonal },
  unsupervised: {
    code: 'CMD0001',
    reason: 'Only on a supervised device',
    holds: ({ is_supervised }) => is_supervised === false,
  },
  lost: {
    code: 'CMD0001',
    reason: 'The device is already in lost mode',
    holds: ({ is_lost_mode_enabled }) => is_lost_mode_enabled === true,
  },
  found: {
    code: 'CMD0001',
    reason: 'The device is not in lost mode',
    holds: ({ is_lost_mode_enabled }) => is_lost_mode_enabled === false,
  },
  free: { code: 'CMD0001', reason: 'The device is not in kiosk mode', holds: ({ kiosk }) => kiosk === 'none' },
  paused: { code: 'CMD0001', reason: 'Kiosk mode is already paused', holds: ({ kiosk }) => kiosk === 'paused' },
  old: {
    code: 'CMD0001',
    reason: 'Needs system version 10 or later',
    holds: ({ os_version }) => os_version?.startsWith('9.') === true,
  },
} as const satisfies Record<string, Obstacle>

type Rule = {
  label: string
  on: readonly (string | undefined)[]
  forms?: readonly string[]
  /** The first that holds is the reason. */
  unless?: readonly (keyof typeof obstacles)[]
}
const handhelds = ['Smartphone', 'Tablet', 'Rugged scanner']
const kiosks = ['Tablet', 'TV', 'Rugged scanner']

/** What each platform offers to whom, in the order of the reference (mobile-device-management, States: action_name). */
const rules: Record<ActionName, Rule> = {
  scan: { label: 'Scan', on: [a, b, c] },
  lock: { label: 'Lock', on: [a, b, c] },
  remote_control: { label: 'Remote control', on: [b, c], unless: ['unassisted', 'personal', 'old'] },
  remote_view: { label: 'Remote view', on: [a, b], forms: handhelds, unless: ['unassisted', 'personal'] },
  remote_alarm: { label: 'Remote alarm', on: [a, b], forms: handhelds },
  complete_wipe: { label: 'Complete wipe', on: [a, b, c], unless: ['personal'] },
  corporate_wipe: { label: 'Corporate wipe', on: [a, b, c] },
  clear_passcode: { label: 'Clear passcode', on: [a, b], forms: handhelds, unless: ['old'] },
  reset_passcode: { label: 'Reset passcode', on: [b], unless: ['old'] },
  fetch_location: { label: 'Fetch location', on: [a, b], forms: handhelds, unless: ['unlocatable'] },
  shutdown: { label: 'Shut down', on: [a, c], unless: ['unsupervised'] },
  restart: { label: 'Restart', on: [a, b, c], unless: ['unsupervised'] },
  enable_lost_mode: { label: 'Enable lost mode', on: [a, b], forms: handhelds, unless: ['unsupervised', 'lost'] },
  disable_lost_mode: { label: 'Disable lost mode', on: [a, b], forms: handhelds, unless: ['found'] },
  pause_kiosk: { label: 'Pause kiosk', on: [a, b], forms: kiosks, unless: ['free', 'paused'] },
  re_apply_kiosk: { label: 'Re-apply kiosk', on: [a, b], forms: kiosks, unless: ['free'] },
  remote_debug: { label: 'Remote debug', on: [b], unless: ['personal'] },
  unlock_user_account: { label: 'Unlock user account', on: [a, c], forms: ['Laptop'] },
}

export const actionLabel = (name: ActionName) => rules[name].label

const isOffered = (name: ActionName, { platform_type, model_type }: ActionFacts) => {
  const { on, forms } = rules[name]
  return on.includes(platform_type) && (forms?.includes(model_type ?? '') ?? true)
}

/** The actions that the platform knows, whatever the device's state. */
export const offeredActions = (facts: ActionFacts): ActionName[] => actionNames.filter((name) => isOffered(name, facts))

/** Why the device cannot be sent the action now; undefined when it can. */
export function refusalOf(name: ActionName, facts: ActionFacts): Refusal | undefined {
  if (facts.managed_status !== enrolled) return { code: 'CMD0001', reason: 'The device is not managed' }
  if (!isOffered(name, facts)) return { code: 'CMD0001', reason: `${rules[name].label} is not offered on this device` }
  const found = rules[name].unless?.find((obstacle) => obstacles[obstacle].holds(facts))
  return found && { code: obstacles[found].code, reason: obstacles[found].reason }
}
