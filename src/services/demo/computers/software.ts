import type { OsPlatform } from '#contract/desktop/status.ts'
import { idOf } from '#services/demo/people/identifiers.ts'
import { type Product, products } from './software-catalog.ts'

/**
 * Installed software is computed rather than stored: a computer has a version if `(pk · factor + start) mod turns` is
 * in its range. The database evaluates the same expression (`hasSoftware`), so lists and counts agree.
 */
export const turns = 1009

export type SoftwareItem = {
  /** Position in the catalog. */
  number: number
  id: string
  manufacturerId: string
  product: Product
  version: string
  factor: number
  start: number
  from: number
  to: number
}

/** Half of the computers have the newest version, half of the rest the previous one, and so on. */
function itemsOf(product: Product, at: number): Omit<SoftwareItem, 'number' | 'id'>[] {
  const factor = 1 + ((at * 137 + 211) % (turns - 1))
  const start = (at * 389 + 17) % turns
  const all = Math.max(1, Math.round((product.share * turns) / 100))
  let from = 0
  return product.versions.map((version, place) => {
    const last = place === product.versions.length - 1
    const to = last ? all : from + Math.ceil((all - from) * 0.6)
    const item = { product, version, factor, start, from, to, manufacturerId: manufacturerIdOf(product.manufacturer) }
    from = to
    return item
  })
}

const makers = [...new Set(products.map(({ manufacturer }) => manufacturer))]
const manufacturerIdOf = (name: string) => idOf('manufacturer', makers.indexOf(name))

export const software: readonly SoftwareItem[] = products
  .flatMap(itemsOf)
  .map((item, number) => Object.assign(item, { number, id: idOf('software', number) }))

const byId = new Map(software.map((item) => [item.id, item]))
export const findSoftware = (id: string) => byId.get(id)

const has = (pk: number, { factor, start, from, to }: SoftwareItem) => {
  const turn = (pk * factor + start) % turns
  return turn >= from && turn < to
}

/** Software of a scanned computer. */
export const softwareOn = (pk: number, platform: OsPlatform): SoftwareItem[] =>
  software.filter((item) => item.product.platforms.includes(platform) && has(pk, item))

/** Purchased copies per hundred installations; other products need no license. */
const boughtForHundred = [100, 130, 60, 104, 180, 95]
export const boughtShareOf = ({ number, product }: SoftwareItem) =>
  product.type === 1 ? (boughtForHundred[number % boughtForHundred.length] ?? 100) / 100 : undefined
/** Some licenses have expired. */
export const licenseExpired = ({ number }: SoftwareItem) => number % 11 === 5
