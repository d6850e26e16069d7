/** What each action takes beside its device: pure data. */
import * as z from 'zod'
import { flag, integer } from '#contract/wire.ts'
import type { ActionName } from './status.ts'

const sentence = z.string().max(1000)
const pin = z.string().regex(/^\d{4,10}$/, 'must be 4 to 10 digits')

const parameters = {
  lock_message: { schema: sentence, note: 'Shown on the lock screen' },
  phone_number: { schema: z.string().max(50), note: 'Shown on the lock screen to the finder' },
  unlock_pin: { schema: pin, note: 'Unlocks a laptop', secret: true },
  email_sent_to_user: { schema: flag, note: 'Notify the user by email' },
  email_sent_to_admin: { schema: flag, note: 'Notify the administrator by email' },
  send_email_to_user: { schema: flag, note: 'Send the new passcode to the user' },
  email_address_list: { schema: z.array(z.string().min(3).max(320)).max(50), note: 'Additional recipients' },
  wipe_sd_card: { schema: flag, note: 'Also erase the memory card' },
  wipe_but_retain_mdm: { schema: flag, note: 'Keep enrollment after erase' },
  wipe_lock_pin: { schema: pin, note: 'Unlocks a laptop after the wipe', secret: true },
  audit_message: { schema: sentence, note: 'Reason, for the audit' },
  ticket_id: { schema: z.string().max(100), note: 'Help desk ticket number' },
  remarks: { schema: sentence, note: 'Kept in the command history' },
  passcode: { schema: z.string().min(4).max(64), note: 'The new passcode', secret: true },
  retry: { schema: integer.pipe(z.int().min(0).max(10)), note: 'Retry count' },
  re_enter_time: {
    schema: integer.pipe(z.int().min(1).max(1440)),
    note: 'Minutes until kiosk mode resumes',
  },
  user_name: { schema: z.string().min(1).max(200), note: 'The account on the device' },
} as const satisfies Record<string, { schema: z.ZodType; note: string; secret?: true }>
export type ParameterName = keyof typeof parameters

/** What an action takes; `required` has to be given. */
export const actionTakes = {
  scan: { optional: [] },
  lock: { optional: ['lock_message', 'phone_number', 'unlock_pin', 'email_sent_to_user'] },
  remote_control: { optional: [] },
  remote_view: { optional: [] },
  remote_alarm: { optional: [] },
  complete_wipe: {
    optional: [
      'wipe_sd_card',
      'wipe_but_retain_mdm',
      'wipe_lock_pin',
      'email_sent_to_user',
      'email_sent_to_admin',
      'email_address_list',
    ],
  },
  corporate_wipe: { optional: ['email_sent_to_user', 'email_sent_to_admin', 'email_address_list'] },
  clear_passcode: { optional: ['send_email_to_user', 'email_address_list', 'passcode'] },
  reset_passcode: { optional: ['passcode', 'send_email_to_user', 'email_address_list'] },
  fetch_location: { optional: [] },
  shutdown: { optional: [] },
  restart: { optional: [] },
  enable_lost_mode: {
    optional: ['lock_message', 'phone_number', 'audit_message', 'ticket_id', 'remarks', 'passcode', 'retry'],
  },
  disable_lost_mode: { optional: [] },
  pause_kiosk: { optional: ['re_enter_time'] },
  re_apply_kiosk: { optional: ['re_enter_time'] },
  remote_debug: { optional: [] },
  unlock_user_account: { required: ['user_name'], optional: [] },
} as const satisfies Record<ActionName, { required?: readonly ParameterName[]; optional: readonly ParameterName[] }>

export const parameterNote = (name: ParameterName): string => parameters[name].note
export const isSecretParameter = (name: ParameterName): boolean => 'secret' in parameters[name]

type Shape = { [Name in ParameterName]: z.ZodOptional<(typeof parameters)[Name]['schema']> }
/** The parameters as fields of a body. Which of them an action takes depends on it: `wrongParameter` tells. */
export const parameterFields = Object.fromEntries(
  Object.entries(parameters).map(([name, { schema }]) => [name, (schema as z.ZodType).optional()]),
) as Shape

type Given = Partial<Record<ParameterName, unknown>>
const names = Object.keys(parameters) as ParameterName[]

/** The first parameter that does not go with the action, and why. */
export function wrongParameter(action: ActionName, given: Given): { name: ParameterName; why: string } | undefined {
  const takes: { required?: readonly ParameterName[]; optional: readonly ParameterName[] } = actionTakes[action]
  const missing = takes.required?.find((name) => given[name] === undefined)
  if (missing) return { name: missing, why: 'is missing' }
  const known = [...(takes.required ?? []), ...takes.optional]
  const foreign = names.find((name) => given[name] !== undefined && !known.includes(name))
  return foreign && { name: foreign, why: `is no parameter of ${action}` }
}
