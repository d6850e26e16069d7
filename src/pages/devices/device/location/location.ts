import type { Device } from '#contract/mdm/devices.ts'
import { textOf } from '#contract/words/value-text.ts'

export type Position = { text: string; doubt: string | undefined }

/** Latitude and longitude as text for copying. 0/0 is in the ocean and most likely means a missing position. */
export function positionOf({ latitude, longitude }: Pick<Device, 'latitude' | 'longitude'>): Position | undefined {
  const [north, east] = [textOf(latitude).trim(), textOf(longitude).trim()]
  if (north === '' || east === '') return undefined
  const numbers = [Number(north), Number(east)] as const
  const text = `${north}, ${east}`
  if (numbers.some(Number.isNaN)) return { text, doubt: 'not a pair of coordinates' }
  if (Math.abs(numbers[0]) > 90 || Math.abs(numbers[1]) > 180) return { text, doubt: 'outside the globe' }
  return { text, doubt: numbers[0] === 0 && numbers[1] === 0 ? 'probably no position' : undefined }
}
