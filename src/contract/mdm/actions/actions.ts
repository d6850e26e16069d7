import type { Obstacle } from './obstacles.ts'
import type { ParameterName } from './parameters.ts'

/** In menu order, irreversible actions last. */
export const actionGroups = [
  'Information',
  'Access',
  'Lost or stolen',
  'Remote help',
  'Power',
  'Kiosk',
  'Erase',
] as const

/** Properties of an action, except for its implementation in the embedded service. */
export type Action = {
  label: string
  group: (typeof actionGroups)[number]
  platforms: readonly string[]
  /** Available only on these device types. */
  forms?: readonly string[]
  /** Reasons to reject it; the first that applies is reported. */
  unless?: readonly Obstacle[]
  /** Required and optional parameters. */
  required?: readonly ParameterName[]
  optional?: readonly ParameterName[]
  /**
   * `always`: irreversible, so it has its own endpoints and permission, and the target must be typed to confirm. `in
   * bulk`: it locks users out of a device, or removes protection, so bulk use requires a confirmation.
   */
  danger?: 'always' | 'in bulk'
  /** Sent without confirmation: nothing changes on the device. */
  immediate?: true
  /** Effect and how to undo it. Our wording, since the reference only names the actions. */
  happens: string
  undo: string
}

const [a, b, c] = ['Platform A', 'Platform B', 'Platform C'] as const
const handhelds = ['Smartphone', 'Tablet', 'Rugged scanner']
const kiosks = ['Tablet', 'TV', 'Rugged scanner']
const elsewhere = 'The session takes place outside this console. Its result is shown in the command history.'

