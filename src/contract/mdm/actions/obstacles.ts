import type { Device } from '#contract/mdm/devices.ts'

/** Fields of the device record that determine the available actions. */
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
  /** Not a field of the record. */
  kiosk?: 'none' | 'running' | 'paused'
}
/** Error code of the service, and the reason as a sentence. */
export type Refusal = { code: 'CMD0001' | 'COM0007' | 'LOC0001'; reason: string }

const isPersonal = ({ owned_by }: ActionFacts) => String(owned_by) === '2'

/** Conditions that prevent an action which the platform supports. Missing values prevent nothing. */
export const obstacles = {
  unassisted: {
    code: 'COM0007',
    reason: 'Assist is not integrated for this platform',
    holds: ({ platform_type }) => platform_type === 'Platform C',
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
} as const satisfies Record<string, Refusal & { holds(facts: ActionFacts): boolean }>
export type Obstacle = keyof typeof obstacles
