import * as z from 'zod/mini'
import type { Input } from '#contract/endpoint.ts'
import { type Device, updateDevice } from '#contract/mdm/devices.ts'
import { instantOf } from '#contract/time.ts'
import { textOf } from '#components/devices/value-text.ts'

export type Changes = Omit<Input<typeof updateDevice>, 'device_id'>
const { shape } = updateDevice.input

export const texts = {
  asset_tag: 'Asset tag',
  asset_owner: 'Asset owner',
  office: 'Office',
  description: 'Description',
  purchase_order_number: 'Purchase order',
  purchase_price: 'Purchase price',
  purchase_type: 'Purchase type',
  warranty_number: 'Warranty number',
  warranty_type: 'Warranty type',
} as const
export const dates = { purchase_date: 'Purchase date', warranty_expiration_date: 'Warranty ends' } as const
type TextName = keyof typeof texts
type DateName = keyof typeof dates
const textNames = Object.keys(texts) as TextName[]
const dateNames = Object.keys(dates) as DateName[]

/** The cast restores the names, which `Object.fromEntries` loses. */
const fieldsOf = <N extends string, V>(names: readonly N[], valueOf: (name: N) => V) =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<N, V>

const day = z.union([z.literal(''), z.iso.date('Enter a date')])
const withMessage = (limit: z.ZodMiniType, label: string) =>
  z.string().check(
    z.trim(),
    z.refine((text) => limit.safeParse(text).success, `${label} is too long`),
  )

/** Form values: text, and dates as `2026-11-21`. */
export const deviceForm = z.object({
  name: z.string().check(
    z.trim(),
    z.minLength(1, 'Enter a name'),
    z.refine((name) => shape.name.safeParse(name).success, 'The name is too long'),
  ),
  owned_by: z.enum(['', '1', '2']),
  ...fieldsOf(textNames, (name) => withMessage(shape[name], texts[name])),
  ...fieldsOf(dateNames, () => day),
})
export type DeviceForm = z.output<typeof deviceForm>

/** Converts the record to form values. */
export function formOf(device: Device): DeviceForm {
  const owner = String(device.owned_by ?? '')
  return {
    name: textOf(device.device_name ?? device.name),
    owned_by: owner === '1' || owner === '2' ? owner : '',
    ...fieldsOf(textNames, (name) => textOf(device[name])),
    ...fieldsOf(dateNames, (name) => dayOf(instantOf(device[name]))),
  }
}

/** For several devices, empty fields remain unchanged. */
export const severalForm = z.omit(deviceForm, { name: true }).check(
  z.refine((entered) => Object.values(entered).some((value) => value !== ''), {
    message: 'Fill in at least one field',
    path: ['owned_by'],
  }),
)
type SeveralForm = z.output<typeof severalForm>

/** Only changed fields, so that concurrent changes of others are kept. */
export function changesOf(device: Device, entered: DeviceForm): Changes {
  const before = formOf(device)
  return changesIn(entered, (name) => entered[name] !== before[name].trim())
}

export function filledIn(entered: SeveralForm): Changes {
  const whole = { ...entered, name: '' }
  return changesIn(whole, (name) => whole[name] !== '')
}

const changesIn = (entered: DeviceForm, isChanged: (name: keyof DeviceForm) => boolean): Changes => ({
  ...(isChanged('name') && { name: entered.name }),
  ...(isChanged('owned_by') && entered.owned_by !== '' && { owned_by: Number(entered.owned_by) }),
  ...Object.fromEntries(textNames.filter(isChanged).map((name) => [name, entered[name]])),
  ...Object.fromEntries(dateNames.filter(isChanged).map((name) => [name, millisecondsOf(entered[name])])),
})

/** A day in the local time zone. */
function dayOf(at: Date | undefined): string {
  if (!at) return ''
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** -1 clears a date. */
const millisecondsOf = (entered: string) => (entered === '' ? -1 : new Date(`${entered}T00:00`).getTime())
