import type { Device } from '#contract/mdm/devices.ts'
import { textOf } from '#components/devices/value-text.ts'

/** The days of a filter (2026-11-21) where the person is, as the epoch milliseconds that the history is asked for. */
export const daysOf = (from: string, to: string) => ({
  ...(from && { start_time: new Date(`${from}T00:00:00`).getTime() }),
  ...(to && { end_time: new Date(`${to}T23:59:59.999`).getTime() }),
})

export const textsOfDays = ([from = '', to = '']: readonly string[] = []) => ({ from, to })

/** A file that proves something says of which device: by what is plain in its serial number, else its id. */
export const fileName = ({ serial_number, device_id }: Device) =>
  ['command-history', (textOf(serial_number) || textOf(device_id)).replace(/[^\w-]+/g, '-').slice(0, 60)]
    .filter(Boolean)
    .join('-')
