import type { Device } from '#contract/mdm/devices.ts'
import { textOf } from '#contract/words/value-text.ts'

export type Gauge = { label: string; value: number; max: number; text: string; note?: string }

/** Number of a capacity; undefined for text with a unit and for missing values, for which no bar is shown. */
const numberOf = (value: unknown) => {
  const text = textOf(value).trim()
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined
}

function usedOf(label: string, total: unknown, free: unknown, used?: unknown): Gauge[] {
  const max = numberOf(total)
  const left = numberOf(free)
  const value = numberOf(used) ?? (max !== undefined && left !== undefined ? max - left : undefined)
  return max === undefined || value === undefined || max === 0 || value < 0 || value > max
    ? []
    : [{ label, value, max, text: `${round(value)} of ${round(max)}`, note: 'Unit not defined' }]
}

const round = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 1 })

export function gauges(device: Device): Gauge[] {
  const battery = device.battery_level
  return [
    ...(battery === undefined
      ? []
      : [{ label: 'Battery', value: Math.min(100, Math.max(0, battery)), max: 100, text: batteryText(battery) }]),
    ...usedOf('Storage used', device.device_capacity, device.available_device_capacity, device.used_device_space),
    ...usedOf(
      'External storage used',
      device.external_capacity,
      device.available_external_capacity,
      device.used_external_space,
    ),
    ...usedOf('Memory used', device.total_ram_memory, device.available_ram_memory),
  ]
}

/** The bar is clamped to 0–100; the text shows the original value. */
const batteryText = (level: number) =>
  level < 0 || level > 100 ? `${level}, not a percentage from 0 to 100` : `${level} %`
