/** Parameters of device actions. */
import * as z from 'zod/mini'
import { flag, integer } from '#contract/wire.ts'

const sentence = z.string().check(z.maxLength(1000))
const pin = z.string().check(z.regex(/^\d{4,10}$/, 'must be 4 to 10 digits'))

const parameters = {
  lock_message: { schema: sentence, note: 'Shown on the lock screen' },
  phone_number: { schema: z.string().check(z.maxLength(50)), note: 'Shown on the lock screen to the finder' },
  unlock_pin: { schema: pin, note: 'Unlocks a laptop', secret: true },
  email_sent_to_user: { schema: flag, note: 'Notify the user by email' },
  email_sent_to_admin: { schema: flag, note: 'Notify the administrator by email' },
  send_email_to_user: { schema: flag, note: 'Send the new passcode to the user' },
  email_address_list: {
    schema: z.array(z.string().check(z.minLength(3), z.maxLength(320))).check(z.maxLength(50)),
    note: 'Additional recipients',
  },
  wipe_sd_card: { schema: flag, note: 'Also erase the memory card' },
  wipe_but_retain_mdm: { schema: flag, note: 'Keep enrollment after erase' },
  wipe_lock_pin: { schema: pin, note: 'Unlocks a laptop after the wipe', secret: true },
  audit_message: { schema: sentence, note: 'Reason, for the audit' },
  ticket_id: { schema: z.string().check(z.maxLength(100)), note: 'Help desk ticket number' },
  remarks: { schema: sentence, note: 'Kept in the command history' },
  passcode: { schema: z.string().check(z.minLength(4), z.maxLength(64)), note: 'The new passcode', secret: true },
  retry: { schema: z.pipe(integer, z.int().check(z.minimum(0), z.maximum(10))), note: 'Retry count' },
  re_enter_time: {
    schema: z.pipe(integer, z.int().check(z.minimum(1), z.maximum(1440))),
    note: 'Minutes until kiosk mode resumes',
  },
  user_name: { schema: z.string().check(z.minLength(1), z.maxLength(200)), note: 'The account on the device' },
} as const satisfies Record<string, { schema: z.ZodMiniType; note: string; secret?: true }>
export type ParameterName = keyof typeof parameters
export const parameterNames = Object.keys(parameters) as ParameterName[]

export const parameterNote = (name: ParameterName): string => parameters[name].note
export const isSecretParameter = (name: ParameterName): boolean => 'secret' in parameters[name]

type Shape = { [Name in ParameterName]: z.ZodMiniOptional<(typeof parameters)[Name]['schema']> }
/** Parameters as body fields. `actions` states which of them an action takes. */
export const parameterFields = Object.fromEntries(
  Object.entries(parameters).map(([name, { schema }]) => [name, z.optional(schema as z.ZodMiniType)]),
) as Shape
