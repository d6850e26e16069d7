import type { Device } from '#contract/mdm/devices.ts'
import { textOf } from '#contract/words/value-text.ts'

/** Converts dates (2026-11-21, local time zone) to the inclusive bounds in epoch milliseconds. */
export const daysOf = (from: string, to: string) => ({
  ...(from && { start_time: new Date(`${from}T00:00:00`).getTime() }),
  ...(to && { end_time: new Date(`${to}T23:59:59.999`).getTime() }),
})

export const textsOfDays = ([from = '', to = '']: readonly string[] = []) => ({ from, to })

/** File name of an export, with the serial number or id of the device. */
export const fileName = ({ serial_number, device_id }: Device) =>
  ['command-history', (textOf(serial_number) || textOf(device_id)).replace(/[^\w-]+/g, '-').slice(0, 60)]
    .filter(Boolean)
    .join('-')
