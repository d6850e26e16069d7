import type { Dice } from '#services/demo/random.ts'

/** Two digits per kind of object, so that IDs of different kinds never collide. */
const kinds = {
  device: 10,
  managedDevice: 11,
  resource: 12,
  user: 13,
  model: 14,
  sim: 15,
  command: 16,
  commandHistory: 17,
  app: 18,
  releaseLabel: 19,
  profile: 20,
  group: 21,
  exportBatch: 22,
  managedPassword: 23,
  desktop: 40,
  manufacturer: 41,
  software: 42,
  hardware: 43,
  license: 44,
  directoryDomain: 45,
  branchOffice: 46,
  customGroup: 47,
} as const
export type IdKind = keyof typeof kinds

/**
 * Seventeen digits, beyond 2^53 and too close for a double to distinguish, which reveals readers that round. A string
 * here, a number on the wire.
 */
export const idOf = (kind: IdKind, number: number) => `9007${kinds[kind]}${String(number * 7 + 1).padStart(11, '0')}`

/** The number encoded in an ID of this kind. */
export function numberOfId(kind: IdKind, id: string): number | undefined {
  const prefix = `9007${kinds[kind]}`
  const number = id.startsWith(prefix) ? (Number(id.slice(prefix.length)) - 1) / 7 : -1
  return Number.isInteger(number) && number >= 0 && idOf(kind, number) === id ? number : undefined
}

/** Inverse of `idOf`. */
export const numberOf = (id: string) => (Number(id.slice(-11)) - 1) / 7

/** Older objects have short IDs, as on servers in long use. */
export const idOrShort = (kind: IdKind, number: number) =>
  number % 9 === 4 ? String(number + 101) : idOf(kind, number)

/** Check digit of a Luhn number (IMEI, ICCID). */
function luhnDigit(digits: string): number {
  let sum = 0
  for (let at = digits.length - 1, doubled = true; at >= 0; at--, doubled = !doubled) {
    const digit = digits.charCodeAt(at) - 48
    sum += doubled ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit
  }
  return (10 - (sum % 10)) % 10
}
export const withLuhnDigit = (digits: string) => digits + luhnDigit(digits)

/** 15 digits: type allocation code, device and SIM slot, check digit. */
export const imeiOf = (typeAllocation: string, index: number, slot: number) =>
  withLuhnDigit(typeAllocation + String((index * 2 + slot) % 1_000_000).padStart(6, '0'))

/** Locally administered, so not assigned to a vendor. */
export const macOf = (dice: Dice, separator = ':') => ['02', ...(dice.hex(10).match(/../g) ?? [])].join(separator)

export const uuidOf = (dice: Dice) => {
  const hex = dice.hex(30)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-8${hex.slice(15, 18)}-${hex.slice(18, 30)}`
}

/** Excludes I, O, 0 and 1, which are easily confused. */
const serialLetters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Unique by the five letters for the index (33 million). */
export function serialOf(prefix: string, index: number, dice: Dice): string {
  let count = ''
  for (let rest = index, place = 0; place < 5; place++, rest = rest >> 5)
    count = serialLetters.charAt(rest & 31) + count
  return `${prefix}${serialLetters.charAt(dice.between(0, 31))}${count}${serialLetters.charAt(dice.between(0, 31))}`
}
