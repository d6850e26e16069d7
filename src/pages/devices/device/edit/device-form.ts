import * as z from 'zod/mini'
import type { Input } from '#contract/endpoint.ts'
import { type Device, updateDevice } from '#contract/mdm/devices.ts'
import { instantOf } from '#contract/time.ts'
import { textOf } from '#contract/words/value-text.ts'

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
/** The value of the record is accepted as it is: it is not sent again. */
const withMessage = (limit: z.ZodMiniType, label: string, kept = '') =>
  z.string().check(
    z.trim(),
    z.refine((text) => text === '' || text === kept.trim() || limit.safeParse(text).success, `${label} is too long`),
  )

/** Form values: text, and dates as `2026-11-21`. Limits apply to what differs from the record, if given. */
const formLimitedBy = (kept?: Readonly<Record<TextName | 'name', string>>) =>
  z.object({
    name: withMessage(shape.name, 'The name', kept?.name).check(
      z.refine((name) => name !== '' || kept?.name.trim() === '', 'Enter a name'),
    ),
    owned_by: z.enum(['', '1', '2']),
    ...fieldsOf(textNames, (name) => withMessage(shape[name], texts[name], kept?.[name])),
    ...fieldsOf(dateNames, () => day),
  })
export const deviceForm = formLimitedBy()
export type DeviceForm = z.output<typeof deviceForm>

/** Form of one device. Its name can stay empty, and other values longer than allowed, if the server reported them. */
export const formOfDevice = (device: Device) => formLimitedBy(formOf(device))

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