/** In reference order (mobile-device-management, States: action_name). */
const table = {
  scan: {
    label: 'Scan',
    group: 'Information',
    platforms: [a, b, c],
    immediate: true,
    happens: 'The device reports its inventory and settings.',
    undo: 'Not needed. Nothing changes on the device.',
  },
  lock: {
    label: 'Lock',
    group: 'Access',
    platforms: [a, b, c],
    optional: ['lock_message', 'phone_number', 'unlock_pin', 'email_sent_to_user'],
    danger: 'in bulk',
    happens: 'The screen locks immediately. Open apps stay open.',
    undo: 'The user unlocks the device with the passcode.',
  },
  remote_control: {
    label: 'Remote control',
    group: 'Remote help',
    platforms: [b, c],
    unless: ['unassisted', 'personal', 'old'],
    happens: `The user is asked to share the screen and the controls. ${elsewhere}`,
    undo: 'The user or the technician ends the session.',
  },
  remote_view: {
    label: 'Remote view',
    group: 'Remote help',
    platforms: [a, b],
    forms: handhelds,
    unless: ['unassisted', 'personal'],
    happens: `The user is asked to share the screen. ${elsewhere}`,
    undo: 'The user or the technician ends the session.',
  },
  remote_alarm: {
    label: 'Remote alarm',
    group: 'Lost or stolen',
    platforms: [a, b],
    forms: handhelds,
    happens: 'The device sounds an alarm, even when it is muted.',
    undo: 'Turn the alarm off on the device.',
  },
  complete_wipe: {
    label: 'Complete wipe',
    group: 'Erase',
    platforms: [a, b, c],
    unless: ['personal'],
    optional: [
      'wipe_sd_card',
      'wipe_but_retain_mdm',
      'wipe_lock_pin',
      'email_sent_to_user',
      'email_sent_to_admin',
      'email_address_list',
    ],
    danger: 'always',
    happens: 'All data on the device is erased: apps, photos, accounts and its enrollment.',
    undo: 'Cannot be undone after the device has received the command. The device must be enrolled again.',
  },
  corporate_wipe: {
    label: 'Corporate wipe',
    group: 'Erase',
    platforms: [a, b, c],
    optional: ['email_sent_to_user', 'email_sent_to_admin', 'email_address_list'],
    danger: 'always',
    happens: 'Only corporate apps, profiles, accounts and data are removed. Personal data is kept.',
    undo: 'Removed data cannot be restored. To manage the device again, enroll it again.',
  },
  clear_passcode: {
    label: 'Clear passcode',
    group: 'Access',
    platforms: [a, b],
    forms: handhelds,
    unless: ['old'],
    optional: ['send_email_to_user', 'email_address_list', 'passcode'],
    danger: 'in bulk',
    happens: 'The passcode is removed. Until a new one is set, anyone can unlock the device.',
    undo: 'The user or a passcode policy sets a new one.',
  },
  reset_passcode: {
    label: 'Reset passcode',
    group: 'Access',
    platforms: [b],
    unless: ['old'],
    optional: ['passcode', 'send_email_to_user', 'email_address_list'],
    danger: 'in bulk',
    happens: 'The passcode is replaced. The old one no longer unlocks the device.',
    undo: 'The old passcode cannot be restored. Reset it again.',
  },
  fetch_location: {
    label: 'Fetch location',
    group: 'Information',
    platforms: [a, b],
    forms: handhelds,
    unless: ['unlocatable'],
    happens:
      'The device reports its location, and with it the location of its user. The request is recorded in the command history and the audit.',
    undo: 'The location is kept in the device record.',
  },
  shutdown: {
    label: 'Shut down',
    group: 'Power',
    platforms: [a, c],
    unless: ['unsupervised'],
    happens: 'The device shuts down. It cannot receive commands until it is turned on.',
    undo: 'Turn the device on manually.',
  },
  restart: {
    label: 'Restart',
    group: 'Power',
    platforms: [a, b, c],
    unless: ['unsupervised'],
    happens: 'The device restarts. Unsaved data may be lost.',
    undo: 'Not needed. The device is available again after about a minute.',
  },
  enable_lost_mode: {
    label: 'Enable lost mode',
    group: 'Lost or stolen',
    platforms: [a, b],
    forms: handhelds,
    unless: ['unsupervised', 'lost'],
    optional: ['lock_message', 'phone_number', 'audit_message', 'ticket_id', 'remarks', 'passcode', 'retry'],
    danger: 'in bulk',
    happens: 'The device locks, shows the message and reports its location.',
    undo: 'Disable lost mode.',
  },
  disable_lost_mode: {
    label: 'Disable lost mode',
    group: 'Lost or stolen',
    platforms: [a, b],
    forms: handhelds,
    unless: ['found'],
    happens: 'The device leaves lost mode and can be used again with its passcode.',
    undo: 'Enable lost mode again.',
  },
  pause_kiosk: {
    label: 'Pause kiosk',
    group: 'Kiosk',
    platforms: [a, b],
    forms: kiosks,
    unless: ['free', 'paused'],
    optional: ['re_enter_time'],
    happens: 'The device leaves kiosk mode. All its functions can be used.',
    undo: 'Re-apply kiosk mode, or wait until the specified time has passed.',
  },
  re_apply_kiosk: {
    label: 'Re-apply kiosk',
    group: 'Kiosk',
    platforms: [a, b],
    forms: kiosks,
    unless: ['free'],
    optional: ['re_enter_time'],
    happens: 'The device returns to kiosk mode.',
    undo: 'Pause kiosk mode.',
  },
  remote_debug: {
    label: 'Remote debug',
    group: 'Information',
    platforms: [b],
    unless: ['personal'],
    happens: 'The device collects its logs and sends them to the server.',
    undo: 'Not needed. Nothing changes on the device.',
  },
  unlock_user_account: {
    label: 'Unlock user account',
    group: 'Access',
    platforms: [a, c],
    forms: ['Laptop'],
    required: ['user_name'],
    happens: 'A device account that was locked after failed sign-in attempts can sign in again.',
    undo: 'Not needed. Further failed attempts lock the account again.',
  },
} as const satisfies Record<string, Action>

export type ActionName = keyof typeof table
export type IrreversibleAction = {
  [Name in ActionName]: (typeof table)[Name] extends { danger: 'always' } ? Name : never
}[ActionName]

export const actions: Readonly<Record<ActionName, Action>> = table
export const actionNames = Object.keys(table) as ActionName[]

export const isAction = (name: string): name is ActionName => Object.hasOwn(table, name)
export const isIrreversible = (name: string): name is IrreversibleAction =>
  isAction(name) && actions[name].danger === 'always'
